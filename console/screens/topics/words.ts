import type { TopicConsent } from 'postseal'

/** Says in words whether a contact wants a topic. */
export function wishOf(isSubscribed: boolean): string {
  return isSubscribed ? 'Wants it' : 'Does not want it'
}

/** Says in words how a contact chose a topic. */
export function wayOf({ source }: TopicConsent): string {
  switch (source) {
    case null:
      return 'Not known'
    case 'page':
      return 'On the page that a mail led to'
    case 'one_click':
      return 'By the button of the mail reader'
    case 'api':
      return 'By a request that named no place'
    default:
      return source
  }
}
