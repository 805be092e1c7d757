import { parseDmarcRecord, type DmarcFlaw } from '../../../../mail/dmarc/parse.js'
import { sameAddress } from '../../../../mail/dmarc/report-uris.js'
import { isDmarcRecord, looksLikeDmarc } from '../../../../mail/dmarc/tags.js'
import { reportAddress } from '../../dmarc/report-address.js'
import {
  type RecordCheck,
  type CheckContext,
  quoted,
  missing,
  ok,
  unknown,
  wrong,
  type Remark,
  type RecordFinding,
} from '../record-check.js'
import { flawRemark } from './flaw-remark.js'

/** Checks the policy that receivers apply to the domain, even if it is published at a domain above. */
export const checkDmarc: RecordCheck = async ({ name }, context) => {
  const [{ records }, discovery] = await Promise.all([context.resolver.txt(name), context.dmarc])
  if (discovery.state === 'unknown') return unknown(discovery.failure, records)
  if (records.filter(isDmarcRecord).length > 1) {
    const advice = `There are several DMARC records at ${name}, so receivers apply none of them. Keep only one.`
    return wrong(records, 'dmarc_several', advice)
  }
  if (discovery.state !== 'found')
    return withReason(await absent(name, records, context, discovery.several), context)
  const at = `_dmarc.${discovery.domain}`
  const flaws = parseDmarcRecord(discovery.record).flaws
  const broken = flaws.find(({ code }) => code !== 'obsolete_tag')
  if (broken !== undefined) {
    const { problem, advice } = flawRemark(broken, at)
    return wrong(records, problem, advice)
  }
  if (discovery.domain !== context.domain.name) {
    const advice =
      `The record at ${at} applies to ${context.domain.name}, too. Publish one at ${name} to have a ` +
      'policy and reports of its own.'
    return ok(records, { problem: 'dmarc_inherited', advice })
  }
  return ok(records, remarkOn(flaws, discovery.record, name, context))
}

/** Adds the reason to a finding about a record that is required. */
function withReason(finding: RecordFinding, { domain }: CheckContext): RecordFinding {
  if (!domain.isBulkSender || finding.advice === null) return finding
  const reason = `${domain.name} sends more than 1,000 mails a day to a mailbox provider, so mailbox providers require DMARC.`
  return { ...finding, advice: `${finding.advice} ${reason}` }
}

/** Explains why no record counts: one that does not count may be there, or at the domain itself. */
async function absent(
  name: string,
  records: readonly string[],
  { domain, resolver }: CheckContext,
  several: readonly string[],
): Promise<RecordFinding> {
  const near = records.find(looksLikeDmarc)
  if (near !== undefined) {
    const advice =
      `The TXT record at ${name} begins as ${quoted(near.slice(0, 20))}. Receivers only take one that ` +
      'begins with "v=DMARC1;", exactly so.'
    return wrong(records, 'dmarc_version', advice)
  }
  const atDomain = await resolver.txt(domain.name).then(
    (answer) => answer.records.some(isDmarcRecord),
    () => false,
  )
  if (atDomain) {
    const advice = `The DMARC record is published at ${domain.name}, where receivers do not look for it. Publish it at ${name}.`
    return missing('dmarc_at_wrong_name', advice)
  }
  const above = several[0]
  if (above !== undefined) {
    const advice =
      `There are several DMARC records at _dmarc.${above}, so receivers apply none of them. Keep one ` +
      `there, or publish the expected record at ${name}.`
    return missing('dmarc_several_above', advice)
  }
  const advice = `Publish the expected record at ${name}, so that receivers report who sends as ${domain.name}.`
  return missing('dmarc_missing', advice)
}

/** Returns a remark on what could be better about a record that counts. */
function remarkOn(
  flaws: readonly DmarcFlaw[],
  record: string,
  name: string,
  { sendingSetup }: CheckContext,
): Remark | undefined {
  const parsed = parseDmarcRecord(record)
  const ours = reportAddress(sendingSetup.returnPathDomain)
  if (!parsed.ok) return undefined
  if (parsed.rua.length === 0)
    return {
      problem: 'dmarc_no_reports',
      advice:
        `The record at ${name} asks for no reports. Add rua=mailto:${ours} to it to see who sends as this ` +
        'domain.',
    }
  if (!parsed.rua.some((address) => sameAddress(address, ours)))
    return {
      problem: 'dmarc_reports_elsewhere',
      advice:
        `Reports only go elsewhere. Add mailto:${ours} to rua in the record at ${name}, after a comma, to ` +
        'read them here.',
    }
  const obsolete = flaws.map(({ what }) => what)
  if (obsolete.length === 0) return undefined
  const advice =
    `RFC 9989 has dropped ${obsolete.join(', ')}, which more and more receivers ignore. Take that out ` +
    `of the record at ${name}.`
  return { problem: 'dmarc_obsolete_tag', advice }
}
