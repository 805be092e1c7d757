import type { DsnVector } from './dsn.js'

/**
 * Bounces in the qmail-send Bounce Message Format, by what they say of the recipient. The format is qmail's, and that
 * of netqmail, notqmail, s/qmail and IndiMail.
 */

const introduction = `I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.`

interface Form {
  readonly program?: string
  readonly introduction?: string
  /** The paragraphs, each for a recipient. */
  readonly recipients: readonly string[]
}

function bounce(to: string, form: Form): string {
  return `Received: (qmail 4711 invoked for bounce); 14 Nov 2023 22:13:20 -0000
Date: 14 Nov 2023 22:13:20 -0000
From: MAILER-DAEMON@mx.example.net
To: ${to}
Subject: failure notice

${textOf(form)}--- Below this line is a copy of the message.

Return-Path: <${to}>
Subject: Hello
`
}

function textOf(form: Form): string {
  return `Hi. This is the ${form.program ?? 'qmail-send'} program at mx.example.net.
${form.introduction ?? introduction}

${form.recipients.map((paragraph) => `${paragraph}\n\n`).join('')}`
}

/** A bounce for one recipient with the lines of its reason. */
const of =
  (...reason: readonly string[]): DsnVector['raw'] =>
  (to, about) =>
    bounce(to, { recipients: [[`<${about}>:`, ...reason].join('\n')] })

const tooLong = "I'm not going to try again; this message has been in the queue too long."

export const qsbmfVectors: readonly DsnVector[] = [
  {
    writer: 'qmail, of a remote server',
    raw: of(
      '192.0.2.7 does not like recipient.',
      'Remote host said: 550 sorry, no mailbox here by that name. (#5.1.1)',
      'Giving up on 192.0.2.7.',
    ),
    bounce: {
      code: 550,
      enhanced_code: '5.1.1',
      text: /^sorry, no mailbox here by that name\. \(#5\.1\.1\)$/,
      host: '192.0.2.7',
      class: 'unknown_user',
    },
  },
  {
    writer: 'netqmail, of a mailbox of its own',
    raw: of('Sorry, no mailbox here by that name. (#5.1.1)'),
    bounce: {
      code: 550,
      enhanced_code: '5.1.1',
      text: /^Sorry, no mailbox/,
      host: '',
      class: 'unknown_user',
    },
  },
  {
    writer: 'vpopmail, of a mailbox that is full',
    raw: of('The users mailfolder is over the allowed quota (size). (#5.2.2)'),
    bounce: {
      code: 550,
      enhanced_code: '5.2.2',
      text: /over the allowed quota/,
      host: '',
      class: 'mailbox_full',
    },
  },
  {
    writer: 'Yahoo, of somebody whom it does not know',
    raw: of("This user doesn't have a yahoo.com account (gone@yahoo.com) [0]"),
    bounce: { code: 550, enhanced_code: null, text: /^This user/, host: '', class: 'unknown_user' },
  },
  {
    writer: 'qmail, of a host that does not exist',
    raw: of("Sorry, I couldn't find any host named gone.example. (#5.1.2)"),
    bounce: { code: 550, enhanced_code: '5.1.2', text: /gone\.example/, host: '', class: 'unknown_domain' },
  },
  {
    writer: 'qmail, of a server that it did not reach',
    raw: of("Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)", tooLong),
    bounce: { code: 450, enhanced_code: '4.4.1', text: /queue too long\.$/, host: '', class: 'network' },
  },
  {
    writer: 'qmail, of a message that became too old',
    raw: of(tooLong),
    bounce: { code: 450, enhanced_code: '4.4.7', text: /queue too long\.$/, host: '', class: 'network' },
  },
  {
    writer: 'qmail, of a server that said for days that it was too early',
    raw: of(
      '192.0.2.7 does not like recipient.',
      'Remote host said: 450 4.1.1 user unknown for now',
      'Giving up on 192.0.2.7.',
      tooLong,
    ),
    bounce: {
      code: 450,
      enhanced_code: '4.1.1',
      text: /^user unknown for now$/,
      host: '192.0.2.7',
      class: 'unknown_user',
    },
  },
  {
    writer: 'notqmail, of a server that refuses the sender',
    raw: of(
      'Connected to 192.0.2.7 but sender was rejected.',
      'Remote host said: 550 5.1.1 user unknown, so go away',
    ),
    bounce: {
      code: 550,
      enhanced_code: null,
      text: /^Connected to 192\.0\.2\.7 but sender was rejected\.$/,
      host: '192.0.2.7',
      class: 'other',
    },
  },
  {
    writer: 's/qmail, of a reply of several lines',
    raw: of(
      '2001:db8::7 does not like recipient.',
      'Remote host said: 552-5.2.2 The mailbox is',
      '552 5.2.2 over quota',
      'Giving up on 2001:db8::7.',
    ),
    bounce: {
      code: 552,
      enhanced_code: '5.2.2',
      text: /^The mailbox is over quota$/,
      host: '2001:db8::7',
      class: 'mailbox_full',
    },
  },
  {
    writer: 'IndiMail, which encloses the message',
    raw: (to, about) => `From: MAILER-DAEMON@mx.example.net
To: ${to}
Subject: failure notice
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="17000.qp_4711.KUI@mx.example.net"

--17000.qp_4711.KUI@mx.example.net

${textOf({ program: 'slowq-send', recipients: [`<${about}>:\nSorry, no mailbox here by that name. (#5.1.1)`] })}--- Enclosed is a copy of the message.

--17000.qp_4711.KUI@mx.example.net
Content-Type: message/rfc822

Subject: Hello

--17000.qp_4711.KUI@mx.example.net--
`,
    bounce: {
      code: 550,
      enhanced_code: '5.1.1',
      text: /^Sorry, no mailbox/,
      host: '',
      class: 'unknown_user',
    },
  },
  {
    writer: 'qmail, of the recipient among others',
    raw: (to, about) =>
      bounce(to, {
        recipients: [
          '<one@example.net>:\nSorry, no mailbox here by that name. (#5.1.1)',
          `<${about}>:\nThis message is looping: it already has my Delivered-To line. (#5.4.6)`,
        ],
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.4.6',
      text: /^This message is looping/,
      host: '',
      class: 'server',
    },
  },
  {
    writer: 'an add-on of qmail that warns',
    raw: (to, about) =>
      bounce(to, {
        introduction: "This is a warning only: I haven't given up on your message yet.",
        recipients: [`<${about}>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)`],
      }),
  },
  {
    writer: 'qmail, of two others',
    raw: (to) =>
      bounce(to, { recipients: ['<one@example.net>:\nNo. (#5.1.1)', '<two@example.net>:\nNo. (#5.1.1)'] }),
  },
]
