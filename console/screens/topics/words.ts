import type { TopicConsent } from 'postseal'

/** Says in words whether a contact wants a topic. */
export function wishOf(isSubscribed: boolean): string {
  return isSubscribed ? 'Wants it' : 'Opted out'
}

/** Says in words how a contact chose a topic. */
export function wayOf({ source }: TopicConsent): string {
  switch (source) {
    case null:
      return 'Not known'
    case 'page':
      return 'On the page linked from a mail'
    case 'one_click':
      return 'By the unsubscribe button of the mail program'
    case 'api':
      return 'By an API request'
    default:
      return source
  }
}
