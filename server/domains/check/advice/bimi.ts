import { stageOf } from '../../dmarc/record/stage.js'
import type { Looker } from '../looker.js'
import { missing, ok, unknown, wrong } from '../verdict.js'

/** Looks whether the domain shows mailboxes a logo, which they take from domains with a policy in force only. */
export const lookAtBimi: Looker = async ({ name }, { domain, resolver, dmarc }) => {
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
    const advice = `There are several BIMI records at ${name}, so mailboxes show no logo. Leave one only.`
    return wrong(records, 'bimi_several', advice)
  }
  const value = (tag: string) => new RegExp(`;\\s*${tag}\\s*=\\s*([^;\\s]*)`, 'i').exec(record)?.[1]
  const logo = value('l')
  // Both empty says that there is to be no logo.
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
