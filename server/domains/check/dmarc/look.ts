import { parseDmarcRecord, type DmarcFlaw } from '../../dmarc/record/parse.js'
import { sameAddress } from '../../dmarc/record/report-uris.js'
import { isDmarcRecord, looksLikeDmarc } from '../../dmarc/record/tags.js'
import { reportAddress } from '../../dmarc/report-address.js'
import type { Looker, Looking } from '../looker.js'
import { quoted } from '../shown.js'
import { missing, ok, unknown, wrong, type Remark, type Verdict } from '../verdict.js'

/** Looks at the policy that receivers apply to the domain, be it published above it. */
export const lookAtDmarc: Looker = async ({ name, type }, looking) => {
  const [{ records }, discovery] = await Promise.all([looking.resolver.txt(name), looking.dmarc])
  if (discovery.state === 'unknown') return unknown(type, name, records)
  if (records.filter(isDmarcRecord).length > 1) {
    const advice = `There are several DMARC records at ${name}, so receivers apply none of them. Leave one only.`
    return wrong(records, 'dmarc_several', advice)
  }
  if (discovery.state !== 'found') return absent(name, records, looking, discovery.several)
  const at = `_dmarc.${discovery.domain}`
  const flaws = parseDmarcRecord(discovery.record).flaws
  const broken = flaws.find(({ code }) => code !== 'obsolete_tag')
  if (broken !== undefined) return wrong(records, codeOf(broken), adviceOn(broken, at))
  if (discovery.domain !== looking.domain.name) {
    const advice = `The record at ${at} speaks for ${looking.domain.name} too. Publish one at ${name} to have a policy and reports of its own.`
    return ok(records, { problem: 'dmarc_inherited', advice })
  }
  return ok(records, remarkOn(flaws, discovery.record, name, looking))
}

/** No record counts. One that does not may be there, or at the domain itself. */
async function absent(
  name: string,
  records: readonly string[],
  { domain, resolver }: Looking,
  several: readonly string[],
): Promise<Verdict> {
  const near = records.find(looksLikeDmarc)
  if (near !== undefined) {
    const advice = `The TXT record at ${name} begins as ${quoted(near.slice(0, 20))}. Receivers only take one that begins with "v=DMARC1;", exactly so.`
    return wrong(records, 'dmarc_version', advice)
  }
  const atDomain = await resolver.txt(domain.name).then(
    (answer) => answer.records.some(isDmarcRecord),
    () => false,
  )
  if (atDomain) {
    const advice = `The DMARC record is published at ${domain.name}, where nobody looks for it. Publish it at ${name}.`
    return missing('dmarc_at_wrong_name', advice)
  }
  const above = several[0]
  if (above !== undefined) {
    const advice = `There are several DMARC records at _dmarc.${above}, so receivers apply none of them. Leave one there, or publish the expected record at ${name}.`
    return missing('dmarc_several_above', advice)
  }
  const advice = `Publish the expected record at ${name}, so that receivers report who sends as ${domain.name}.`
  return missing('dmarc_missing', advice)
}

/** What could be better about a record that does. */
function remarkOn(
  flaws: readonly DmarcFlaw[],
  record: string,
  name: string,
  { surroundings }: Looking,
): Remark | undefined {
  const parsed = parseDmarcRecord(record)
  const ours = reportAddress(surroundings.returnPathDomain)
  if (!parsed.ok) return undefined
  if (parsed.rua.length === 0)
    return {
      problem: 'dmarc_no_reports',
      advice: `The record at ${name} asks for no reports. Add rua=mailto:${ours} to it to see who sends as this domain.`,
    }
  if (!parsed.rua.some((address) => sameAddress(address, ours)))
    return {
      problem: 'dmarc_reports_elsewhere',
      advice: `Reports go elsewhere only. Add mailto:${ours} to rua in the record at ${name}, behind a comma, to read them here.`,
    }
  const obsolete = flaws.map(({ what }) => what)
  if (obsolete.length === 0) return undefined
  const advice = `RFC 9989 has dropped ${obsolete.join(', ')}, which receivers more and more ignore. Take that out of the record at ${name}.`
  return { problem: 'dmarc_obsolete_tag', advice }
}

/** Texts of DMARC records hold what anybody publishes; a tag's name is short and plain by the grammar. */
const codes: Readonly<Record<Exclude<DmarcFlaw['code'], 'obsolete_tag'>, string>> = {
  policy_missing: 'dmarc_policy_missing',
  policy_invalid: 'dmarc_policy_invalid',
  missing_semicolon: 'dmarc_missing_semicolon',
  duplicate_tag: 'dmarc_duplicate_tag',
  invalid_value: 'dmarc_invalid_value',
  invalid_uri: 'dmarc_invalid_report_address',
  malformed: 'dmarc_malformed',
}

function codeOf({ code }: DmarcFlaw): string {
  return code === 'obsolete_tag' ? 'dmarc_obsolete_tag' : codes[code]
}

function adviceOn({ code, what, value }: DmarcFlaw, at: string): string {
  const record = `The DMARC record at ${at}`
  switch (code) {
    case 'policy_missing':
      return `${record} has no policy. Add p=none, p=quarantine or p=reject to it, right behind v=DMARC1.`
    case 'policy_invalid':
      return `${record} says ${what}=${quoted(value)}, which is no policy, so it counts for nothing or as p=none. Say none, quarantine or reject.`
    case 'missing_semicolon':
      return `${record} lacks a semicolon in ${what}=${quoted(value)}. Put one between the tags.`
    case 'duplicate_tag':
      return `${record} has the tag ${what} twice, and receivers differ in which they take. Leave one.`
    case 'invalid_uri':
      return `${record} asks for reports to ${quoted(value)} in ${what}. Each address there needs mailto: before it, and commas between them.`
    case 'malformed':
      return `${record} has a part that is no tag: ${quoted(what)}. Take it out, or write it as name=value.`
    default:
      return `${record} says ${what}=${quoted(value)}, which receivers do not know and ignore. Mend the value, or take the tag out.`
  }
}
