import type { Logger } from 'pino'
import { toTypeId } from '../../platform/db/ids.js'
import { isUnavailable } from '../../platform/db/connection/unavailable.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { EnvelopeSenders, OwnReturnPath } from './bounce/envelope-senders.js'
import type { ComposedMail, ComposedMessages } from './compose/composed.js'
import type { ClaimedDelivery } from '../mail/claim/claim.js'
import type { SmtpResult } from './smtp/result.js'
import type { OutgoingMail } from './transport.js'

/** The mail of a delivery, or the result of the attempt if there is no mail to send. */
export type PreparedMail =
  | {
      readonly mail: OutgoingMail
      /** The sender's own return path; undefined if the mail leaves with the service's. */
      readonly ownReturnPath: OwnReturnPath | undefined
      /** The domain of the mail's From field, as A-labels in lower case. */
      readonly fromDomain: string
    }
  | { readonly result: SmtpResult }

/**
 * Loads, composes and signs the mail of a delivery.
 *
 * @throws Error if the database is away, which says nothing about the message
 */
export async function prepareMail(
  delivery: ClaimedDelivery,
  composed: ComposedMessages,
  senders: EnvelopeSenders,
  log: Logger,
): Promise<PreparedMail> {
  let message: ComposedMail | undefined
  try {
    message = await composed.get(delivery)
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (error instanceof ApiError && error.code === 'template_render_failed')
      return { result: notRendered(error) }
    // The renderer is too busy, which says nothing about the message.
    if (error instanceof ApiError && error.code === 'unavailable')
      return { result: notComposed(error.message) }
    // The failure is ours to fix. The delivery is tried again as after a refusal, so that the failure shows in the
    // log and ends some day.
    log.error(
      { err: error, log_id: toTypeId('log', delivery.logId) },
      'a message could not be composed or signed',
    )
    return { result: notComposed('The message could not be composed.') }
  }
  if (message === undefined) return { result: contentGone }
  const { destination, recipient } = delivery
  // Bounces come back to us, and say by their address which delivery they are about.
  const { address, own } = await senders.senderOf(delivery, message.fromDomain)
  return {
    mail: { destination, from: address, to: recipient, message: message.bytes },
    ownReturnPath: own,
    fromDomain: message.fromDomain,
  }
}

/** Returns the result of an attempt whose mail could not be composed. Another attempt may go better. */
function notComposed(error: string): SmtpResult {
  return { step: 'resolve', reply: undefined, failure: 'not_composed', error }
}

/**
 * Returns the result of an attempt whose template could not be rendered. The same values give the same mistake, so
 * another attempt would not help.
 */
function notRendered({ message }: ApiError): SmtpResult {
  return { step: 'resolve', reply: undefined, failure: 'not_rendered', error: message }
}

/**
 * The result of an attempt whose content was deleted by retention or an erasure. Nothing is left to try again with.
 */
const contentGone: SmtpResult = {
  step: 'resolve',
  reply: undefined,
  failure: 'content_gone',
  error: "The message's content is no longer kept.",
}
