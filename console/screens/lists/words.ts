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
  requested: 'Asked for the subscription',
  confirmed: 'Confirmed it',
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
      return 'It is not known where.'
    case 'page':
      return action === 'confirmed'
        ? 'By the button of the page that the link of the opt-in mail led to.'
        : 'By the button of the page that the link of a mail led to.'
    case 'one_click':
      return 'By the button of the mail reader (one click, RFC 8058).'
    case 'api':
      return 'By a request of the API that named no place.'
    default:
      return `Recorded as: ${source}`
  }
}
