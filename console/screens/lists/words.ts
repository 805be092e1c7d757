import type { Consent } from 'postseal'

/** The statuses of a subscription in words. */
export const statusWords = {
  pending: 'Asked to confirm',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
} as const

export type SubscriptionStatus = keyof typeof statusWords

/** What a person did. */
const acts: Readonly<Record<string, string>> = {
  requested: 'Asked for the subscription',
  confirmed: 'Confirmed it',
  unsubscribed: 'Unsubscribed',
}

/** What a consent says that the person did. */
export function actOf({ action }: Consent): string {
  return acts[action] ?? action
}

/** How and where, in a sentence. */
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
