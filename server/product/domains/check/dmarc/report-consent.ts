import { organizationalDomain } from '../../../../mail/dmarc/tree-walk.js'
import { isDmarcRecord } from '../../../../mail/dmarc/tags.js'
import { type RecordCheck, missing, notNeeded, ok, wrong } from '../record-check.js'

/**
 * Checks whether the domain that receives the reports consents to those for this domain (RFC 9990, section 4). If
 * both are of one organization nobody asks.
 */
export const checkReportConsent: RecordCheck = async (_record, { domain, sendingSetup, resolver, dmarc }) => {
  const { returnPathDomain } = sendingSetup
  const discovery = await dmarc
  // Receivers ask about the policy's domain, which may be one above.
  const policyDomain = discovery.state === 'found' ? discovery.domain : domain.name
  const name = `${policyDomain}._report._dmarc.${returnPathDomain}`
  const [{ records }, theirs, ours] = await Promise.all([
    resolver.txt(name),
    organizationalDomain(policyDomain, resolver),
    organizationalDomain(returnPathDomain, resolver),
  ])
  if (records.some(isDmarcRecord)) return { ...ok(records), name }
  if (theirs === ours || isBelow(returnPathDomain, domain.name) || isBelow(domain.name, returnPathDomain))
    return { ...notNeeded(), name }
  const whoAndWhere =
    `The operator of this service must publish "v=DMARC1" as TXT at ${name}, or once for all domains ` +
    `at *._report._dmarc.${returnPathDomain}.`
  if (records.length > 0) {
    const advice =
      `The TXT record at ${name} does not begin with v=DMARC1, so receivers send no reports here. ` +
      `${whoAndWhere}`
    return { ...wrong(records, 'dmarc_reports_consent_wrong', advice), name }
  }
  const advice =
    `Receivers only send reports on ${policyDomain} to ${returnPathDomain} if that says so. ` +
    `${whoAndWhere}`
  return { ...missing('dmarc_reports_consent_missing', advice), name }
}

/**
 * Returns whether a name is a domain or below it. Without DMARC records no organization can be found, and a domain
 * still is of one with the names below it.
 */
function isBelow(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}
