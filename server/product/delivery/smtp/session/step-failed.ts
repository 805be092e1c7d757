import { printableLine } from '../../../../../base/text/printable.js'
import { replyOf } from '../reply.js'
import type { SmtpFailure, SmtpResult, SmtpStep } from '../result.js'
import type { ServerReply } from './reply-reader.js'

/** Says that a step of a session failed, and holds the result that follows. */
export class StepFailed extends Error {
  override name = 'StepFailed'
  constructor(readonly result: SmtpResult) {
    super(`step ${result.step} failed`)
  }
}

/**
 * Makes the failure of a step that got no reply.
 *
 * @param error text for people, which is made fit to be stored
 */
export function broken(step: SmtpStep, failure: SmtpFailure, error: string): StepFailed {
  return new StepFailed({ step, reply: undefined, failure, error: printableLine(error, 500) })
}

/** Makes the failure of a send that may not begin any more: the message is to be given back. */
export function notBegun(step: SmtpStep): StepFailed {
  return broken(step, 'not_begun', 'Another process may send the message.')
}

/**
 * Makes the failure of a step by its reply: a refusal if the reply is one, and garbage if the reply accepts something
 * out of turn: 250 to DATA says nothing about a message that has not been sent.
 */
export function refused(step: SmtpStep, reply: ServerReply, host: string): StepFailed {
  if (reply.code < 400)
    return broken(
      step,
      'garbage',
      `The server answered ${reply.code}, which is not a valid reply to that command.`,
    )
  return new StepFailed({ step, reply: replyOf(reply.code, reply.texts, host) })
}
