import { DnsFailure } from '../../dns/resolver.js'
import { stageOf } from '../dmarc/record/stage.js'
import { findDmarcPolicy, type DmarcDiscovery } from '../dmarc/record/tree-walk.js'
import type { SendingAddresses, Surroundings } from '../surroundings.js'
import { lookAtBimi } from './advice/bimi.js'
import { lookAtMtaSts } from './advice/mta-sts.js'
import { lookAtTlsReports } from './advice/tls-reports.js'
import { answeringFor } from './deadline.js'
import { lookAtDkim } from './dkim/look.js'
import { lookAtDmarc } from './dmarc/look.js'
import { lookAtReportConsent } from './dmarc/report-consent.js'
import { expectedRecords } from './expected.js'
import type { DomainRecord, Findings, LookAt } from './look-at.js'
import type { Looker, Looking } from './looker.js'
import { lookAtReturnPathMx } from './mx/look.js'
import { printableMarked } from '../../printable.js'
import { shownRecords } from './shown.js'
import { lookAtSpf } from './spf/look.js'
import { unknown } from './verdict.js'

const lookers: Readonly<Record<DomainRecord['kind'], Looker>> = {
  dkim: lookAtDkim,
  spf: lookAtSpf,
  return_path_mx: lookAtReturnPathMx,
  dmarc: lookAtDmarc,
  dmarc_reports: lookAtReportConsent,
  mta_sts: lookAtMtaSts,
  tls_rpt: lookAtTlsReports,
  bimi: lookAtBimi,
}

/** Whoever waits for a check waits no longer, whatever the DNS does: some questions follow from the answers to others. */
const usualLimitMs = 20_000

/**
 * Looks at all records of a domain at the same time.
 *
 * @param limitMs when what has no answer by then is unknown, in milliseconds; tests shorten it
 */
export function lookAt(
  surroundings: Surroundings,
  sendingAddresses: SendingAddresses,
  limitMs = usualLimitMs,
): LookAt {
  return async (domain, unlimited) => {
    const { resolver, end } = answeringFor(unlimited, limitMs)
    try {
      const dmarc = findDmarcPolicy(domain.name, resolver)
      const looking: Looking = { domain, surroundings, sendingAddresses, resolver, dmarc }
      const records = await Promise.all(
        expectedRecords(domain, surroundings).map((record) => looked(record, looking)),
      )
      return { records, dmarcPolicy: policyIn(await dmarc, domain.name) }
    } finally {
      end()
    }
  }
}

async function looked(record: DomainRecord, looking: Looking): Promise<DomainRecord> {
  if (record.status === 'not_needed') return record
  const verdict = await lookers[record.kind](record, looking).catch((error: unknown) => {
    if (error instanceof DnsFailure) return unknown(error)
    throw error
  })
  const advice = verdict.advice === null ? null : printableMarked(verdict.advice)
  return { ...record, ...verdict, found: shownRecords(verdict.found), advice }
}

/** Longer than any record in use, so that it is whole. */
const maxCharacters = 4096

function policyIn(found: DmarcDiscovery, domain: string): Findings['dmarcPolicy'] {
  if (found.state === 'unknown') return undefined
  if (found.state !== 'found' || stageOf(found.record, domain, found.domain) === null) return null
  return { domain: found.domain, record: printableMarked(found.record).slice(0, maxCharacters) }
}
