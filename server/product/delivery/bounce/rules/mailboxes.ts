import type { Rule } from './rule.js'

/** Replies about the recipient's mailbox, or the lack of one. */
export const mailboxes: readonly Rule[] = [
  {
    class: 'mailbox_full',
    says: [
      // Gmail: 452 4.2.2 The email account that you tried to reach is over quota. (552 5.2.2 in the end;
      // also: The recipient's inbox is out of storage space)
      'is over quota',
      'out of storage space',
      // Exchange: 554 5.2.2 mailbox full;
      // STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded
      'mailbox full',
      'quotaexceeded*',
      'mapiexceptionshutoffquotaexceeded*',
      // 452 4.2.2 The recipient's mailbox is full
      'mailbox is full',
      'mailbox for user is full',
      // Postfix with Dovecot: 552 5.2.2 <a@example.com> Quota exceeded (mailbox for user is full)
      'quota exceeded',
      'quota is exceeded',
      'exceeded quota',
      'exceeds quota',
      'exceeded … quota',
      // T-Online and others: 552 5.2.2 Over STORAGE quota / 552 Over quota
      'over quota',
      'over storage quota',
      'overquota',
      // GMX and web.de: 550 Requested mail action aborted: exceeded storage allocation / 552 (RFC 5321's own
      // words for 552)
      'exceeded storage allocation',
      'exceeded allowed storage space',
      'exhausted allowed storage space',
      // iCloud: 552 5.2.2 <a@icloud.com>: user is over quota / user over quota
      'user over quota',
      // Yandex: 552 5.2.2 Mailbox size limit exceeded / Mail.ru: 550 … mailbox of user is overflowed
      'mailbox size limit exceeded',
      'mailbox … overflow*',
      // Sendmail, mail.local: 452 4.2.2 … Insufficient disk space in mailbox / account is full
      'account is full',
      'inbox is full',
      'inbox full',
      'storage full',
      'storage is full',
      // qmail, vpopmail: 552 … user is over quota. / Sorry, the person you are trying to contact has exceeded
      // their disk space
      'exceeded their disk space',
      'mailfolder is full',
      'mailfolder … over the allowed quota',
      'not enough storage space',
      'user has too many messages',
    ],
  },
  {
    class: 'mailbox_disabled',
    says: [
      // Gmail: 550 5.2.1 The email account that you tried to reach is disabled. (and: is inactive)
      'account that you tried to reach is disabled',
      'account that you tried to reach is inactive',
      'account is inactive',
      'account inactive',
      // Yahoo: 554 delivery error: dd Sorry your message to a@yahoo.com cannot be delivered. This account has
      // been disabled or discontinued [#102]. - mta1234.mail.yahoo.com / This mailbox is disabled (554.30)
      'been disabled or discontinued',
      'mailbox is disabled',
      'mailbox disabled',
      // Exchange: 550 5.2.1 STOREDRV.Deliver; mailbox disabled / 554 5.2.1 … account-disabled
      'account disabled',
      'account is disabled',
      'account has been disabled',
      // iCloud: 550 5.1.1 <a@icloud.com>: inactive email address
      'inactive email address',
      'address is inactive',
      'user is inactive',
      'user inactive',
      'recipient is inactive',
      'mailbox is inactive',
      'inactive mailbox',
      'inactive user',
      'inactive recipient',
      'user disabled',
      'user is disabled',
      'user has been disabled',
      // Mail.ru: 550 user is terminated / 550 Account is blocked
      'user is terminated',
      'user terminated',
      'account suspended',
      'account is suspended',
      'account has been suspended',
      'account is blocked',
      'account locked',
      'account is locked',
      'account closed',
      'account expired',
      'user suspended',
      // Yandex: 550 mailbox is blocked
      'mailbox is blocked',
      // i.ua: 550 Mailbox is frozen. See http://mail.i.ua/err/3/
      'mailbox is frozen',
      'mailbox has been blocked',
      'due to inactivity',
      // Sendmail: 525 5.7.13 Disabled recipient address
      'disabled recipient address',
      // Yahoo: 554 delivery error: dd a@yahoo.com is no longer valid.
      'delivery error: dd @ is no longer valid',
      // La Poste: 550 5.5.0 Le compte du destinataire est bloque. The recipient account is blocked. LPN007_426
      'lpnNNN_426',
      'lpnNNN_420',
      // 551 5.1.6 Mailbox has moved / 550 This address is no longer in use
      'mailbox has moved',
      'no longer in use',
      'no longer accepts mail',
      'no longer accepting mail',
      'address no longer accepts',
    ],
  },
  {
    class: 'unknown_domain',
    says: [
      // Postfix: 550 5.1.2 <a@example.com>: Recipient address rejected: Domain not found
      'recipient address rejected: domain not found',
      // Postfix, in its reports: Host or domain name not found. Name service error for name=example.com
      // type=A: Host not found
      'host or domain name not found',
      // Postfix, in its reports: Domain example.com does not accept mail (nullMX)
      'does not accept mail (nullmx)',
      // Sendmail, in its reports: 550 5.1.2 <a@example.com>... Host unknown (Name server: example.com: host
      // not found)
      'host unknown',
      // Gmail, in its reports: DNS Error: DNS type 'mx' lookup of example.com responded with code NXDOMAIN
      // Domain name not found
      'nxdomain',
      // qmail: Sorry, I couldn't find any host named example.com. (#5.1.2)
      "couldn't find any host named",
      // Exim, in its reports: all relevant MX records point to non-existent hosts
      'mx records point to non-existent hosts',
      // Exchange: 550 5.4.310 DNS domain example.com does not exist [Message=InfoDomainNonexistent]
      'infodomainnonexistent',
      // RFC 7504: 556 Domain does not accept mail / RFC 7505: 556 5.1.10 Recipient address has a null MX
      'domain does not accept mail',
      'recipient address has a null mx',
      'recipient address has null mx',
      // Gmail, in its reports: The domain example.com doesn't receive email according to the administrator: returned Null
      // MX
      'returned null mx',
      // 550 5.1.2 no such domain here / unknown domain
      'no such domain',
    ],
  },
]
