/** Delivery status notifications, by who writes them; `to` is the return path, `about` the recipient. */

export interface DsnVector {
  readonly writer: string
  readonly raw: (to: string, about: string) => string
  /** The bounce that the notification makes; undefined if it makes none. */
  readonly bounce?: {
    readonly code: number
    readonly enhanced_code: string | null
    readonly text: RegExp
    readonly host: string
    readonly class: string
  }
}

interface Form {
  readonly from?: string
  readonly subject?: string
  readonly boundary: string
  readonly prose: string
  readonly status: string
  readonly statusType?: string
  readonly original?: string
}

function report(to: string, form: Form): string {
  const { boundary, statusType = 'message/delivery-status' } = form
  return [
    `From: ${form.from ?? 'MAILER-DAEMON@mx.example.net (Mail Delivery System)'}`,
    `To: ${to}`,
    `Subject: ${form.subject ?? 'Undelivered Mail Returned to Sender'}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    form.prose,
    '',
    `--${boundary}`,
    `Content-Type: ${statusType}`,
    '',
    form.status.trim(),
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    form.original ?? 'Subject: Hello',
    '',
    `--${boundary}--`,
    '',
  ].join('\n')
}

export const dsnVectors: readonly DsnVector[] = [
  {
    writer: 'Postfix',
    raw: (to, about) =>
      report(to, {
        boundary: '4A1B2C3D4E.1700000000/mx.example.net',
        prose: `<${about}>: host mx.example.com[192.0.2.7] said: 550 5.1.1 <${about}>: Recipient address rejected`,
        status: `
Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4A1B2C3D4E
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Tue, 14 Nov 2023 22:13:20 +0000 (UTC)

Final-Recipient: rfc822; ${about}
Original-Recipient: rfc822;${about}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 <${about}>: Recipient address rejected: User
    unknown in virtual mailbox table`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.1.1',
      text: /Recipient address rejected: User unknown in virtual mailbox table$/,
      host: 'mx.example.com',
      class: 'unknown_user',
    },
  },
  {
    writer: 'Postfix, of a host that does not exist',
    raw: (to, about) =>
      report(to, {
        boundary: 'B',
        prose: 'It could not be delivered.',
        status: `
Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${about}
Action: failed
Status: 5.4.4
Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error
    for name=gone.example type=A: Host not found`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.4.4',
      text: /^Host or domain name not found\. Name service error for name=gone\.example/,
      host: 'mx.example.net',
      class: 'unknown_domain',
    },
  },
  {
    writer: 'Exim',
    raw: (to, about) =>
      report(to, {
        boundary: '1700000000-eximdsn-123456789',
        prose: 'A message that you sent could not be delivered to one or more of its recipients.',
        status: `
Reporting-MTA: dns; mail.example.net

Action: failed
Final-Recipient: rfc822;${about}
Status: 5.0.0
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550-5.2.2 The recipient's inbox is out of storage space.
 550 5.2.2 https://support.example.com/?p=OverQuotaPerm`,
        original: 'Return-path: <x@example.net>\nSubject: Hello',
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.2.2',
      text: /out of storage space/,
      host: 'mx.example.com',
      class: 'mailbox_full',
    },
  },
  {
    writer: 'Exim 4.96, of a user whom it does not know',
    raw: (to, about) =>
      report(to, {
        boundary: '1795530188-eximdsn-1565809349',
        prose: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${about}
    Unrouteable address`,
        status: `
Reporting-MTA: dns; mail.example.net

Action: failed
Final-Recipient: rfc822;${about}
Status: 5.0.0`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.0.0',
      text: /^Unrouteable address$/,
      host: 'mail.example.net',
      class: 'unknown_user',
    },
  },
  {
    writer: 'Sendmail',
    raw: (to, about) =>
      report(to, {
        from: 'Mail Delivery Subsystem <MAILER-DAEMON@mail.example.net>',
        subject: 'Returned mail: see transcript for details',
        boundary: '3AEMDKLk012345.1700000000/mail.example.net',
        prose: '   ----- The following addresses had permanent fatal errors -----',
        status: `
Reporting-MTA: dns; mail.example.net
Received-From-MTA: DNS; app.shop.example
Arrival-Date: Tue, 14 Nov 2023 22:13:20 GMT

Final-Recipient: RFC822; <${about}>
X-Actual-Recipient: RFC822; ada@inside.example.net
Action: failed
Status: 5.1.1
Remote-MTA: DNS; inside.example.net
Diagnostic-Code: SMTP; 550 5.1.1 <ada@inside.example.net>... User unknown
Last-Attempt-Date: Tue, 14 Nov 2023 22:13:20 GMT`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.1.1',
      text: /User unknown$/,
      host: 'inside.example.net',
      class: 'unknown_user',
    },
  },
  {
    writer: 'Exchange, with everything in one group and a comment behind the status',
    raw: (to, about) =>
      report(to, {
        from: 'Microsoft Outlook <MicrosoftExchange329e71ec@example.net>',
        subject: 'Undeliverable: Hello',
        boundary: 'db0c-_000_',
        prose: 'Your message could not be delivered.',
        status: `
Reporting-MTA: dns;DB5EUR.example.prod.outlook.com
Received-From-MTA: dns;DB5EUR.example.prod.outlook.com
Final-Recipient: rfc822;${about}
Action: failed (undeliverable)
Status: 5.1.10 (not found)
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: Ada`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.1.10',
      text: /^RESOLVER\.ADR\.RecipientNotFound/,
      host: 'DB5EUR.example.prod.outlook.com',
      class: 'unknown_user',
    },
  },
  {
    writer: 'Gmail',
    raw: (to, about) =>
      report(to, {
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
        subject: 'Delivery Status Notification (Failure)',
        boundary: '00000000000001fca1060a2b3c4d',
        prose: '** Address not found **',
        status: `
Reporting-MTA: dns; googlemail.example
Arrival-Date: Tue, 14 Nov 2023 14:13:20 -0800 (PST)
X-Original-Message-ID: <m@shop.example>

Final-Recipient: rfc822; ${about}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.com. (192.0.2.7, the server for the domain example.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces.
Last-Attempt-Date: Tue, 14 Nov 2023 14:13:20 -0800 (PST)`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.1.1',
      text: /^The email account that you tried to reach does not exist/,
      host: 'mx.example.com. (192.0.2.7, the server for the domain example.com.)',
      class: 'unknown_user',
    },
  },
  {
    writer: 'a server that gave up (4.4.7)',
    raw: (to, about) =>
      report(to, {
        boundary: 'B',
        prose: 'Delivery expired.',
        status: `
Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${about}
Action: failed
Status: 4.4.7`,
      }),
    bounce: { code: 450, enhanced_code: '4.4.7', text: /^$/, host: 'mx.example.net', class: 'network' },
  },
  {
    writer: 'a server of another address it was forwarded to, with escaped characters (RFC 6533)',
    raw: (to) =>
      report(to, {
        boundary: 'B',
        prose: 'No.',
        statusType: 'message/global-delivery-status\nContent-Transfer-Encoding: 8bit',
        status: `
Reporting-MTA: dns; mx.example.net

Final-Recipient: utf-8; gr\\x{FC}n@elsewhere.example
Action: failed
Status: 5.2.1
Diagnostic-Code: smtp; 550 5.2.1 This mailbox is disabled`,
      }),
    bounce: {
      code: 550,
      enhanced_code: '5.2.1',
      text: /^This mailbox is disabled$/,
      host: 'mx.example.net',
      class: 'mailbox_disabled',
    },
  },
  {
    writer: 'a server that names several recipients, this one as original',
    raw: (to, about) =>
      report(to, {
        boundary: 'B',
        prose: 'Some.',
        status: `
Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; other@example.com
Action: failed
Status: 5.2.2

Final-Recipient: rfc822; alias@inside.example.com
Original-Recipient: rfc822; ${about.toUpperCase()}
Action: failed
Status: 5.7.1
Diagnostic-Code: smtp; 554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org`,
      }),
    bounce: {
      code: 554,
      enhanced_code: '5.7.1',
      text: /spamhaus/,
      host: 'mx.example.net',
      class: 'reputation',
    },
  },
  ...(['delayed', 'delivered', 'relayed', 'expanded', 'jumped'] as const).map((action) => ({
    writer: `a server that says "${action}"`,
    raw: (to: string, about: string) =>
      report(to, {
        boundary: 'B',
        prose: 'For your information.',
        status: `
Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ${about}
Action: ${action}
Status: ${action === 'delayed' ? '4.4.1' : '2.0.0'}`,
      }),
  })),
  {
    writer: 'a server that failed for two others',
    raw: (to) =>
      report(to, {
        boundary: 'B',
        prose: 'Some.',
        status: `
Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; one@example.com
Action: failed
Status: 5.1.1

Final-Recipient: rfc822; two@example.com
Action: failed
Status: 5.1.1`,
      }),
  },
]
