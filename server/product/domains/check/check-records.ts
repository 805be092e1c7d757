import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'
import { stageOf } from '../../../mail/dmarc/stage.js'
import { findDmarcPolicy, type DmarcDiscovery } from '../../../mail/dmarc/tree-walk.js'
import { defaultReturnPathLabel } from '../return-path/name.js'
import type { SendingAddresses, SendingSetup } from '../sending-setup.js'
import { checkBimi, checkMtaSts, checkTlsReports } from './check-optional.js'
import { answeringFor } from './deadline.js'
import { checkDkim } from './check-dkim.js'
import { checkDmarc } from './dmarc/check-dmarc.js'
import { checkReportConsent } from './dmarc/report-consent.js'
import { expectedRecords } from './expected.js'
import {
  type CheckedDomain,
  type DomainRecord,
  type Findings,
  type CheckRecords,
  type RecordCheck,
  type CheckContext,
  shownRecords,
  unknown,
} from './record-check.js'
import { checkOwnReturnPath } from './check-return-path.js'
import { checkReturnPathMx } from './check-return-path-mx.js'
import { printableMarked } from '../../../../base/text/printable.js'
import { checkSpf } from './spf/check-spf.js'

const checks: Readonly<Record<DomainRecord['kind'], RecordCheck>> = {
  dkim: checkDkim,
  spf: checkSpf,
  return_path_mx: checkReturnPathMx,
  return_path: checkOwnReturnPath,
  dmarc: checkDmarc,
  dmarc_reports: checkReportConsent,
  mta_sts: checkMtaSts,
  tls_rpt: checkTlsReports,
  bimi: checkBimi,
}

/**
 * Longest time for a check in milliseconds, whatever the DNS does: some questions follow from the answers to others.
 */
const usualLimitMs = 20_000

/**
 * Returns the function that checks all records of a domain at the same time.
 *
 * @param limitMs milliseconds after which a record without an answer is unknown; tests shorten it
 */
export function recordChecker(
  sendingSetup: SendingSetup,
  sendingAddresses: SendingAddresses,
  limitMs = usualLimitMs,
): CheckRecords {
  return async (domain, unlimited) => {
    const { resolver, end } = answeringFor(unlimited, limitMs)
    try {
      const dmarc = findDmarcPolicy(domain.name, resolver)
      const context: CheckContext = { domain, sendingSetup, sendingAddresses, resolver, dmarc }
      const records = await Promise.all(
        expectedRecords(domain, sendingSetup).map((record) => checkRecord(record, context)),
      )
      const dmarcPolicy = policyIn(await dmarc, domain.name)
      return { records: dmarcPolicy ? records.map(withoutDemand) : records, dmarcPolicy }
    } finally {
      end()
    }
  }
}

/**
 * Lowers the need of a flawed DMARC record to `recommended`, since a policy that receivers apply is enough, whatever
 * else could be better about its record.
 */
function withoutDemand(record: DomainRecord): DomainRecord {
  return record.kind === 'dmarc' && record.status === 'wrong' ? { ...record, need: 'recommended' } : record
}

/** Checks the SPF and the MX record of the return path, which a service has once for all domains. */
export async function checkReturnPath(
  sendingSetup: SendingSetup,
  sendingAddresses: SendingAddresses,
  resolver: Resolver,
): Promise<DomainRecord[]> {
  const { returnPathDomain: name } = sendingSetup
  const domain: CheckedDomain = {
    name,
    returnPathLabel: defaultReturnPathLabel,
    keys: [],
    isBulkSender: false,
  }
  // Neither record depends on the DMARC policy.
  const dmarc = Promise.resolve<DmarcDiscovery>({ state: 'none', several: [] })
  const context: CheckContext = { domain, sendingSetup, sendingAddresses, resolver, dmarc }
  return Promise.all(
    expectedRecords(domain, sendingSetup)
      .filter(({ kind }) => kind === 'spf' || kind === 'return_path_mx')
      .map((record) => checkRecord(record, context)),
  )
}

async function checkRecord(record: DomainRecord, context: CheckContext): Promise<DomainRecord> {
  if (record.status === 'not_needed') return record
  const verdict = await checks[record.kind](record, context).catch((error: unknown) => {
    if (error instanceof DnsFailure) return unknown(error)
    throw error
  })
  const advice = verdict.advice === null ? null : printableMarked(verdict.advice)
  return { ...record, ...verdict, found: shownRecords(verdict.found), advice }
}

/** Most characters of a record, more than any record in use has. */
const maxCharacters = 4096

function policyIn(found: DmarcDiscovery, domain: string): Findings['dmarcPolicy'] {
  if (found.state === 'unknown') return undefined
  if (found.state !== 'found' || stageOf(found.record, domain, found.domain) === null) return null
  return { domain: found.domain, record: printableMarked(found.record).slice(0, maxCharacters) }
}
