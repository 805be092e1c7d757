import {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
} from '../../../sdk-ts/src/webhooks/index.js'
import type { Verdict } from '../../support/webhooks/verify-webhook.js'

/** Why a webhook is refused; fails where it is not. */
export async function refusal(options: VerifyWebhookOptions): Promise<WebhookVerificationError> {
  const error = await verifyWebhook(options).then(
    () => new Error('It was verified.'),
    (error: unknown) => error,
  )
  if (!(error instanceof WebhookVerificationError)) throw error
  return error
}

/** Returns the verdict of verifyWebhook on a webhook, in the words of the vectors. */
export async function verdict(options: VerifyWebhookOptions): Promise<Verdict | 'repeated_event'> {
  try {
    await verifyWebhook(options)
    return 'ok'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}
