import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'
import { reversedAddress } from '../../../../mail/dns/reversed.js'
import { contains } from '../../../../mail/network/address-ranges.js'
import { printableLine } from '../../../../../base/text/printable.js'

/** Block lists of the DNS (RFC 5782): an address that is on one has a record in the list's zone. */

/**
 * Range of a list's answers (section 2.1). Any other answer comes from somebody else, such as a seller of expired
 * domains.
 */
const codes = '127.0.0.0/8'
/** Answers by which a list says that it refuses queries from the caller, such as a public resolver. */
const refusals = '127.255.255.0/24'

/** Entry that every list has; no list has {@link never} or {@link neverV6} (section 5). */
const always = '127.0.0.2'
const never = '127.0.0.1'
const neverV6 = '::ffff:7f00:1'

const maxReasonLength = 200

/** An operator's lists after a test of each. */
export interface BlockLists {
  /** Zones of the lists that work. */
  readonly working: readonly string[]
  /** Zones of the lists that gave no answer now. */
  readonly silent: readonly string[]
  /** Sentences for the operator about the lists that do not work. */
  readonly remarks: readonly string[]
}

/** The lists' answers about an address. */
export interface Listings {
  /** A sentence for each list that the address is on. */
  readonly problems: readonly string[]
  /** Zones of the lists that gave no answer about the address. */
  readonly silent: readonly string[]
}

type Answer = 'listed' | 'absent' | 'refused' | 'silent'

/**
 * Tests lists by the entries that every list must have and by those that none may have: a list that was given up may
 * answer everything, and would take every source away. Takes ten seconds at most.
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
      remarks.push(
        `${list} is ignored: it lists ${never}, so it answers everything, as discontinued lists do.`,
      )
    else if (answers.includes('refused'))
      remarks.push(
        `${list} is ignored: it does not answer these DNS servers. Name a resolver of your own in POSTSEAL_DNS_SERVERS.`,
      )
    else if (answers.includes('silent')) {
      silent.push(zone)
      remarks.push(`${list} gave no answer. Its previous answer applies.`)
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

/** Returns whether the problems of a source include that it is on this list. */
export function namesList(problem: string, address: string, zone: string): boolean {
  return problem.includes(isOn(address, zone))
}

function isOn(address: string, zone: string): string {
  return `${address} is on the block list ${shown(zone)}: `
}

/** Returns a list's name without its first label if that is the key of a paying user. */
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

/** Returns the list's reason for an address; empty if the list gives none. */
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
