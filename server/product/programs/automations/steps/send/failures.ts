import { ApiError } from '../../../../../platform/http/errors/api-error.js'
import { senderRefusals } from '../../../../domains/sender-rules.js'
import type { StepFails } from '../step.js'

/** Codes of errors that last until somebody fixes their cause. */
const lasting: ReadonlySet<string> = new Set([
  'template_not_found',
  'template_not_published',
  'template_render_failed',
  ...senderRefusals,
])

/**
 * Turns the error of a mail that cannot be made into the failure of its run.
 *
 * @throws the error itself if it is not a known one
 */
export function failureOf(error: unknown): StepFails {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'unavailable') return { ...fails(error.code, error.message), mayRetry: true }
  if (lasting.has(error.code)) return fails(error.code, error.message)
  // This is the only error that a render reports about its input.
  if (error.code === 'validation_failed') {
    return fails('template_render_failed', 'The values of its variables have more than 64 kB of JSON.')
  }
  throw error
}

/** Returns a failure that trying again does not fix. */
export function fails(code: string, message: string): StepFails {
  return { kind: 'fails', code, message, mayRetry: false }
}
