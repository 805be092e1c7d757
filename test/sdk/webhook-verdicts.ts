import { readFileSync } from 'node:fs'
import {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
} from '../../sdk-ts/src/webhooks/index.js'
import type { Verdict } from '../support/verify-webhook.js'

/** What is signed and verified in any language, as test/vectors/README.md has it. */
interface Vectors {
  sign: { name: string; payload: string; timestamp: number; secrets: string[]; header: string }[]
  verify: {
    name: string
    payload: string
    header: string | null
    secrets: string[]
    now: number
    tolerance_seconds: number
    expect: Verdict
  }[]
}

export const vectors = JSON.parse(
  readFileSync(new URL('../vectors/webhook-signatures.json', import.meta.url), 'utf8'),
) as Vectors

/** Why a webhook is refused; fails where it is not. */
export async function refusal(options: VerifyWebhookOptions): Promise<WebhookVerificationError> {
  const error = await verifyWebhook(options).then(
    () => new Error('It was verified.'),
    (error: unknown) => error,
  )
  if (!(error instanceof WebhookVerificationError)) throw error
  return error
}

/** What verifyWebhook makes of a webhook, in the words of the vectors. */
export async function verdict(options: VerifyWebhookOptions): Promise<Verdict> {
  try {
    await verifyWebhook(options)
    return 'ok'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}
