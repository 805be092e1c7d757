import { printableLine } from '../../../../../base/text/printable.js'
import { replyOf } from '../reply.js'
import type { SmtpFailure, SmtpResult, SmtpStep } from '../result.js'
import type { ServerReply } from './reply-reader.js'

/** A step of a session that did not end as it should, with what that comes to. */
export class StepFailed extends Error {
  override name = 'StepFailed'
  constructor(readonly result: SmtpResult) {
    super(`step ${result.step} failed`)
  }
}

/** @param error for people; made fit to be stored here */
export function broken(step: SmtpStep, failure: SmtpFailure, error: string): StepFailed {
  return new StepFailed({ step, reply: undefined, failure, error: printableLine(error, 500) })
}

/** The send may not begin any more: the message is to be given back. */
export function notBegun(step: SmtpStep): StepFailed {
  return broken(step, 'not_begun', 'Another process may send the message.')
}

/**
 * A refusal where the reply is one, and garbage where it takes what was not asked: 250 to DATA says nothing
 * about a message that has not been sent.
 */
export function refused(step: SmtpStep, reply: ServerReply, host: string): StepFailed {
  if (reply.code < 400)
    return broken(
      step,
      'garbage',
      `The server answered ${reply.code}, which is no valid reply to that command.`,
    )
  return new StepFailed({ step, reply: replyOf(reply.code, reply.texts, host) })
}
