import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { SealedError, type Sealer } from '../../../platform/auth/sealed.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { activeSecrets } from '../signatures/secrets.js'
import type { ReceivedRow } from './received.js'

/** Largest difference between a signature's time and the clock, in seconds, as the contract tells receivers. */
const toleranceSeconds = 300

/** Selects the subscription with an address; there is one at most. */
const selectSubscription = statement<[workspaceId: WorkspaceId, url: string], { id: Uuid }>(
  'select_subscription_of_webhook_receiver',
  'select id from webhook_subscriptions where workspace_id = $1 and url = $2 and deleted_at is null',
)

/**
 * Finds the subscription that sends to a receiver, and verifies a request with its secrets.
 *
 */
export async function judgeSignature(
  db: Knex,
  secrets: Sealer,
  workspaceId: WorkspaceId,
  {
    url,
    header,
    body,
  }: {
    readonly url: string
    /** The value of `Service-Signature`, if there is one. */
    readonly header: string | undefined
    /** The bytes as they came. */
    readonly body: Buffer
  },
): Promise<Pick<ReceivedRow, 'webhook_id' | 'signature'>> {
  const [subscription] = await selectSubscription(db, workspaceId, url)
  if (subscription === undefined) return { webhook_id: null, signature: 'unknown' }
  try {
    const active = await activeSecrets(db, secrets, workspaceId, subscription.id)
    const valid = header !== undefined && isSigned(header, body, active, new Date())
    return { webhook_id: subscription.id, signature: valid ? 'valid' : 'invalid' }
  } catch (error) {
    if (!(error instanceof SealedError)) throw error
    return { webhook_id: subscription.id, signature: 'unknown' }
  }
}

/**
 * Returns whether one of the secrets has signed a body (`t=<unix seconds>,v1=<hex>`, HMAC-SHA256 of `<t>.<body>`).
 *
 * @param header value of `Service-Signature`, which anybody may have written
 */
export function isSigned(header: string, body: Buffer, secrets: readonly string[], now: Date): boolean {
  const parts = header.split(',')
  const time = /^t=([0-9]{1,12})$/.exec(parts[0] ?? '')?.[1]
  if (time === undefined || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false
  const given = parts
    .slice(1)
    .flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? [])
    .map((hex) => Buffer.from(hex, 'hex'))
  return secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.some((one) => timingSafeEqual(one, right))
  })
}
