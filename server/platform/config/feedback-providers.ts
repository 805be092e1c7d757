import { domainOf } from '../../../base/addresses/address.js'

/**
 * Senders of feedback-loop reports. An entry is a domain, which also covers its subdomains. If the domain
 * also holds the mailboxes of customers, so that anybody could send from it, the entry is a single address
 * instead.
 *
 * Sources:
 * - Yahoo's page on its Complaint Feedback Loop, which also serves AOL (senders.yahooinc.com; the From and DKIM domain
 *   is `arf.mail.yahoo.com`);
 * - Hotmail's questions and answers on the Junk Mail Reporting Program (`staff@hotmail.com`);
 * - Comcast's questions and answers on its feedback loop (feedback.comcast.net; `comcastfbl.senderscore.net`);
 * - for the rest, the list of senders in the parser of the open-source project AbuseIO.
 *
 * Validity (once Return Path) sends from subdomains of `senderscore.net` for BlueTie, Comcast, Cox, Italia
 * Online (Libero, Virgilio), Locaweb, Mail.ru, Rackspace, Synacor, Telenor, Terra, USA.NET, XS4ALL and
 * Yandex.
 */
export const feedbackProviders: readonly string[] = [
  'arf.mail.yahoo.com',
  'fbl-opensrs.app.returnpath.net',
  'fbl.apps.rackspace.com',
  'fbl.cox.net',
  'fbl.fastmail.com',
  'fbl.hostedemail.com',
  'fbl.synacor.com',
  'fbl.usa.net',
  'fbl.xs4all.net',
  'fbl.zoho.com',
  'feedback.bluetie.com',
  'feedback.postmaster.rr.com',
  'senderscore.net',
  'staff@hotmail.com',
]

/**
 * Tells whether the sender of a report is a trusted provider.
 *
 * @param from the address in a report's From field, in lower case
 */
export function isFeedbackProvider(from: string, providers: readonly string[]): boolean {
  const domain = domainOf(from)
  return providers.some((entry) =>
    entry.includes('@') ? entry === from : entry === domain || domain.endsWith(`.${entry}`),
  )
}
