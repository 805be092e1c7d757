import type { IncomingHttpHeaders } from 'node:http'
import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
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

const insert = statement<
  [
    workspaceId: WorkspaceId,
    receiverId: Uuid,
    id: Uuid,
    headers: string,
    body: string,
    bodyCut: boolean,
    repliedStatus: number,
    webhookId: Uuid | null,
    signature: string,
  ]
>(
  'insert_webhook_receiver_request',
  `insert into webhook_receiver_requests
     (workspace_id, receiver_id, id, headers, body, body_cut, replied_status, webhook_id, signature)
   values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9)`,
)

const trim = statement<[workspaceId: WorkspaceId, receiverId: Uuid, kept: number]>(
  'trim_webhook_receiver_requests',
  `delete from webhook_receiver_requests
   where workspace_id = $1 and receiver_id = $2 and id in (
     select id from webhook_receiver_requests
     where workspace_id = $1 and receiver_id = $2 order by id desc offset $3)`,
)

/**
 * Stores a request and deletes the receiver's oldest requests beyond `keptRequests`. Requests to one receiver take
 * turns, so that there are never more, and none is left behind by a receiver that is deleted meanwhile.
 *
 * @returns the status to reply with; undefined if the receiver is gone
 */
export async function storeReceived(
  db: Knex,
  workspaceId: WorkspaceId,
  receiverId: Uuid,
  request: Pick<ReceivedRow, 'headers' | 'body' | 'body_cut' | 'webhook_id' | 'signature'>,
): Promise<number | undefined> {
  return inTransaction(db, async ({ sql }) => {
    const [receiver] = await lock(sql, workspaceId, receiverId)
    if (receiver === undefined) return undefined
    const { headers, body, body_cut, webhook_id, signature } = request
    await insert(
      sql,
      workspaceId,
      receiverId,
      newUuid(),
      JSON.stringify(headers),
      body,
      body_cut,
      receiver.reply_status,
      webhook_id,
      signature,
    )
    await trim(sql, workspaceId, receiverId, keptRequests)
    return receiver.reply_status
  })
}
