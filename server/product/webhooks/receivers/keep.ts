import type { Knex } from 'knex'
import type { Sealer } from '../../../platform/auth/sealed.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { inDatabaseTurn } from '../../../platform/http/operation/database-turns.js'
import { keptBody, keptRequests, storeReceived, type ReceivedRow } from './received.js'
import { findSending, judgeSignature } from './signature.js'

/** A receiver that a request has come to. */
export interface AskedReceiver {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly url: string
}

/** A request that has arrived in full. */
export interface Arrived {
  readonly headers: ReceivedRow['headers']
  /** The value of `Service-Signature`, if there is one. */
  readonly signature: string | undefined
  readonly body: Buffer
}

/**
 * Keeps a request.
 *
 * @returns the status to reply with; undefined if the receiver is gone
 */
export type Keep = (receiver: AskedReceiver, arrived: Arrived) => Promise<number | undefined>

/** The requests that wait for the next transaction. */
interface Batch {
  readonly requests: Arrived[]
  readonly stored: Promise<number | undefined>
}

/**
 * Returns a function that keeps requests. There is one transaction for a receiver at a time: requests that come
 * meanwhile wait and are stored together by the next one, without those that would go at once. So a burst costs a few
 * transactions, whatever its size.
 */
export function keeper(db: Knex, secrets: Sealer): Keep {
  /** The end of the transaction that runs for a receiver, and of the one that is to follow. */
  const ends = new Map<Uuid, Promise<unknown>>()
  const next = new Map<Uuid, Batch>()

  async function store({ workspaceId, id, url }: AskedReceiver, requests: readonly Arrived[]) {
    return inDatabaseTurn(db, workspaceId, async () => {
      const sending = await findSending(db, secrets, workspaceId, url)
      const rows = requests.map(({ headers, signature, body }) => ({
        id: newUuid(),
        headers,
        ...keptBody(body),
        ...judgeSignature(sending, signature, body),
      }))
      return storeReceived(db, workspaceId, id, rows)
    })
  }

  function begin(receiver: AskedReceiver): Batch {
    const { id } = receiver
    const requests: Arrived[] = []
    const before = ends.get(id) ?? Promise.resolve()
    const stored = before
      .catch(() => undefined)
      .then(() => {
        next.delete(id)
        return store(receiver, requests)
      })
    const end = stored
      .catch(() => undefined)
      .then(() => {
        if (ends.get(id) === end) ends.delete(id)
      })
    ends.set(id, end)
    const batch = { requests, stored }
    next.set(id, batch)
    return batch
  }

  return (receiver, arrived) => {
    const { requests, stored } = next.get(receiver.id) ?? begin(receiver)
    requests.push(arrived)
    if (requests.length > keptRequests) requests.shift()
    return stored
  }
}
