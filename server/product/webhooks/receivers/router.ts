import { Router, type Request, type Response } from 'express'
import type { Knex } from 'knex'
import type { Sealer } from '../../../platform/auth/sealed.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { gather } from '../../../platform/db/statements/statement.js'
import { refuseMethod } from '../../../platform/http/operation/serve.js'
import { receiversOf, type BodyMemory } from '../../../platform/http/body/body-memory.js'
import { arrivedBody, inviteBody, streamBody } from '../../../platform/http/body/stream-body.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Counter } from '../../../platform/http/rate-limit/counter.js'
import { receivedUnits } from '../../../platform/http/rate-limit/rate-limits.js'
import { isToken, type ReceiverAddresses } from './addresses.js'
import { keeper, type AskedReceiver, type Keep } from './keep.js'
import { keptBytes, keptHeaders } from './received.js'
import { hashOfToken } from './receiver-rows.js'

export interface ReceiverRouterOptions {
  readonly db: Knex
  readonly receivers: ReceiverAddresses
  /** Opens the secrets of subscriptions. */
  readonly secrets: Sealer
  readonly bodies: BodyMemory
  /** Counts what is kept by receiver. */
  readonly received: Counter
  /** Counts a request that was answered and not kept. */
  readonly onDropped: () => void
}

/** Largest body after decompression, in bytes. No event is as large. */
export const maxReceivedBytes = 1_000_000

const selectByToken = gather<
  [tokenHash: Buffer],
  { workspace_id: WorkspaceId; id: Uuid; reply_status: number }
>(
  'select_webhook_receiver_of_token',
  `select workspace_id, id, reply_status from webhook_receivers
   where token_hash = $1 and expires_at > now() limit 1`,
)

/** Returns the one reply to every invalid token, so that it doesn't tell whether the token was ever valid. */
function noSuchReceiver(): ApiError {
  return new ApiError('not_found', 'There is no webhook receiver at this address, or not any more.')
}

/**
 * Takes requests to receivers from anybody who has the address. All paths are relative, the caller mounts the router
 * at `/webhook-receivers`, and nothing falls through to the caller.
 *
 * A receiver answers all requests alike, or a burst of events would count as failures of its webhook. Those beyond
 * what a receiver may keep in a minute, or beyond what the service has room for, are answered and not kept.
 */
export function receiverRouter(options: ReceiverRouterOptions): Router {
  const { db, receivers, onDropped } = options
  const keep = keeper(db, options.secrets)
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_req, res, next) => {
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
    next()
  })

  router.post('/:token', async (req: Request<{ token: string }>, res) => {
    const { token } = req.params
    const [found] = isToken(token) ? await selectByToken(db, hashOfToken(token)) : []
    if (found === undefined) throw noSuchReceiver()
    const receiver = { workspaceId: found.workspace_id, id: found.id, url: receivers.urlOf(token) }
    const kept = await receive(req, res, { ...options, receiver, keep })
    if (kept === 'gone') throw noSuchReceiver()
    if (kept === 'dropped') onDropped()
    reply(res, kept === 'dropped' ? found.reply_status : kept)
  })

  router.all('/:token', refuseMethod(['post']))
  router.use(() => {
    throw noSuchReceiver()
  })
  return router
}

/** Reads a request and keeps it if there is room. Returns the status to reply with, or why there is none. */
async function receive(
  req: Request,
  res: Response,
  {
    receiver,
    keep,
    bodies,
    received,
  }: Pick<ReceiverRouterOptions, 'bodies' | 'received'> & {
    readonly receiver: AskedReceiver
    readonly keep: Keep
  },
): Promise<number | 'dropped' | 'gone'> {
  const { fits } = await received.take(receiver.id, receivedUnits.ofRequest)
  if (!fits) return 'dropped'
  const reservation = bodies.open(receiversOf(receiver.workspaceId), maxReceivedBytes)
  try {
    const chunks: Buffer[] = []
    const body = (await arrivedBody(req, maxReceivedBytes)) ?? streamBody(req, maxReceivedBytes)
    inviteBody(req, res)
    for await (const chunk of body) {
      reservation.add(chunk.length)
      chunks.push(chunk)
    }
    await reservation.complete()
    const bytes = Buffer.concat(chunks)
    const more = Math.floor(Math.min(bytes.length, keptBytes) / receivedUnits.bytes)
    if (more > 0 && !(await received.take(receiver.id, more)).fits) return 'dropped'
    const [signature] = [req.headers['service-signature']].flat()
    return (await keep(receiver, { headers: keptHeaders(req.headers), signature, body: bytes })) ?? 'gone'
  } catch (error) {
    // Too little memory, or no turn at the database.
    if (error instanceof ApiError && error.code === 'unavailable') return 'dropped'
    throw error
  } finally {
    reservation.letGo()
  }
}

/** Statuses of replies without a body (RFC 9110, section 6.4.1). */
const withoutBody = new Set([204, 205, 304])

function reply(res: Response, status: number): void {
  res.status(status)
  if (withoutBody.has(status)) res.end()
  else res.type('text/plain').send(`This receiver replies ${status}.\n`)
}
