import { Router, type Request, type Response } from 'express'
import type { Knex } from 'knex'
import type { Sealer } from '../../../platform/auth/sealed.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { gather } from '../../../platform/db/statements/statement.js'
import { refuseMethod } from '../../../platform/http/operation/bind.js'
import { receiversOf, type BodyMemory } from '../../../platform/http/body/body-memory.js'
import { arrivedBody, inviteBody, streamBody } from '../../../platform/http/body/stream-body.js'
import { inDatabaseTurn } from '../../../platform/http/operation/database-turns.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Counter } from '../../../platform/http/rate-limit/counter.js'
import { isToken, type ReceiverAddresses } from './addresses.js'
import { keptBody, keptHeaders, storeReceived } from './received.js'
import { hashOfToken } from './receiver-rows.js'
import { judgeSignature } from './signature.js'

export interface ReceiverRouterOptions {
  readonly db: Knex
  readonly receivers: ReceiverAddresses
  /** Opens the secrets of subscriptions. */
  readonly secrets: Sealer
  readonly bodies: BodyMemory
  /** Counts requests by receiver. */
  readonly received: Counter
}

/** Largest body after decompression, in bytes. No event is as large. */
export const maxReceivedBytes = 1_000_000

const selectByToken = gather<[tokenHash: Buffer], { workspace_id: WorkspaceId; id: Uuid }>(
  'select_webhook_receiver_of_token',
  'select workspace_id, id from webhook_receivers where token_hash = $1 and expires_at > now() limit 1',
)

/** Returns the one reply to every invalid token, so that it doesn't tell whether the token was ever valid. */
function noSuchReceiver(): ApiError {
  return new ApiError('not_found', 'There is no webhook receiver at this address, or not any more.')
}

/**
 * Takes requests to receivers from anybody who has the address. All paths are relative, the caller mounts the router
 * at `/webhook-receivers`, and nothing falls through to the caller.
 */
export function receiverRouter(options: ReceiverRouterOptions): Router {
  const { db, receivers, secrets, bodies, received } = options
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_req, res, next) => {
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
    next()
  })

  router.post('/:token', async (req: Request<{ token: string }>, res) => {
    const { token } = req.params
    const [receiver] = isToken(token) ? await selectByToken(db, hashOfToken(token)) : []
    if (receiver === undefined) throw noSuchReceiver()
    const { workspace_id: workspaceId, id } = receiver
    await takeTurn(received, id)

    const reservation = bodies.open(receiversOf(workspaceId), maxReceivedBytes)
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
      const [signature] = [req.headers['service-signature']].flat()
      const status = await inDatabaseTurn(db, workspaceId, async () =>
        storeReceived(db, workspaceId, id, {
          headers: keptHeaders(req.headers),
          ...keptBody(bytes),
          ...(await judgeSignature(db, secrets, workspaceId, {
            url: receivers.urlOf(token),
            header: signature,
            body: bytes,
          })),
        }),
      )
      if (status === undefined) throw noSuchReceiver()
      reply(res, status)
    } finally {
      reservation.letGo()
    }
  })

  router.all('/:token', refuseMethod(['post']))
  router.use(() => {
    throw noSuchReceiver()
  })
  return router
}

/**
 * Counts a request to a receiver.
 *
 * @throws ApiError 429 `rate_limited`
 */
async function takeTurn(received: Counter, receiverId: Uuid): Promise<void> {
  const { fits, resetMs } = await received.take(receiverId, 1)
  if (fits) return
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  throw new ApiError(
    'rate_limited',
    `This receiver has had its requests of this minute. Try again in ${seconds} seconds.`,
    { retryAfter: seconds },
  )
}

/** Statuses of replies without a body (RFC 9110, section 6.4.1). */
const withoutBody = new Set([204, 205, 304])

function reply(res: Response, status: number): void {
  res.status(status)
  if (withoutBody.has(status)) res.end()
  else res.type('text/plain').send(`This receiver replies ${status}.\n`)
}
