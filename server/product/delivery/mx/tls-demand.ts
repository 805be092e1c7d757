import type { TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { DnsFailure, type Resolver, type TlsaRecord } from '../../../mail/dns/resolver.js'
import { ConnectionFailed, type TlsDemand } from '../smtp/connector.js'
import { whyNotTrusted } from '../smtp/session/tls.js'
import { isUsable } from './dane/usable.js'
import { verifyDane } from './dane/verify.js'
import { matchesPolicy, type StsPolicy } from './mta-sts/policies.js'

interface Host {
  readonly resolver: Resolver
  readonly domain: string
  readonly host: string
  readonly port: number
  readonly policy: StsPolicy | undefined
  readonly log: Logger
}

/**
 * Decides how to encrypt towards a host: as DANE says, else as MTA-STS does, else if the server can. DANE goes first
 * (RFC 8461, section 2).
 *
 * @throws ConnectionFailed with `tls_policy` if nothing may be delivered to this host
 */
export async function tlsDemand(to: Host): Promise<TlsDemand> {
  const { domain, host, policy, log } = to
  const records = await tlsaRecords(to)
  const usable = records.filter(isUsable)
  if (usable.length > 0) {
    const verify = (socket: TLSSocket) => verifyDane(socket, usable, [host, domain])
    return {
      mode: 'required',
      servername: host,
      verify,
      failure: 'tls_policy',
      authentication: 'dane',
    }
  }

  const matches = policy === undefined || policy.mode === 'none' || matchesPolicy(host, policy)
  if (policy?.mode === 'testing' && !matches) {
    log.warn({ domain, host }, 'the MTA-STS policy of a domain, which is in testing, leaves out this host')
  }
  if (policy?.mode === 'enforce') {
    const message = `The MTA-STS policy of ${domain} leaves out its host ${host}.`
    if (!matches) throw new ConnectionFailed('resolve', 'tls_policy', message)
    // The certificate is checked by the authorities that are known here, for the host's name (RFC 8461, section 4.2).
    return {
      mode: 'required',
      servername: host,
      verify: whyNotTrusted,
      failure: 'tls_policy',
      authentication: 'mta_sts',
    }
  }
  // The records demand encryption, but say nothing about the certificate (RFC 7672, section 2.2).
  if (records.length > 0) {
    return { mode: 'required', servername: host, verify: () => undefined, failure: 'tls_policy' }
  }
  return { mode: 'opportunistic', servername: host }
}

async function tlsaRecords({ resolver, host, port }: Host): Promise<readonly TlsaRecord[]> {
  try {
    return (await resolver.tlsa(host, port)).records
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error
    // Whoever can make the look-up fail could otherwise turn DANE off (RFC 7672, section 2.1.2).
    throw new ConnectionFailed('resolve', 'tls_policy', error.message)
  }
}
