import type { Config } from '../../../platform/config/config.js'
import { exchange } from '../../../mail/dns/exchange.js'
import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'
import { dnsServers, serverText, type DnsServer } from '../../../mail/dns/servers.js'
import { isPublicAddress } from '../../../mail/network/address-guard.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import { checkReturnPath } from '../../../product/domains/check/check-records.js'
import type { DomainRecord } from '../../../product/domains/check/record-check.js'
import { sendingAddresses, sendingSetupOf } from '../../../product/domains/sending-setup.js'
import { failed, ok, skipped, warning, type Check, type Finding } from './check.js'

const answerMs = 4_000
const staysHere = 'live mail stays in the sink'

/** Makes the checks of the DNS servers, the names of this host, and the records of the return path. */
export function dnsChecks(config: Config, resolver: Resolver): Check[] {
  const isSink = config.transport.kind === 'sink'
  const outside = (name: string, run: () => Promise<Finding>): Check => ({
    name,
    run: () => (isSink ? skipped(staysHere) : run().catch(unanswered)),
  })
  const records = isSink
    ? Promise.resolve([])
    : checkReturnPath(sendingSetupOf(config), sendingAddresses(config, resolver), resolver)
  // Each check that needs it reports a failure.
  records.catch(() => undefined)
  const ofKind = async (kind: DomainRecord['kind']) =>
    recordFinding((await records).find((record) => record.kind === kind))
  return [
    { name: 'DNS servers', run: () => checkServers(dnsServers(config.dnsServers)) },
    outside('host name', () => checkHostname(config, resolver)),
    outside('reverse DNS', () => checkReverse(config, resolver)),
    outside('return path MX', () => ofKind('return_path_mx')),
    outside('return path SPF', () => ofKind('spf')),
  ]
}

/** Returns the finding for a DNS query that had no answer. */
function unanswered(error: unknown): Finding {
  if (!(error instanceof DnsFailure)) throw error
  return failed(
    error.message,
    'Make sure that the DNS servers answer, and that the name servers of the domain do.',
  )
}

async function checkServers(servers: readonly DnsServer[]): Promise<Finding> {
  const advice = 'Set POSTSEAL_DNS_SERVERS to servers that answer from this host.'
  if (servers.length === 0) return failed('the system names no DNS servers', advice)
  const answered = await Promise.all(servers.map(doesAnswer))
  const silent = servers.filter((_server, index) => !answered[index]).map(serverText)
  if (silent.length === 0)
    return ok(`${servers.map(serverText).join(', ')} answer`.replace(/^([^,]+) answer$/, '$1 answers'))
  const seen = `no answer from ${silent.join(', ')}`
  return silent.length === servers.length ? failed(seen, advice) : warning(seen, advice)
}

/** Returns whether a DNS server answers a query for the name servers of the root, which every resolver knows. */
async function doesAnswer(server: DnsServer): Promise<boolean> {
  try {
    const { rcode } = await exchange(server, '.', 'NS', answerMs)
    return rcode !== 'SERVFAIL' && rcode !== 'REFUSED'
  } catch {
    return false
  }
}

async function checkHostname({ hostname }: Config, resolver: Resolver): Promise<Finding> {
  const { records } = await resolver.addresses(hostname)
  const publish = `Publish an A or AAAA record of ${hostname} with the public address of this host.`
  if (records.length === 0) return failed(`${hostname} has no address`, publish)
  const seen = `${hostname} is ${records.join(', ')}`
  const inside = records.filter((address) => !isPublicAddress(address))
  if (inside.length === 0) return ok(seen)
  return warning(
    `${seen}: not an address of the internet`,
    `Other mail servers cannot look this host up. ${publish}`,
  )
}

/** Checks whether each address that mail leaves from has the name that this host uses, and that name the address. */
async function checkReverse(config: Config, resolver: Resolver): Promise<Finding> {
  const { hostname, transport } = config
  if (transport.kind !== 'mx') return skipped('mail leaves from the addresses of the relay')
  const addresses = (await sendingAddresses(config, resolver)()).filter((range) => !range.includes('/'))
  if (addresses.length === 0) return skipped(`no address of this host is known`)
  const findings = await Promise.all(addresses.map((address) => checkNamesOf(address, hostname, resolver)))
  const worst =
    findings.find(({ status }) => status === 'failed') ?? findings.find(({ status }) => status === 'warning')
  return worst ?? ok(`${addresses.join(', ')} ${addresses.length === 1 ? 'is' : 'are'} ${hostname}`)
}

async function checkNamesOf(address: string, hostname: string, resolver: Resolver): Promise<Finding> {
  const names = (await resolver.names(address)).records.map((name) => name.replace(/\.$/, '').toLowerCase())
  const ask = `Ask the provider of the address to set its reverse DNS to ${hostname}.`
  const refuse = 'Large receivers refuse mail from such an address.'
  if (names.length === 0) return failed(`${address} has no reverse DNS`, `${refuse} ${ask}`)
  const name = names.find((one) => one === hostname) ?? names[0] ?? ''
  const { records } = await resolver.addresses(name)
  const seen = `${address} is ${name}`
  if (!records.some((back) => plainAddress(back) === plainAddress(address)))
    return failed(
      `${seen}, and that name does not resolve back`,
      `Publish ${address} as an address of ${name}. ${refuse}`,
    )
  return name === hostname ? ok(seen) : warning(`${seen}, not ${hostname}`, ask)
}

/** Returns the finding for a record as the domain checks judge it. */
function recordFinding(record: DomainRecord | undefined): Finding {
  if (record === undefined || record.status === 'not_needed') return skipped(staysHere)
  const { type, name, status, found, expected } = record
  const seen =
    found.length === 0
      ? `${name} has no ${type === 'MX' ? 'MX' : 'SPF'} record`
      : `${name}: ${found.join('; ')}`
  if (status === 'unknown') return failed(`${name}: the DNS gave no answer`, record.advice ?? '')
  const publish = expected === null ? '' : ` Expected: ${expected}`
  const advice = `${record.advice ?? ''}${status === 'ok' ? '' : publish}`.trim()
  if (status === 'ok') return advice === '' ? ok(seen) : warning(seen, advice)
  return failed(seen, advice)
}
