import type { Rule } from './rule.js'

/** Replies that say that SPF (RFC 7208), DKIM (RFC 6376) or DMARC (RFC 7489) did not pass. */
export const authentication: readonly Rule[] = [
  {
    class: 'authentication',
    says: [
      // Gmail: 550 5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires
      // all senders to authenticate with either SPF or DKIM. (421 4.7.26 for some of the mail)
      'because the sender is unauthenticated',
      // Gmail: 550 5.7.26 Unauthenticated email from example.com is not accepted due to domain's DMARC
      // policy.
      'unauthenticated email from',
      // Gmail: 550 5.7.26 This message does not pass authentication checks (SPF and DKIM both do not pass).
      'does not pass authentication checks',
      // Gmail: 421 4.7.32 Your email has been rate limited because the From: header (RFC5322) in this message
      // isn't aligned with …
      "isn't aligned with",
      // Gmail: 550 5.7.1 This message does not have authentication information or fails to pass authentication checks
      'does not have authentication information',
      // Gmail: 421 4.7.27 … because SPF authentication didn't pass / 421 4.7.30 … because DKIM authentication
      // didn't pass
      "spf authentication didn't pass",
      "dkim authentication didn't pass",
      // Office 365: 550 5.7.509 Access denied, sending domain example.com does not pass DMARC verification
      // and has a DMARC policy …
      'does not pass dmarc verification',
      // Outlook.com: 550 5.7.515 Access denied, sending domain example.com doesn't meet the required
      // authentication level.
      'required authentication level',
      // Office 365: 550 5.7.23 The message was rejected because of Sender Policy Framework violation
      'sender policy framework violation',
      // Yahoo: 554 5.7.9 Message not accepted for policy reasons. See
      // https://postmaster.yahooinc.com/error-codes (its DMARC answer)
      'message not accepted for policy reasons',
      // iCloud: 550 5.7.1 Your message was rejected due to example.com's DMARC policy.
      'dmarc policy',
      // 550 5.7.1 Email rejected per DMARC policy for example.com / 550 … rejected by DMARC policy
      'per dmarc',
      'by dmarc',
      'dmarc fail*',
      'failed dmarc',
      'dmarc check failed',
      'dmarc validation fail*',
      'dmarc evaluation',
      // Mimecast: 550 DMARC Sender Invalid - envelope rejected
      'dmarc sender invalid',
      // Mimecast: 550 SPF Sender Invalid - envelope rejected
      'spf sender invalid',
      // Mimecast: 550 DKIM Sender Invalid - message rejected
      'dkim sender invalid',
      // GMX and web.de: 550 Reject due to SPF policy. The originating IP of the message is not permitted by
      // the domain owner
      'due to spf policy',
      // pypolicyd-spf: 550 5.7.23 <a@example.com>: Recipient address rejected: Message rejected due to: SPF
      // fail - not authorized.
      'spf fail*',
      'spf check fail*',
      'failed spf',
      'spf softfail*',
      'bad spf',
      'invalid spf',
      // GoDaddy: 550 192.0.2.1 is not allowed to send from <example.com> per it's SPF Record. … IB508
      'is not allowed to send from',
      "per it's spf record",
      'ib508',
      // La Poste: 550 5.5.0 SPF: example.com is not allowed to send mail. LPN004_401
      'is not allowed to send mail. lpn*',
      // Yandex: 550 5.7.1 SPF check failed: 192.0.2.1 is not authorized to send in the name of example.com
      'is not authorized to send in the name of',
      // postfix-policyd-spf: 550 5.7.1 … Please see http://www.open-spf.org/Why?id=… (openspf.net as well)
      'openspf.',
      'open-spf.org',
      // Exim: 550 … 192.0.2.1 is not allowed to send mail from example.com
      'is not allowed to send mail from',
      'not permitted to send mail from',
      // Cisco: 550 #5.7.1 SPF unauthorized mail is prohibited.
      'spf unauthorized mail',
      // Cisco: 550 #5.7.5 DKIM unauthenticated mail is prohibited.
      'dkim unauthenticated mail',
      // OpenDKIM: 550 5.7.20 / 550 5.7.1 … bad DKIM signature data / no signature / DKIM signature
      // verification failed
      'bad dkim signature',
      'dkim signature verification failed',
      'dkim validation fail*',
      // Mail.ru: 550 5.7.1 This message was not accepted due to domain owner DMARC policy (RFC 7489)
      'domain owner dmarc',
    ],
  },
]
