import type { Texts } from './texts.js'

export const en: Texts = {
  pages: {
    confirm: {
      title: 'Confirm your subscription',
      text: 'Please confirm that you want to receive email from this list.',
    },
    confirmed: {
      title: 'You are subscribed',
      text: 'Thank you. You will receive email from this list, and you can unsubscribe at any time.',
    },
    alreadyConfirmed: {
      title: 'You are already subscribed',
      text: 'This subscription has been confirmed before. There is nothing left to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for 7 days. If you have not confirmed your subscription yet, please sign up again.',
    },
    ended: {
      title: 'This link is no longer valid',
      text: 'You have unsubscribed since this email was sent. To receive email again, please sign up again.',
    },
    invalid: {
      title: 'This link does not work',
      text: 'It is incomplete or has been changed. Please open the link in the email once more.',
    },
    unsubscribe: {
      title: 'Unsubscribe?',
      text: 'Please confirm that you no longer want to receive email from this list.',
    },
    unsubscribed: {
      title: 'You are unsubscribed',
      text: 'You will receive no more email from this list. A message already on its way may still arrive.',
    },
    gone: {
      title: 'This subscription no longer exists',
      text: 'You receive no email because of it. To receive email from the list, please sign up again.',
    },
    optOut: {
      title: 'Unsubscribe from newsletters?',
      text: 'Please confirm that you no longer want to receive newsletters and offers from this sender.',
    },
    optedOut: {
      title: 'You get no more newsletters',
      text: 'You will receive no more newsletters and offers from this sender. One already on its way may still arrive.',
    },
    optOutGone: {
      title: 'You are no longer a recipient',
      text: 'This sender no longer has you among the recipients of newsletters. There is nothing left to do.',
    },
    preview: {
      title: 'This is a preview',
      text: 'The link belongs to a preview or a test of an email, so it unsubscribes nobody.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'We could not do this at the moment. Please try again in a minute.',
    },
    error: {
      title: 'Something went wrong',
      text: 'Please try again. If this keeps happening, write to the sender of the email.',
    },
  },
  list: 'List',
  sender: 'Sender',
  address: 'Email address',
  confirmButton: 'Confirm subscription',
  unsubscribeButton: 'Unsubscribe',
  notAsked: 'Did you not sign up? Then simply close this page, and you will not be subscribed.',
  tryAgain: 'Try again',
}
