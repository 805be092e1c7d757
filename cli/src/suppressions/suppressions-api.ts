import { randomUUID } from 'node:crypto'
import { isRecord } from '../output/cell.js'
import { ServiceAway } from '../request/errors.js'
import { sendForText, type Sending } from '../request/send.js'
import type { Service } from '../request/service.js'

/** Selects suppressions. Times are in the format of RFC 3339. */
export interface Wanted {
  readonly reply_contains?: string
  readonly since?: string
  readonly until?: string
}

/** A reply from the service. The command prints parts of it, so every text in it is printable. */
export type Reply = Readonly<Record<string, unknown>>

/** Operations on suppressions that came from bounces. */
export class SuppressionsApi {
  readonly #service: Service
  readonly #sending: Sending

  constructor(service: Service, sending: Sending) {
    this.#service = service
    this.#sending = sending
  }

  /** Returns as many groups of replies as one request can return. */
  groups(wanted: Wanted): Promise<Reply> {
    const query = new URLSearchParams({ ...wanted, limit: '500' })
    return this.#ask('GET', `/v1/suppressions/replies?${query.toString()}`)
  }

  /**
   * Lifts the selected suppressions in parts.
   *
   * @returns the number of suppressions in each part, when the part is done
   */
  async *lift(
    wanted: Wanted & { readonly still_suppresses?: boolean },
    dryRun: boolean,
  ): AsyncGenerator<number> {
    let cursor: unknown
    do {
      const reply = await this.#ask('POST', '/v1/suppressions/lift', {
        ...wanted,
        dry_run: dryRun,
        ...(typeof cursor === 'string' && { cursor }),
      })
      const count = reply[dryRun ? 'matched' : 'lifted']
      if (typeof count !== 'number') throw noReply()
      yield count
      cursor = reply['next_cursor']
    } while (typeof cursor === 'string')
  }

  async #ask(method: string, target: string, value?: object): Promise<Reply> {
    const text = await sendForText(
      this.#service,
      {
        method,
        target,
        accept: 'application/json',
        ...(value !== undefined && { body: { kind: 'json', value }, idempotencyKey: randomUUID() }),
      },
      this.#sending,
    )
    let reply: unknown
    try {
      reply = JSON.parse(text)
    } catch {
      throw noReply()
    }
    if (!isRecord(reply)) throw noReply()
    return reply
  }
}

function noReply(): ServiceAway {
  return new ServiceAway('The reply has no suppressions. Is this the address of a Postseal service?')
}
