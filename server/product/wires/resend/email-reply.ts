import type { components } from '../../../../generated/api-types.js'
import type { components as resend } from '../../../../generated/wires/resend.js'
import { shownAddress } from '../frame/texts/addresses.js'

type Message = components['schemas']['Message']
type Log = components['schemas']['MessageLog']
type ListedEmail = resend['schemas']['ListedEmail']
type LastEvent = ListedEmail['last_event']

/** Presents a message as Resend lists an email. */
export function emailOf(
  message: Message,
  replyTo: readonly components['schemas']['NamedAddress'][] = [],
): ListedEmail {
  const shown = (kind: Message['recipients'][number]['kind']) =>
    message.recipients.filter((recipient) => recipient.kind === kind).map(shownAddress)
  return {
    id: message.id,
    from: shownAddress({ email: message.from_email, name: message.from_name }),
    to: shown('to'),
    cc: shown('cc'),
    bcc: shown('bcc'),
    reply_to: replyTo.map(shownAddress),
    subject: message.subject,
    created_at: message.created_at,
    scheduled_at: message.scheduled_at,
    last_event: lastEventOf(message),
  }
}

/** The state of a recipient that says most about the message, the most telling first. */
const states = [
  ['bounced', 'bounced'],
  ['failed', 'failed'],
  ['deferred', 'delivery_delayed'],
  ['queued', 'sent'],
  ['delivered', 'delivered'],
  ['suppressed', 'suppressed'],
  ['cancelled', 'canceled'],
] as const satisfies readonly (readonly [Message['recipients'][number]['status'], LastEvent])[]

function lastEventOf({ status, recipients }: Pick<Message, 'status' | 'recipients'>): LastEvent {
  if (status === 'scheduled') return 'scheduled'
  const found = states.find(([state]) => recipients.some((recipient) => recipient.status === state))
  return found?.[1] ?? 'queued'
}

/** Returns the last event of a message whose recipients may have opened it, followed a link or complained. */
export function lastEventWith(message: Message, logs: readonly Log[]): LastEvent {
  if (logs.some((log) => log.complained_at !== null)) return 'complained'
  if (logs.some((log) => log.engagement !== null && log.engagement.clicks > 0)) return 'clicked'
  if (logs.some((log) => log.engagement !== null && log.engagement.opens > 0)) return 'opened'
  return lastEventOf(message)
}
