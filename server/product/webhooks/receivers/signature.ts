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

/** The subscription that sends to a receiver. */
export interface Sending {
  readonly id: Uuid
  /** The secrets that sign now; undefined if they cannot be opened. */
  readonly secrets: readonly string[] | undefined
}

/** Finds the subscription that sends to a receiver, if there is one. */
export async function findSending(
  db: Knex,
  secrets: Sealer,
  workspaceId: WorkspaceId,
  url: string,
): Promise<Sending | undefined> {
  const [subscription] = await selectSubscription(db, workspaceId, url)
  if (subscription === undefined) return undefined
  try {
    return { ...subscription, secrets: await activeSecrets(db, secrets, workspaceId, subscription.id) }
  } catch (error) {
    if (!(error instanceof SealedError)) throw error
    return { ...subscription, secrets: undefined }
  }
}

/**
 * Verifies a request with the secrets of the subscription that sends to its receiver.
 *
 * @param header value of `Service-Signature`, if there is one
 * @param body the bytes as they came
 */
export function judgeSignature(
  sending: Sending | undefined,
  header: string | undefined,
  body: Buffer,
): Pick<ReceivedRow, 'webhook_id' | 'signature'> {
  if (sending?.secrets === undefined) return { webhook_id: sending?.id ?? null, signature: 'unknown' }
  const isValid = header !== undefined && isSigned(header, body, sending.secrets, new Date())
  return { webhook_id: sending.id, signature: isValid ? 'valid' : 'invalid' }
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
