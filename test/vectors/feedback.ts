/** Complaints, by who sends them. */

export interface Complained {
  /** The return path of the message. */
  readonly sender: string
  readonly recipient: string
  readonly messageId: string
  readonly feedbackId: string
}

function report(fields: string, original: string): string {
  return `From: Feedback Loop <fbl@provider.example>
To: fbl@bounces.shop.example
Subject: Complaint
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54"

--part1_13d.2e68ed54
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.

--part1_13d.2e68ed54
Content-Type: message/feedback-report
Content-Disposition: inline

${fields.trim()}

--part1_13d.2e68ed54
${original.trim()}

--part1_13d.2e68ed54--
`
}

/** Names the return path and returns the message whole. */
export const yahoo = ({ sender, recipient }: Complained, type = 'abuse'): string =>
  report(
    `
Feedback-Type: ${type}
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <${sender}>
Original-Rcpt-To: ${recipient}
Received-Date: Tue, 14 Nov 2023 22:13:20 PST
Reported-Domain: shop.example`,
    `
Content-Type: message/rfc822
Content-Disposition: inline

From: no-reply@shop.example
Subject: Hello

Hello.`,
  )

/** Leaves the sender out, and returns the header only, with its return path. */
export const comcast = ({ sender, messageId }: Complained): string =>
  report(
    `
Feedback-Type: abuse
User-Agent: ReturnPathFBL/2.0
Version: 1
Abuse-Type: complaint
Source: Comcast`,
    `
Content-Type: text/rfc822-headers

Return-Path: <${sender}>
Message-ID: ${messageId}
Subject: Hello`,
  )

/** Knows the message by its Message-ID and the recipient. */
export const byMessageId = ({ recipient, messageId, feedbackId }: Complained): string =>
  report(
    `
Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <${recipient}>`,
    `
Content-Type: message/rfc822

Received: from mx.shop.example by mx.provider.example
Message-ID: ${messageId}
Feedback-ID: ${feedbackId}
Subject: Hello

Hello.`,
  )

/** Outlook.com's Junk Mail Reporting Program: no report by the standard, but the message with a field of its own. */
export const junkMailReport = ({ sender, recipient }: Complained): string => `From: staff@hotmail.example
To: fbl@bounces.shop.example
Subject: complaint about message from 192.0.2.1
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="_b_"

--_b_
Content-Type: message/rfc822
Content-Disposition: attachment

X-HmXmrOriginalRecipient: ${recipient}
Return-Path: ${sender}
Received: from mx.shop.example by mail.outlook.example
Subject: Hello

Hello.
--_b_--
`
