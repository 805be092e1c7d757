import type { Consent } from 'postseal'

/** The statuses of a subscription in words. */
export const statusWords = {
  pending: 'Asked to confirm',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
} as const

export type SubscriptionStatus = keyof typeof statusWords

/** Acts of a person, in words. */
const acts: Readonly<Record<string, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
}

/** Returns in words what the person did, according to a consent. */
export function actOf({ action }: Consent): string {
  return acts[action] ?? action
}

/** Says in a sentence how and where the person did it. */
export function wayOf({ source, action }: Consent): string {
  switch (source) {
    case null:
      return 'Source unknown.'
    case 'page':
      return action === 'confirmed'
        ? 'On the page linked from the confirmation mail.'
        : 'On the page linked from a mail.'
    case 'one_click':
      return 'With the unsubscribe button of the mail program (one click, RFC 8058).'
    case 'api':
      return 'By an API request that named no source.'
    default:
      return `Recorded as: ${source}`
  }
}
