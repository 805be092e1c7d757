import { ApiError } from '../../../../../platform/http/errors/api-error.js'
import { senderRefusals } from '../../../../domains/sender-rules.js'
import type { StepFails } from '../step.js'

/** What somebody has to mend first. */
const lasting: ReadonlySet<string> = new Set([
  'template_not_found',
  'template_not_published',
  'template_render_failed',
  ...senderRefusals,
])

/**
 * What a mail that cannot be made means for its run.
 *
 * @throws the error itself where it is none of those that are known
 */
export function failureOf(error: unknown): StepFails {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'unavailable') return { ...fails(error.code, error.message), mayRetry: true }
  if (lasting.has(error.code)) return fails(error.code, error.message)
  // The one thing that a render says of its input.
  if (error.code === 'validation_failed') {
    return fails('template_render_failed', 'The values of its variables have more than 64 kB of JSON.')
  }
  throw error
}

/** A failure that a repetition does not mend. */
export function fails(code: string, message: string): StepFails {
  return { kind: 'fails', code, message, mayRetry: false }
}
