import type { components } from '../../../../generated/api-types.js'
import type { Resolver, DnsFailure } from '../../../mail/dns/resolver.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'
import type { DmarcDiscovery } from '../../../mail/dmarc/tree-walk.js'
import type { SendingAddresses, SendingSetup } from '../sending-setup.js'
import type { LabelledDomain } from '../return-path/name.js'
import { printableMarked } from '../../../../base/text/printable.js'

/** A record as the contract shows it: what it should be, what was found, and what to do. */
export type DomainRecord = components['schemas']['DomainRecord']

/** A domain whose records are checked. */
export interface CheckedDomain extends LabelledDomain {
  readonly keys: readonly CheckedKey[]
  /** Whether it has sent so much that providers demand DMARC of it. */
  readonly isBulkSender: boolean
}

export interface CheckedKey {
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  /** As the DNS publishes it in `p=`. */
  readonly publicKey: string
  readonly status: 'pending' | 'active' | 'retiring'
}

/** The DMARC record that receivers apply to a domain, and where it stands: there or at a domain above. */
export interface DmarcPolicyFound {
  readonly domain: string
  /** The whole text. */
  readonly record: string
}

export interface Findings {
  readonly records: readonly DomainRecord[]
  /** Null where there is none in effect; undefined where the DNS gave no answer. */
  readonly dmarcPolicy: DmarcPolicyFound | null | undefined
}

/** Checks every record of a domain. It never throws for what the DNS says or does not say. */
export type CheckRecords = (domain: CheckedDomain, resolver: Resolver) => Promise<Findings>

/** The input of the check of one record. */
export interface CheckContext {
  readonly domain: CheckedDomain
  readonly sendingSetup: SendingSetup
  readonly sendingAddresses: SendingAddresses
  readonly resolver: Resolver
  /** The DMARC record that receivers apply, which several records depend on. */
  readonly dmarc: Promise<DmarcDiscovery>
}

/**
 * Checks one record.
 *
 * @throws DnsFailure where the DNS gave no answer and nothing more can be said
 */
export type RecordCheck = (record: DomainRecord, context: CheckContext) => Promise<RecordFinding>

/** The result of the check of a record. */
export type RecordFinding = Pick<DomainRecord, 'status' | 'found' | 'problem' | 'advice'> & {
  /** Where the record stands, if not where it was expected. */
  readonly name?: string
}

/** Records as texts, as they were found. */
type Found = readonly string[]

/** As it should be. A remark is no reason to hold anything against the record. */
export function ok(found: Found, remark?: Remark): RecordFinding {
  return finding('ok', found, remark)
}

export function missing(problem: string, advice: string): RecordFinding {
  return finding('missing', [], { problem, advice })
}

export function wrong(found: Found, problem: string, advice: string): RecordFinding {
  return finding('wrong', found, { problem, advice })
}

/** What a DNS server says (RFC 1035, section 4.1.1) is known without the E of Node; errors of the system keep it. */
const saidByServers = /^E(?=(?:SERVFAIL|REFUSED|FORMERR|NOTIMP|NOTAUTH|BADRESP)$)/

/** The DNS gave no answer, which says nothing about the record. */
export function unknown({ asked, reason }: DnsFailure, found: Found = []): RecordFinding {
  const [type = '', name = ''] = asked.split(' ')
  const isLate = reason === 'ETIMEOUT'
  const how = isLate ? 'did not answer in time' : `could not answer (${reason.replace(saidByServers, '')})`
  const advice =
    `The DNS ${how} when asked for the ${type} record of ${nameIn(name)}. It is asked again with the ` +
    'next check.'
  return finding('unknown', found, { problem: isLate ? 'dns_timeout' : 'dns_failure', advice })
}

export function notNeeded(): RecordFinding {
  return finding('not_needed', [])
}

export interface Remark {
  readonly problem: string
  readonly advice: string
}

function finding(status: RecordFinding['status'], found: Found, remark?: Remark): RecordFinding {
  return { status, found: [...found], problem: remark?.problem ?? null, advice: remark?.advice ?? null }
}

/** The DNS can say 64 KiB at a name, and anybody can put it there. */
const maxRecords = 10
const maxCharacters = 2000
const maxQuoted = 60

/** Records as they are kept and shown. */
export function shownRecords(records: readonly string[]): string[] {
  return records.slice(0, maxRecords).map((text) => cut(text, maxCharacters))
}

/** A piece of somebody's record in a sentence. */
export function quoted(text: string): string {
  return `"${cut(text, maxQuoted)}"`
}

/** A name out of somebody's record, which need not be one. */
export function nameIn(text: string): string {
  const plain = text.replace(/\.$/, '')
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(plain) && plain.length <= 253 ? plain : quoted(text)
}

function cut(text: string, max: number): string {
  return printableMarked(text.length > max ? `${text.slice(0, max)}…` : text)
}
