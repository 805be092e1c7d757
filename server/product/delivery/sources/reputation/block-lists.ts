import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'
import { reversedAddress } from '../../../../mail/dns/reversed.js'
import { contains } from '../../../../mail/network/address-ranges.js'
import { printableLine } from '../../../../../base/text/printable.js'

/** Block lists of the DNS (RFC 5782): an address that is on one has a record in the list's zone. */

/** What a list answers with (section 2.1). Anything else comes from another, such as who sells ended domains. */
const codes = '127.0.0.0/8'
/** By these a list says that it does not answer the one who asks, such as a public resolver. */
const refusals = '127.255.255.0/24'

/** Every list has the first of these entries, and none has the others (section 5). */
const always = '127.0.0.2'
const never = '127.0.0.1'
const neverV6 = '::ffff:7f00:1'

const maxReasonLength = 200

/** The lists of an operator, once they were tried. */
export interface BlockLists {
  /** The zones of those that work. */
  readonly working: readonly string[]
  /** The zones of those that gave no answer now. */
  readonly silent: readonly string[]
  /** What the operator should know of the lists that do not work, in sentences. */
  readonly remarks: readonly string[]
}

/** What the lists say of an address. */
export interface Listings {
  /** A sentence for each list that it is on. */
  readonly problems: readonly string[]
  /** The zones of the lists of which nobody knows. */
  readonly silent: readonly string[]
}

type Answer = 'listed' | 'absent' | 'refused' | 'silent'

/**
 * Tries lists by the entries that each has to have, and those that none may have: one that was given up may answer
 * everything, and would take every source away. Takes ten seconds at most.
 */
export async function tryBlockLists(resolver: Resolver, zones: readonly string[]): Promise<BlockLists> {
  const tried = await Promise.all(
    zones.map(async (zone) => {
      const [has, hasNot, hasNotV6] = await Promise.all([
        ask(resolver, zone, always),
        ask(resolver, zone, never),
        ask(resolver, zone, neverV6),
      ])
      return { zone, isWild: hasNot === 'listed' || hasNotV6 === 'listed', answers: [has, hasNot] }
    }),
  )
  const working: string[] = []
  const silent: string[] = []
  const remarks: string[] = []
  for (const { zone, isWild, answers } of tried) {
    const list = `The block list ${shown(zone)}`
    if (isWild)
      remarks.push(`${list} is ignored: it lists ${never}, so it answers everything, as ended lists do.`)
    else if (answers.includes('refused'))
      remarks.push(
        `${list} is ignored: it does not answer these DNS servers. Name a resolver of your own in POSTSEAL_DNS_SERVERS.`,
      )
    else if (answers.includes('silent')) {
      silent.push(zone)
      remarks.push(`${list} gave no answer. What it said before counts.`)
    } else if (answers[0] === 'absent')
      remarks.push(`${list} is ignored: it does not list ${always}, as every list does. Check its name.`)
    else working.push(zone)
  }
  return { working, silent, remarks }
}

/**
 * Asks all lists that work for an address. Takes twenty seconds at most.
 *
 * @param address IPv4 or IPv6
 */
export async function listingsOf(
  resolver: Resolver,
  { working, silent }: BlockLists,
  address: string,
): Promise<Listings> {
  const asked = await Promise.all(
    working.map(async (zone) => {
      const answer = await ask(resolver, zone, address)
      const reason = answer === 'listed' ? await reasonOf(resolver, zone, address) : ''
      return { zone, answer, reason }
    }),
  )
  return {
    problems: asked
      .filter(({ answer }) => answer === 'listed')
      .map(({ zone, reason }) => `${isOn(address, zone)}${reason || 'no reason given'}.`),
    silent: [
      ...silent,
      ...asked.filter(({ answer }) => answer === 'silent' || answer === 'refused').map(({ zone }) => zone),
    ],
  }
}

/** Whether a problem of a source is, among others, that it is on this list. */
export function namesList(problem: string, address: string, zone: string): boolean {
  return problem.includes(isOn(address, zone))
}

function isOn(address: string, zone: string): string {
  return `${address} is on the block list ${shown(zone)}: `
}

/** A list's name without the key of who pays for it, which is its first label. */
function shown(zone: string): string {
  return zone.replace(/^[a-z0-9]{20,}\./, '')
}

async function ask(resolver: Resolver, zone: string, address: string): Promise<Answer> {
  try {
    const { records } = await resolver.addresses(nameIn(zone, address))
    const known = records.filter((record) => contains(codes, record))
    if (known.some((record) => !contains(refusals, record))) return 'listed'
    return known.length > 0 ? 'refused' : 'absent'
  } catch (error) {
    if (error instanceof DnsFailure) return 'silent'
    throw error
  }
}

/** Why an address is on a list, as the list says; empty where it does not. */
async function reasonOf(resolver: Resolver, zone: string, address: string): Promise<string> {
  try {
    const { records } = await resolver.txt(nameIn(zone, address))
    return printableLine(records.join('; '), maxReasonLength).trim().replace(/\.$/, '')
  } catch (error) {
    if (error instanceof DnsFailure) return ''
    throw error
  }
}

function nameIn(zone: string, address: string): string {
  return `${reversedAddress(address)}.${zone}`
}
