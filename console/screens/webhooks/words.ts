import { translatedTypes } from '../../../base/contract/translated-types.js'
import { eventTypes } from '../events/types.js'
import type { UpsertWebhookRequest, WebhookDelivery, WebhookHealth, WebhookSubscription } from 'postseal'

type Disabled = Pick<WebhookSubscription, 'disabled_reason'>

/** Says in a sentence why nothing is sent. */
export function whyDisabled({ disabled_reason: reason }: Disabled): string {
  if (reason === 'gone') return 'The endpoint answered 410, so it is gone permanently.'
  if (reason === 'failing') return 'Every delivery failed for five days.'
  return 'Paused by a user.'
}

/** Returns a webhook's health in a word, and the status as which it is shown. */
export function healthWords(health: WebhookHealth): { readonly of: string; readonly word: string } {
  if (health.status === 'disabled') {
    return health.disabled_reason === 'requested'
      ? { of: 'paused', word: 'Paused' }
      : { of: 'halted', word: health.disabled_reason === 'gone' ? 'Gone' : 'Given up' }
  }
  if (health.status === 'failing') return { of: 'failing', word: 'Failing' }
  const isNew = health.last_success_at === null && health.last_failure_at === null
  return isNew ? { of: 'not_started', word: 'Nothing sent yet' } : { of: 'healthy', word: 'Healthy' }
}

/** Returns the status of a delivery; `retrying` for one that has failed and will be attempted again. */
export function statusOf({ status, attempts }: WebhookDelivery): string {
  return status === 'pending' && attempts.length > 0 ? 'retrying' : status
}

/** Returns the outcome of a delivery in a few words. */
export function outcomeOf({ status, attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (last === undefined || status === 'delivering') return 'Sending…'
  const reply = last.status === null ? (last.error?.code.replaceAll('_', ' ') ?? 'no reply') : last.status
  if (status === 'delivered') return `Delivered: ${reply}`
  return status === 'pending' ? `Will be retried: ${reply}` : `Failed: ${reply}`
}

export type WebhookFormat = NonNullable<UpsertWebhookRequest['format']>

/** The name of each format. */
export const formatNames: Readonly<Record<WebhookFormat, string>> & Partial<Record<string, string>> = {
  postseal: 'Postseal',
  resend: 'Resend',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
}

/** The formats of other services, and their names. */
export const foreignFormats: readonly (readonly [WebhookFormat, string])[] = (
  ['resend', 'postmark', 'sendgrid', 'mailgun'] as const
).map((format) => [format, formatNames[format]])

/** Returns whether a format's own signature is by the newest secret alone. */
export function hasOneSignature(format: string): boolean {
  return format === 'sendgrid' || format === 'mailgun'
}

/** Returns the event types that a format has, in the order of the contract. */
export function typesIn(format: WebhookFormat): readonly string[] {
  return format === 'postseal' ? eventTypes : translatedTypes[format]
}

/** Names the events that a webhook gets in a few words. */
export function eventsText(events: readonly string[]): string {
  if (events.includes('*')) return 'All events'
  const [first = ''] = events
  return events.length === 1 ? first : `${first} and ${events.length - 1} more`
}
