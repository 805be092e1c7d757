import type { IncomingHttpHeaders } from 'node:http'
import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'

/** A request to a receiver as it is stored. */
export interface ReceivedRow {
  readonly id: Uuid
  readonly headers: Record<string, string>
  readonly body: string
  readonly body_cut: boolean
  readonly replied_status: number
  readonly webhook_id: Uuid | null
  readonly signature: components['schemas']['ReceivedSignature']
}

/** Number of requests that a receiver keeps, and the part of a body that is kept, in bytes. */
export const keptRequests = 50
export const keptBytes = 256_000

/** Header fields that concern one connection alone (RFC 9110, section 7.6.1, and RFC 2616, section 13.5.1). */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  'proxy-authenticate',
])
/**
 * Header fields with credentials, such as the session of somebody of another workspace, which a browser adds by
 * itself. They are left out, since whoever made the receiver reads what is kept.
 */
const withCredentials = new Set(['authorization', 'proxy-authorization', 'cookie'])

/** Returns the header fields that are kept. */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const named = (headers.connection ?? '').toLowerCase().split(/[\s,]+/)
  const kept = Object.entries(headers).filter(
    ([name]) => !hopByHop.has(name) && !withCredentials.has(name) && !named.includes(name),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')]))
}

/**
 * Returns the beginning of a body as text that PostgreSQL can hold. A character that was cut off at the end is left
 * out.
 */
export function keptBody(bytes: Buffer): Pick<ReceivedRow, 'body' | 'body_cut'> {
  const isCut = bytes.length > keptBytes
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = decoder.decode(bytes.subarray(0, keptBytes), { stream: isCut })
  return { body: text.replaceAll('\0', '\ufffd'), body_cut: isCut }
}

const lock = statement<[workspaceId: WorkspaceId, receiverId: Uuid], { reply_status: number }>(
  'lock_webhook_receiver',
  `select reply_status from webhook_receivers
   where workspace_id = $1 and id = $2 and expires_at > now() for no key update`,
)

const trim = statement<[workspaceId: WorkspaceId, receiverId: Uuid, kept: number]>(
  'trim_webhook_receiver_requests',
  `delete from webhook_receiver_requests
   where workspace_id = $1 and receiver_id = $2 and id in (
     select id from webhook_receiver_requests
     where workspace_id = $1 and receiver_id = $2 order by id desc offset $3)`,
)

/**
 * Stores requests and deletes the receiver's oldest requests beyond `keptRequests`. Writers to one receiver take
 * turns, so that there are never more, and none is left behind by a receiver that is deleted meanwhile.
 *
 * @param requests at most `keptRequests`, the oldest first
 * @returns the status to reply with; undefined if the receiver is gone
 */
export async function storeReceived(
  db: Knex,
  workspaceId: WorkspaceId,
  receiverId: Uuid,
  requests: readonly Omit<ReceivedRow, 'replied_status'>[],
): Promise<number | undefined> {
  return inTransaction(db, async ({ sql }) => {
    const [receiver] = await lock(sql, workspaceId, receiverId)
    if (receiver === undefined) return undefined
    const common = {
      workspace_id: workspaceId,
      receiver_id: receiverId,
      replied_status: receiver.reply_status,
    }
    await sql('webhook_receiver_requests').insert(requests.map((request) => ({ ...common, ...request })))
    await trim(sql, workspaceId, receiverId, keptRequests)
    return receiver.reply_status
  })
}
