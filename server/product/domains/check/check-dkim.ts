import type { Resolver } from '../../../mail/dns/resolver.js'
import {
  type RecordCheck,
  type CheckedKey,
  nameIn,
  missing,
  ok,
  wrong,
  type RecordFinding,
} from './record-check.js'
import { keyFlaw } from '../dkim/key-record.js'

/** Checks the public key of a selector. */
export const checkDkim: RecordCheck = async ({ name, selector }, { domain, resolver }) => {
  const key = domain.keys.find((one) => one.selector === selector)
  if (key === undefined) throw new Error(`the domain has no key with the selector of ${name}`)
  const { records } = await resolver.txt(name)
  const [text, ...others] = records
  if (text === undefined) return elsewhere(name, key, domain.name, resolver)
  if (others.length > 0) {
    const advice =
      `There are ${records.length} TXT records at ${name}, and receivers take any of them. Leave the ` +
      'expected one only.'
    return wrong(records, 'dkim_several', advice)
  }
  const flaw = keyFlaw(text, name, key)
  if (flaw === undefined) return ok(records)
  return flaw.harmless === true ? ok(records, flaw) : wrong(records, flaw.problem, flaw.advice)
}

/** Looks for a key record that is missing in the places where a slip of the hand may have put it. */
async function elsewhere(
  name: string,
  key: CheckedKey,
  domain: string,
  resolver: Resolver,
): Promise<RecordFinding> {
  const ours = async (place: string) => {
    const { records } = await resolver.txt(place)
    return records.some((text) => keyFlaw(text, place, key) === undefined)
  }
  const never = () => false
  const doubled = `${name}.${domain}`
  const direct = `${key.selector}.${domain}`
  const [alias, atDoubled, atDirect, atDomain] = await Promise.all([
    resolver.cname(name).then(
      ({ records }) => records[0],
      () => undefined,
    ),
    ours(doubled).catch(never),
    ours(direct).catch(never),
    ours(domain).catch(never),
  ])
  if (alias !== undefined) {
    const advice =
      `The name ${name} is an alias (CNAME) of ${nameIn(alias)}, where there is no TXT record. Replace ` +
      'it by the expected TXT record.'
    return wrong([], 'dkim_alias_leads_nowhere', advice)
  }
  if (atDoubled) {
    const advice =
      `The key is published at ${doubled}: most DNS providers append the domain to the name. Rename ` +
      `the record so that it stands at ${name}.`
    return missing('dkim_at_doubled_name', advice)
  }
  if (atDirect || atDomain) {
    const advice =
      `The key is published at ${atDirect ? direct : domain}, where receivers do not look for it. Publish it at ` +
      `${name}.`
    return missing('dkim_at_wrong_name', advice)
  }
  return missing('dkim_missing', `There is no TXT record at ${name}. Publish the expected one there.`)
}
