/** The pages, by what they tell. */
export const pageNames = [
  'confirm',
  'confirmed',
  'alreadyConfirmed',
  'expired',
  'ended',
  'invalid',
  'unsubscribe',
  'unsubscribed',
  'gone',
  'optOut',
  'optedOut',
  'optOutGone',
  'preview',
  'unavailable',
  'error',
] as const
export type PageName = (typeof pageNames)[number]

interface PageText {
  readonly title: string
  readonly text: string
}

/** Everything that the pages say, in one language. */
export interface Texts {
  readonly pages: Readonly<Record<PageName, PageText>>
  /** Labels of what is shown of the subscription, or of the contact. */
  readonly list: string
  readonly sender: string
  readonly address: string
  readonly confirmButton: string
  readonly unsubscribeButton: string
  /** For those who did not ask to confirm anything. */
  readonly notAsked: string
  readonly tryAgain: string
  readonly preferences: PreferenceTexts
}

/** What the page says on which people choose between topics. */
interface PreferenceTexts extends PageText {
  readonly saved: string
  /** To those who have unsubscribed from everything. */
  readonly receivesNothing: string
  readonly resubscribeButton: string
  /** With the name of the topic at {@link topicPlace}. */
  readonly leaveTopicButton: string
  /** The heading of the choices. */
  readonly topics: string
  readonly saveButton: string
  readonly leaveAllButton: string
  /** What arrives after leaving everything. */
  readonly stillArrives: string
}

/** Where the name of a topic stands in a text. */
export const topicPlace = '{topic}'
