/** Names of the pages, by their message. */
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

/** All texts of the pages, in one language. */
export interface Texts {
  readonly pages: Readonly<Record<PageName, PageText>>
  /** Labels for the data of the subscription, or of the contact. */
  readonly list: string
  readonly sender: string
  readonly address: string
  readonly confirmButton: string
  readonly unsubscribeButton: string
  /** Note for people who did not ask to confirm anything. */
  readonly notAsked: string
  readonly tryAgain: string
  readonly preferences: PreferenceTexts
}

/** Texts of the page on which people choose between topics. */
interface PreferenceTexts extends PageText {
  readonly saved: string
  /** Text for people who have unsubscribed from everything. */
  readonly receivesNothing: string
  readonly resubscribeButton: string
  /** Text with the name of the topic at {@link topicPlace}. */
  readonly leaveTopicButton: string
  /** Heading of the choices. */
  readonly topics: string
  readonly saveButton: string
  readonly leaveAllButton: string
  /** Text about the mail that arrives after leaving everything. */
  readonly stillArrives: string
}

/** Placeholder for the name of a topic in a text. */
export const topicPlace = '{topic}'
