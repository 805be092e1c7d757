import { createHash } from 'node:crypto'
import { isRecord } from '../../output/cell.js'
import { ServiceAway, ServiceRefusal } from '../../request/errors.js'
import { pagesOf } from '../../request/pages.js'
import type { RequestBody } from '../../request/request.js'
import { sendForText, type Sending } from '../../request/send.js'
import type { Service } from '../../request/service.js'
import { rowsOf, type Row } from '../fields.js'

/** A change, with the key under which the service makes it once. */
interface Change {
  readonly method: 'POST' | 'PUT'
  readonly target: string
  readonly body: RequestBody
  readonly key: string
}

/** The API of the Postseal service that things are brought to. */
export class Postseal {
  readonly #service: Service
  readonly #sending: Sending
  readonly projectId: string | null

  /**
   * @param projectId the project of contacts, topics, segments and templates; null is every project, for templates
   */
  constructor(service: Service, sending: Sending, projectId: string | null) {
    this.#service = service
    this.#sending = sending
    this.projectId = projectId
  }

  get baseUrl(): string {
    return this.#service.baseUrl
  }

  async get(target: string): Promise<Row> {
    return replyIn(
      await sendForText(this.#service, { method: 'GET', target, accept: 'application/json' }, this.#sending),
    )
  }

  /** Yields all rows of a list. */
  async *list(target: string): AsyncGenerator<Row> {
    const request = { method: 'GET', target, accept: 'application/json' }
    for await (const page of pagesOf(this.#service, request, this.#sending, Infinity)) yield* rowsOf(page)
  }

  /** Renders the content of a template, which stores nothing. */
  preview(value: unknown): Promise<Row> {
    const key = keyOf(JSON.stringify(value))
    return this.change('POST', '/v1/templates/preview', { value, key })
  }

  /** Makes a change with a body of JSON. */
  change(method: Change['method'], target: string, given: { value: unknown; key: string }): Promise<Row> {
    return this.#change({ method, target, body: { kind: 'json', value: given.value }, key: given.key })
  }

  /** Sends a file of CSV. */
  sendCsv(target: string, { text, key }: { text: string; key: string }): Promise<Row> {
    const bytes = new TextEncoder().encode(text)
    return this.#change({
      method: 'POST',
      target,
      body: { kind: 'bytes', mediaType: 'text/csv', bytes },
      key,
    })
  }

  async #change({ method, target, body, key }: Change): Promise<Row> {
    const request = { method, target, accept: 'application/json', body, idempotencyKey: key }
    return replyIn(await sendForText(this.#service, request, this.#sending))
  }
}

/** Derives an idempotency key, which a repeated run derives again. */
export function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

/** Returns the reason of a refusal that concerns the sent values alone, or undefined for any other error. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ServiceRefusal)) return undefined
  const isOfValues =
    error.status === 422 || (error.status === 409 && error.code !== 'idempotency_in_progress')
  return isOfValues ? error.message : undefined
}

function replyIn(text: string): Row {
  try {
    const reply: unknown = JSON.parse(text)
    if (isRecord(reply)) return reply
  } catch {
    // The error is reported below.
  }
  throw new ServiceAway('The reply is not one of the API. Is this the address of a Postseal service?')
}
