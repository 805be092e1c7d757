import { namesLocalhost } from '../../../../base/addresses/localhost.js'
import type { DomainRecord } from '../../../product/domains/check/record-check.js'
import { inStrings } from '../../../product/domains/dkim/dns-record.js'
import { presentDomain, type Domain } from '../../../product/domains/present.js'
import type { DomainRow } from '../../../product/domains/domain-rows.js'
import type { DomainCommandContext, DomainOptions } from './domain-command.js'

/**
 * Returns a domain with its records for somebody who mends them, or as the API shows it, with the records of its keys
 * as `dns_records` beside that.
 *
 * @param headline sentence about what has been done and what is next. If there is one, only the records to publish
 *   follow it.
 */
export async function answer(
  { db, sendingSetup }: Pick<DomainCommandContext, 'db' | 'sendingSetup'>,
  row: DomainRow,
  options: DomainOptions,
  headline?: string,
): Promise<string> {
  const domain = await presentDomain(db, sendingSetup, row)
  if (options.json === true) return JSON.stringify({ ...domain, dns_records: keyRecords(domain) }, null, 2)
  if (headline === undefined) {
    const silence = silenceOf(domain)
    const shown = domain.records.map((record) => (silence === undefined ? record : withoutAdvice(record)))
    return [...(silence ?? []), stateText(domain), ...shown.map(recordText), ...heldBackText(domain)].join(
      '\n\n',
    )
  }
  const toPublish = domain.records.filter(
    (record) => record.expected !== null && record.status !== 'not_needed' && !isHeldBack(record),
  )
  return [headline, ...toPublish.map(recordText), ...heldBackText(domain)].join('\n\n')
}

/** Tells whether a record would name this service while it is known as this machine only. */
function isHeldBack({ name, expected, status }: DomainRecord): boolean {
  if (status === 'ok' || status === 'not_needed') return false
  return namesLocalhost(name) || (expected !== null && namesLocalhost(expected))
}

/** Returns the sentence on the records that have to wait; none if no record has to. */
function heldBackText({ records }: Domain): readonly string[] {
  const kinds = records.filter(isHeldBack).map(({ kind }) => kind)
  return kinds.length === 0
    ? []
    : [
        `Not to be published yet: ${kinds.join(', ')}. Set POSTSEAL_PUBLIC_URL first: the service has no public name.`,
      ]
}

/** Returns the one sentence to print if the DNS has answered for no record: under each record it would be lost. */
function silenceOf({ records }: Domain): readonly string[] | undefined {
  const asked = records.filter(({ status }) => status !== 'not_needed')
  if (asked.length < 2 || asked.some(({ status }) => status !== 'unknown')) return undefined
  const [first] = asked
  return [
    'No record could be looked up: the DNS servers do not answer. See POSTSEAL_DNS_SERVERS; "postseal doctor" tries them.',
    ...(first?.advice == null ? [] : [first.advice]),
  ]
}

/** Returns a record without its advice, which for a failed look-up is about the DNS alone. */
function withoutAdvice(record: DomainRecord): DomainRecord {
  return record.status === 'unknown' ? { ...record, advice: null } : record
}

function keyRecords({ records }: Domain) {
  return records.flatMap(({ kind, type, name, expected }) =>
    kind === 'dkim' ? [{ type, name, value: expected }] : [],
  )
}

function stateText(domain: Domain): string {
  const { name, status, vouched, fails_at, checked_at, next_check_at, return_path } = domain
  const { since } = return_path
  const fails = fails_at === null ? '' : `, fails at ${fails_at} unless it is fixed`
  const checked = checked_at === null ? 'not checked yet' : `checked at ${checked_at}`
  const keys = domain.dkim_keys.map(
    ({ selector, algorithm, status }) => `${selector} (${algorithm}, ${status})`,
  )
  return [
    `${name}  ${status}${vouched ? ', vouched for by the operator' : ''}${fails}`,
    `${checked}, next check at ${next_check_at}`,
    `keys: ${keys.join(', ') || 'none yet'}`,
    `own return path: ${return_path.domain}, ${return_path.status}${since === null ? '' : ` since ${since}`}`,
  ].join('\n')
}

/** Returns a record as text, its value in the form of zone files. */
function recordText(record: DomainRecord): string {
  const { kind, need, type, name, expected, found, status, advice } = record
  const shown = (value: string) => (type === 'TXT' ? inStrings(value) : value)
  const lines = [
    status === 'not_needed' ? `${kind}  not needed` : `${kind}  ${status}  (${need})`,
    `  name      ${name}`,
    `  type      ${type}`,
  ]
  if (expected !== null && status !== 'not_needed' && !isHeldBack(record))
    lines.push(`  expected  ${shown(expected)}`)
  for (const value of found) lines.push(`  found     ${shown(value)}`)
  if (advice !== null && !isHeldBack(record)) lines.push(`  ${advice}`)
  return lines.join('\n')
}
