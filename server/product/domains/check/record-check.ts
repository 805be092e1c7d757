import type { components } from '../../../../generated/api-types.js'
import type { Resolver, DnsFailure } from '../../../mail/dns/resolver.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'
import type { DmarcDiscovery } from '../../../mail/dmarc/tree-walk.js'
import type { SendingAddresses, SendingSetup } from '../sending-setup.js'
import type { LabelledDomain } from '../return-path/name.js'
import { printableMarked } from '../../../../base/text/printable.js'

/** A record in the contract's shape: its expected value, the values found, and the advice. */
export type DomainRecord = components['schemas']['DomainRecord']

/** A domain whose records are checked. */
export interface CheckedDomain extends LabelledDomain {
  readonly keys: readonly CheckedKey[]
  /** True if the domain has sent so much that providers demand DMARC of it. */
  readonly isBulkSender: boolean
}

export interface CheckedKey {
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  /** The key in the form in which the DNS publishes it, in `p=`. */
  readonly publicKey: string
  readonly status: 'pending' | 'active' | 'retiring'
}

/** The DMARC record that receivers apply to a domain, and the domain that has it: this one or one above. */
export interface DmarcPolicyFound {
  readonly domain: string
  /** The whole text of the record. */
  readonly record: string
}

export interface Findings {
  readonly records: readonly DomainRecord[]
  /** The policy; null if there is none in effect, undefined if the DNS gave no answer. */
  readonly dmarcPolicy: DmarcPolicyFound | null | undefined
}

/** Checks every record of a domain. Never throws, whatever the DNS answers. */
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
 * @throws DnsFailure if the DNS gave no answer and nothing more can be said
 */
export type RecordCheck = (record: DomainRecord, context: CheckContext) => Promise<RecordFinding>

/** The result of the check of a record. */
export type RecordFinding = Pick<DomainRecord, 'status' | 'found' | 'problem' | 'advice'> & {
  /** Name at which the record was found, if not the expected one. */
  readonly name?: string
}

/** Texts of the records that were found. */
type Found = readonly string[]

/** Makes the finding of a record that is right. A remark does not count against the record. */
export function ok(found: Found, remark?: Remark): RecordFinding {
  return finding('ok', found, remark)
}

export function missing(problem: string, advice: string): RecordFinding {
  return finding('missing', [], { problem, advice })
}

export function wrong(found: Found, problem: string, advice: string): RecordFinding {
  return finding('wrong', found, { problem, advice })
}

/**
 * Matches the E with which Node begins the errors of DNS servers (RFC 1035, section 4.1.1), which are known without
 * it; errors of the system keep theirs.
 */
const saidByServers = /^E(?=(?:SERVFAIL|REFUSED|FORMERR|NOTIMP|NOTAUTH|BADRESP)$)/

/** Makes the finding of a record for which the DNS gave no answer, which says nothing about the record. */
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

/** Most records that are kept: the DNS can have 64 KiB at a name, and anybody can put it there. */
const maxRecords = 10
const maxCharacters = 2000
const maxQuoted = 60

/** Returns records in the form that is kept and shown. */
export function shownRecords(records: readonly string[]): string[] {
  return records.slice(0, maxRecords).map((text) => cut(text, maxCharacters))
}

/** Quotes a piece of somebody's record in a sentence. */
export function quoted(text: string): string {
  return `"${cut(text, maxQuoted)}"`
}

/** Writes a name out of somebody's record, which need not be a valid one. */
export function nameIn(text: string): string {
  const plain = text.replace(/\.$/, '')
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(plain) && plain.length <= 253 ? plain : quoted(text)
}

function cut(text: string, max: number): string {
  return printableMarked(text.length > max ? `${text.slice(0, max)}…` : text)
}
