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
}
