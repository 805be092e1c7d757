import type { SendingSetup } from '../sending-setup.js'
import { dkimRecord } from '../dkim/dns-record.js'
import { recordForStage } from '../../../mail/dmarc/write.js'
import { reportAddress } from '../dmarc/report-address.js'
import { returnPathName, usesOwnReturnPath } from '../return-path/name.js'
import type { CheckedDomain, CheckedKey, DomainRecord } from './record-check.js'

/**
 * Returns the SPF mechanisms that allow this service to send with its return path: the addresses that its operator
 * has named, else those of this host. A relay sends from addresses that only its operator knows.
 */
function expectedSpf({ direct, hostname, namedAddresses }: SendingSetup): string | null {
  const named = namedAddresses.map((range) => `ip${range.includes(':') ? 6 : 4}:${range}`)
  if (named.length > 0) return `v=spf1 ${named.join(' ')} -all`
  return direct ? `v=spf1 a:${hostname} -all` : null
}

/** The properties of a record that are known before the check. */
type Planned = Pick<DomainRecord, 'kind' | 'need' | 'type' | 'name' | 'selector' | 'expected'>

/**
 * Returns the records of a domain before their first check, for its owner to publish. A check returns the same list
 * in the same order.
 */
export function expectedRecords(domain: CheckedDomain, sendingSetup: SendingSetup): DomainRecord[] {
  const { name } = domain
  const { hostname, returnPathDomain } = sendingSetup
  const address = reportAddress(returnPathDomain)
  const ownReturnPath = returnPathName(domain)
  const text = (
    kind: DomainRecord['kind'],
    need: DomainRecord['need'],
    at: string,
    expected: string | null,
  ): Planned => ({ kind, need, type: 'TXT', name: at, selector: null, expected })
  const planned: Planned[] = [
    ...domain.keys.map((key) => dkim(name, key)),
    text('spf', 'required', returnPathDomain, expectedSpf(sendingSetup)),
    {
      kind: 'return_path_mx',
      need: 'required',
      type: 'MX',
      name: returnPathDomain,
      selector: null,
      expected: `10 ${hostname}`,
    },
    {
      kind: 'return_path',
      need: 'recommended',
      type: 'CNAME',
      name: ownReturnPath,
      selector: null,
      expected: ownReturnPath === returnPathDomain ? null : returnPathDomain,
    },
    text(
      'dmarc',
      domain.isBulkSender ? 'required' : 'recommended',
      `_dmarc.${name}`,
      recordForStage('monitor', { reportAddress: address }),
    ),
    text('dmarc_reports', 'optional', `${name}._report._dmarc.${returnPathDomain}`, 'v=DMARC1'),
    text('mta_sts', 'optional', `_mta-sts.${name}`, null),
    text('tls_rpt', 'optional', `_smtp._tls.${name}`, `v=TLSRPTv1; rua=mailto:${address}`),
    text('bimi', 'optional', `default._bimi.${name}`, null),
  ]
  return planned.map((record) => unchecked(record, isNeeded(record, domain, sendingSetup)))
}

/**
 * Returns the record of a key. The record is required only while the key signs: a key that is to sign later, or has
 * signed, is no reason to hold mail back.
 */
function dkim(domain: string, key: CheckedKey): Planned {
  const { name, value } = dkimRecord({ ...key, domain })
  const need = key.status === 'active' ? 'required' : 'recommended'
  return { kind: 'dkim', need, type: 'TXT', name, selector: key.selector, expected: value }
}

/** Kinds of records that only matter for mail that leaves this host or comes to it. */
const ofMailOutside: ReadonlySet<DomainRecord['kind']> = new Set(['spf', 'return_path_mx', 'dmarc_reports'])

function isNeeded({ kind }: Planned, domain: CheckedDomain, sendingSetup: SendingSetup): boolean {
  if (kind === 'return_path') return usesOwnReturnPath(domain, sendingSetup)
  return !sendingSetup.staysHere || !ofMailOutside.has(kind)
}

function unchecked(record: Planned, needed: boolean): DomainRecord {
  const rest = { found: [], problem: null }
  if (!needed) return { ...record, ...rest, status: 'not_needed', advice: null }
  return { ...record, ...rest, status: 'unchecked', advice: whatToPublish(record) }
}

/**
 * Returns the text that tells who has to publish a record. The records of the service's return path are the
 * operator's, and the same for all domains.
 */
function whatToPublish({ kind, need, type, name, expected }: Planned): string | null {
  if (expected === null || need === 'optional') return null
  return kind === 'spf' || kind === 'return_path_mx'
    ? `The operator of this service publishes this ${type} record at ${name}, once for all domains.`
    : `Publish this ${type} record at ${name}, then have the domain checked.`
}
