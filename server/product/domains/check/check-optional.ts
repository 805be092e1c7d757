import { type RecordCheck, missing, ok, wrong, unknown } from './record-check.js'
import { addressIn, sameAddress } from '../../../mail/dmarc/report-uris.js'
import { stageOf } from '../../../mail/dmarc/stage.js'
import { reportAddress } from '../dmarc/report-address.js'

/** Matches the beginning by which senders tell an MTA-STS record from other texts (RFC 8461, section 3.1). */
const mtaStsVersion = /^v=STSv1[ \t]*;/

/** Checks whether the domain announces a policy of encryption for mail to it. The policy itself is not fetched. */
export const checkMtaSts: RecordCheck = async ({ name }, { domain, resolver }) => {
  const { records } = await resolver.txt(name)
  const announced = records.filter((text) => mtaStsVersion.test(text))
  const [record] = announced
  if (record === undefined) {
    const near = records.some((text) => /^\W*v\s*=\s*stsv/i.test(text))
    if (near) {
      const advice = `The TXT record at ${name} must begin with exactly "v=STSv1;".`
      return wrong(records, 'mta_sts_version', advice)
    }
    const advice =
      `Where mail to ${domain.name} matters too, publish an MTA-STS policy and announce it at ${name}, ` +
      'so that nobody can read it in transit.'
    return missing('mta_sts_missing', advice)
  }
  if (announced.length > 1) {
    const advice = `There are several MTA-STS records at ${name}, so senders see no policy. Keep only one.`
    return wrong(records, 'mta_sts_several', advice)
  }
  const fields = record.split(';').map((field) => field.trim())
  const id = fields.find((field) => /^id\s*=/.test(field))
  if (id === undefined) {
    const advice =
      `The MTA-STS record at ${name} has no id=, so senders ignore it. Add one, and change it with ` +
      'each change of the policy.'
    return wrong(records, 'mta_sts_no_id', advice)
  }
  if (!/^id=[A-Za-z0-9]{1,32}$/.test(id)) {
    const advice = `The id of the MTA-STS record at ${name} must be 1 to 32 letters and digits.`
    return wrong(records, 'mta_sts_invalid_id', advice)
  }
  return ok(records)
}

/** Matches the beginning of a TLS reporting record (RFC 8460, section 3). */
const tlsReportsVersion = /^v=TLSRPTv1[ \t]*;/

/**
 * Checks whether the domain asks for reports about encryption of mail to it. Reports may go to several addresses; if
 * none of them is this service's, a remark says so.
 */
export const checkTlsReports: RecordCheck = async ({ name }, { domain, sendingSetup, resolver }) => {
  const ours = reportAddress(sendingSetup.returnPathDomain)
  const { records } = await resolver.txt(name)
  const asking = records.filter((text) => tlsReportsVersion.test(text))
  const [record] = asking
  if (record === undefined) {
    if (records.some((text) => /^\W*v\s*=\s*tlsrpt/i.test(text))) {
      const advice = `The TXT record at ${name} must begin with exactly "v=TLSRPTv1;".`
      return wrong(records, 'tls_rpt_version', advice)
    }
    const advice =
      `To hear when mail to ${domain.name} cannot be encrypted, publish the expected record at ${name}. ` +
      'Senders then report once a day, and the reports are shown here.'
    return missing('tls_rpt_missing', advice)
  }
  if (asking.length > 1) {
    const advice = `There are several TLS-RPT records at ${name}, so nobody sends reports. Keep only one.`
    return wrong(records, 'tls_rpt_several', advice)
  }
  const rua = /;\s*rua\s*=\s*([^;]*)/.exec(record)?.[1]?.trim() ?? ''
  const uris = rua.split(',').map((uri) => uri.trim())
  if (!uris.every((uri) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/i.test(uri))) {
    const advice =
      `The TLS-RPT record at ${name} needs rua= with mailto: or https: addresses, with commas between ` +
      'them.'
    return wrong(records, 'tls_rpt_invalid_address', advice)
  }
  if (!uris.some((uri) => sameAddress(addressIn(uri) ?? '', ours))) {
    const advice =
      `TLS reports only go elsewhere. Add mailto:${ours} to rua in the record at ${name}, after a comma, to ` +
      'read them here.'
    return ok(records, { problem: 'tls_rpt_reports_elsewhere', advice })
  }
  return ok(records)
}

/**
 * Checks whether the domain publishes a logo for mailboxes, which only show it for domains with a policy in force.
 */
export const checkBimi: RecordCheck = async ({ name }, { domain, resolver, dmarc }) => {
  const [{ records }, discovery] = await Promise.all([resolver.txt(name), dmarc])
  const published = records.filter((text) => /^v=BIMI1[ \t]*(;|$)/i.test(text))
  const [record] = published
  if (record === undefined) {
    const advice =
      `Once DMARC says quarantine or reject, a BIMI record at ${name} can show your logo next to your ` +
      'mail.'
    return missing('bimi_missing', advice)
  }
  if (published.length > 1) {
    const advice = `There are several BIMI records at ${name}, so mailboxes show no logo. Keep only one.`
    return wrong(records, 'bimi_several', advice)
  }
  const value = (tag: string) => new RegExp(`;\\s*${tag}\\s*=\\s*([^;\\s]*)`, 'i').exec(record)?.[1]
  const logo = value('l')
  // Two empty values say that the domain wants no logo.
  if (logo === '' && !value('a')) return ok(records)
  if (logo === undefined || !/^https:\/\/[^\s/]+\/\S+$/i.test(logo)) {
    const advice = `The BIMI record at ${name} needs l= with an https: address of an SVG file.`
    return wrong(records, 'bimi_invalid_logo', advice)
  }
  if (discovery.state === 'unknown') return unknown(discovery.failure, records)
  const stage = discovery.state === 'found' ? stageOf(discovery.record, domain.name, discovery.domain) : null
  if (stage !== 'quarantine' && stage !== 'reject') {
    const advice =
      `Mailboxes show the logo that ${name} names only once the DMARC policy of ${domain.name} is ` +
      'quarantine or reject, without t=y.'
    return wrong(records, 'bimi_needs_dmarc', advice)
  }
  return ok(records)
}
