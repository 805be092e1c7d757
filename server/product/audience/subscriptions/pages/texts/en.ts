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
      text: 'You have already confirmed this subscription. There is nothing left to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'The link was valid for 7 days. If you have not confirmed your subscription yet, please sign up again.',
    },
    ended: {
      title: 'This link is no longer valid',
      text: 'You have unsubscribed since this email was sent. To receive email again, please sign up again.',
    },
    invalid: {
      title: 'This link does not work',
      text: 'The link is incomplete or has been changed. Please open it from the email again.',
    },
    unsubscribe: {
      title: 'Unsubscribe?',
      text: 'Please confirm that you no longer want to receive email from this list.',
    },
    unsubscribed: {
      title: 'You have unsubscribed',
      text: 'You will not receive any more email from this list. A message that is already on its way may still arrive.',
    },
    gone: {
      title: 'This subscription no longer exists',
      text: 'You will not receive any email from this list. To receive it again, please sign up again.',
    },
    optOut: {
      title: 'Unsubscribe from newsletters?',
      text: 'Please confirm that you no longer want to receive newsletters or offers from this sender.',
    },
    optedOut: {
      title: 'You have unsubscribed from newsletters',
      text: 'You will not receive any more newsletters or offers from this sender. One that is already on its way may still arrive.',
    },
    optOutGone: {
      title: 'You are no longer a recipient',
      text: 'You are no longer on this sender’s list for newsletters. There is nothing left to do.',
    },
    preview: {
      title: 'This is a preview',
      text: 'The link is from a preview or a test email, so it does not unsubscribe anyone.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'We cannot do this at the moment. Please try again in a minute.',
    },
    error: {
      title: 'Something went wrong',
      text: 'Please try again. If this keeps happening, contact the sender of the email.',
    },
  },
  list: 'List',
  sender: 'Sender',
  address: 'Email address',
  confirmButton: 'Confirm subscription',
  unsubscribeButton: 'Unsubscribe',
  notAsked: 'If you did not sign up, simply close this page, and you will not be subscribed.',
  tryAgain: 'Try again',
  preferences: {
    title: 'Email preferences',
    text: 'Choose which email you want to receive from this sender.',
    saved: 'Your choices have been saved.',
    receivesNothing:
      'You have unsubscribed from all newsletters and offers from this sender. The choices below only apply once you receive email again.',
    resubscribeButton: 'Receive email again',
    leaveTopicButton: 'Unsubscribe from {topic}',
    topics: 'Topics',
    saveButton: 'Save choices',
    leaveAllButton: 'Unsubscribe from everything',
    stillArrives: 'Messages that are neither newsletters nor offers, such as receipts, will still arrive.',
  },
}
