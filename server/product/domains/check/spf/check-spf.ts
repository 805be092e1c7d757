import { evaluateSpf as evaluate } from '../../../../mail/authentication/spf.js'
import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'
import {
  nameIn,
  quoted,
  type RecordCheck,
  type CheckContext,
  missing,
  ok,
  unknown,
  wrong,
  type RecordFinding,
} from '../record-check.js'
import type { SpfProblem } from './problems.js'
import { type SpfWalk, walkSpf } from './walk.js'
import { contains } from '../../../../mail/network/address-ranges.js'
import { isSpfRecord, parseSpf } from './parse.js'

/** The result of SPF for a sender. A DnsFailure stands for temperror (RFC 7208): the DNS may answer later. */
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | DnsFailure

const results: ReadonlySet<string> = new Set(['pass', 'fail', 'softfail', 'neutral', 'none'])

/**
 * Evaluates SPF as receivers do for mail from an address (RFC 7208).
 *
 * @param domain the domain of the return path
 * @param helo the name of the sending host
 */
export async function evaluateSpf(
  domain: string,
  address: string,
  helo: string,
  resolver: Resolver,
): Promise<SpfResult> {
  const sender = { sender: `postmaster@${domain}`, ip: address, helo, mta: helo }
  const { result, failure } = await evaluate(sender, resolver)
  if (result === 'temperror' && failure !== undefined) return failure
  return results.has(result) ? (result as SpfResult) : 'permerror'
}

/** Most terms that make receivers ask the DNS (RFC 7208, section 4.6.4). */
const maxLookups = 10
const maxVoids = 2
const dearest = 3

/** Returns the problems of a record that exceeds the limits of receivers. */
function limitProblems(domain: string, { lookups, costs, voids }: SpfWalk): SpfProblem[] {
  const problems: SpfProblem[] = []
  if (lookups > maxLookups) {
    const max = costs
      .slice(0, dearest)
      .map(({ term, lookups: each }) => `${quoted(term)} (${each})`)
      .join(', ')
    const advice =
      `The SPF record of ${domain} needs ${lookups} DNS look-ups, and receivers give up after ` +
      `${maxLookups}. Most go to ${max}: remove what you do not use, or name addresses instead.`
    problems.push({ effect: 'stops', problem: 'spf_too_many_lookups', advice })
  }
  if (voids.length > maxVoids) {
    const names = voids.slice(0, dearest).map(nameIn).join(', ')
    const advice =
      `The SPF record of ${domain} asks for ${voids.length} names that are not there, and receivers give ` +
      `up after ${maxVoids}. Take out ${names}.`
    problems.push({ effect: 'stops', problem: 'spf_too_many_voids', advice })
  }
  return problems
}

/** Most sending addresses that are evaluated: enough to see whether the record has our network. */
const maxAddresses = 10

/** Checks whether receivers find by SPF that this service may send with its return path. */
export const checkSpf: RecordCheck = async (record, context) => {
  const { name } = record
  const { records } = await context.resolver.txt(name)
  const found = records.filter(isSpfRecord)
  const [text, ...others] = found
  if (text === undefined) return absent(name, record.expected, records)
  if (others.length > 0) {
    const advice =
      `There are ${found.length} SPF records at ${name}, so receivers apply none of them. Join them into ` +
      'one.'
    return wrong(found, 'spf_several', advice)
  }
  const [walk, senders] = await Promise.all([walkSpf(name, text, context.resolver), evaluated(name, context)])
  const problems = [...walk.problems, ...limitProblems(name, walk)]
  const has = (...effects: SpfProblem['effect'][]) => problems.find(({ effect }) => effects.includes(effect))
  const fatal = has('error') ?? has('open')
  if (fatal !== undefined) return wrong(found, fatal.problem, fatal.advice)
  const short = senders.filter(({ result }) => result !== 'pass')
  // An address that is refused counts before one whose result is unknown.
  const refused = short.find(({ result }) => !(result instanceof DnsFailure)) ?? short[0]
  // Where our sending addresses are not known, a problem that stops some senders is taken to stop us.
  const stops = has('stops')
  if (refused === undefined && senders.length > 0) return ok(found, stops ?? has('remark'))
  if (refused?.result instanceof DnsFailure) return unknown(refused.result, found)
  if (stops !== undefined && (refused === undefined || refused.result === 'permerror'))
    return wrong(found, stops.problem, stops.advice)
  if (refused !== undefined) return notAllowed(name, text, refused, found)
  if (walk.unanswered !== undefined) return unknown(walk.unanswered, found)
  return ok(found, has('remark'))
}

interface Evaluated {
  readonly address: string
  readonly result: SpfResult
}

/** Evaluates SPF for our sending addresses. The first address of a network stands for the whole network. */
async function evaluated(name: string, context: CheckContext): Promise<Evaluated[]> {
  const ranges = (await context.sendingAddresses()).slice(0, maxAddresses)
  const addresses = ranges.map((range) => range.split('/')[0] ?? range)
  return Promise.all(
    addresses.map(async (address) => ({
      address,
      result: await evaluateSpf(name, address, context.sendingSetup.hostname, context.resolver),
    })),
  )
}

function absent(name: string, expected: string | null, records: readonly string[]): RecordFinding {
  const near = records.find((text) => /^\W*v\s*(?:=\s*)?spf/i.test(text))
  if (near !== undefined) {
    const advice =
      `The TXT record at ${name} must begin with exactly "v=spf1" and a space, or receivers ` + 'ignore it.'
    return wrong([near], 'spf_version', advice)
  }
  const advice =
    expected === null
      ? `There is no SPF record at ${name}. Publish one as TXT that names the addresses of the relay, or ` +
        'includes what its operator says.'
      : `There is no SPF record at ${name}. Publish the expected one there as TXT.`
  return missing('spf_missing', advice)
}

function notAllowed(
  name: string,
  text: string,
  { address, result }: Evaluated,
  found: readonly string[],
): RecordFinding {
  if (result === 'permerror') {
    const advice =
      `Receivers give up over the SPF record of ${name} when mail comes from ${address}. Name that ` +
      'address at its beginning.'
    return wrong(found, 'spf_permerror', advice)
  }
  const literal = `ip${address.includes(':') ? 6 : 4}:${address}`
  const term = parseSpf(text).terms.find(
    (one) =>
      ['ip4', 'ip6'].includes(one.name) &&
      one.qualifier !== '+' &&
      contains(one.text.slice(one.text.indexOf(':') + 1), address),
  )
  if (term !== undefined) {
    const advice =
      `The SPF record of ${name} has "${term.text}", which does not allow ${address}, which this service ` +
      `sends from. Take the "${term.qualifier}" before it away.`
    return wrong(found, 'spf_wrong_qualifier', advice)
  }
  const advice =
    `The SPF record of ${name} does not allow ${address}, which this service sends from. Add ` +
    `${literal} to it, before "all".`
  return wrong(found, 'spf_address_not_allowed', advice)
}
