import type { Rule } from './rule.js'

/** Replies about the message's words, attachments or looks. */
export const content: readonly Rule[] = [
  {
    class: 'content',
    says: [
      // Gmail: 550 5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the
      // amount of spam …
      'likely unsolicited mail',
      // Gmail: 550 5.7.1 Our system has detected that this message is likely suspicious due to the nature of
      // the content and/or the links within.
      'due to the nature of the content',
      // Gmail: 552 5.7.0 This message was blocked because its content presents a potential security issue.
      'content presents a potential security issue',
      // Gmail: 550 5.7.1 Messages missing a valid messageId header are not accepted / 550 5.7.1 The message
      // contains several From: headers
      'messages missing a valid',
      'messages with multiple addresses in from',
      'is not rfc 5322 compliant',
      // Yahoo: 554 Message not allowed - [PH01] Email not accepted for policy reasons. (phishing; [HU01] for
      // a URL)
      'message not allowed - [ph01]',
      '[ph01] email not accepted',
      '[phNN]',
      '[huNN]',
      // Office 365: 550 5.7.520 Message blocked because it contains content identified as spam. AS(4810)
      'content identified as spam',
      // 554 5.7.1 Message rejected due to content restrictions
      'rejected due to content',
      // GMX and web.de: 554 Transaction failed Reject due to policy restrictions. For explanation visit …
      // c=hc (its spam filter)
      'reject due to policy restrictions',
      // Mail.ru: 550 spam message rejected. Please visit http://help.mail.ru/notspam-support/…
      'spam message rejected',
      // Yandex: 554 5.7.1 Message rejected under suspicion of SPAM; http://help.yandex.ru/mail/spam/…
      'under suspicion of spam',
      // Yandex: 550 Sorry, message looks like SPAM to me
      'looks like spam',
      // Zoho: 554 5.7.1 Mail has been rejected because it is detected as spam
      'detected as spam',
      // SpamAssassin behind Exim or Postfix: 550 5.7.1 Blocked by SpamAssassin / This message scored 12.3
      // spam points.
      'blocked by spamassassin',
      'spam points',
      // 550 5.7.1 Message identified as spam / 571 5.7.1 message classified as spam / 554 considered spam /
      // 550 High probability of spam
      'identified as spam',
      'classified as spam',
      'considered spam',
      'considered as spam',
      'considered to be spam',
      'scored as spam',
      'spam classification',
      'flagged as spam',
      'high probability of spam',
      'appears to be spam',
      'rejected as spam',
      'because of spam',
      'spam content',
      'spam detected',
      'is spam',
      'unsolicited message',
      // Barracuda: 554 rejected due to spam URL in content / 550 Message was blocked by … for intent
      'spam url in content',
      // Mimecast: 554 Email rejected due to security policies - MCSpamSignature.…
      'mcspamsignature',
      'rejected due to security policies',
      // amavis: 554 5.7.0 Reject, id=01234-01 - INFECTED: Eicar / 550 5.7.1 Message contains a virus
      ' - infected:',
      'contains a virus',
      'virus detected',
      'virus infected',
      'malware',
      // amavis: 554 5.7.0 Reject, id=01234-01 - spam / - BANNED: .exe
      ' - spam',
      ' - banned:',
      // GoDaddy: 552 This message has been rejected due to content judged to be spam … IB212 / 552 Virus infected message
      // rejected. IB705
      'ib2NN',
      'ib7NN',
      // rspamd: 554 5.7.1 Gtube pattern (its Spam message rejected is among Mail.ru's)
      'gtube',
      // 552 5.7.1 attachment type not allowed / Exim, cPanel: 550 … contains a file type that is not accepted
      // / blocked attachment
      'attachment type not allowed',
      'attachment is not allowed',
      'illegal attachment',
      'prohibited attachment',
      // SURBL and URIBL: 550 5.7.1 … contains a URL listed at multi.uribl.com
      'uribl',
      'uribl.com',
      'surbl',
      'surbl.org',
      // Outlook.com: 550 5.6.0 Lone CR or LF in headers (see RFC5322 section 2.2)
      'lone cr or lf',
      // Exim: 550 This message contains malformed header / 550 Header syntax
      'malformed header',
      'header syntax',
      // Postfix: 550 5.7.1 message content rejected
      'message content rejected',
      'content rejected',
    ],
  },
]
