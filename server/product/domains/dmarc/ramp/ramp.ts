import type { components } from '../../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid } from '../../../../platform/db/ids.js'
import type { DmarcPolicyFound } from '../../check/record-check.js'
import type { DomainRecord } from '../../check/record-check.js'
import { nextStage, stageOf, type DmarcStage } from '../../../../mail/dmarc/stage.js'
import { recordForStage } from '../../../../mail/dmarc/write.js'
import type { Evidence } from './evidence.js'
import { alignedThousandths, blockersOf } from './readiness.js'

type Schemas = components['schemas']
type Blocker = Schemas['DmarcBlocker']

/** A domain as the ramp selects it, with the findings of its last check. */
export interface RampDomain {
  readonly id: Uuid
  readonly name: string
  readonly checked_at: Date | null
  readonly records: readonly DomainRecord[]
  readonly dmarc_policy: DmarcPolicyFound | null
}

/** The beginning of the evidence's first day and the end of its last. */
export interface Span {
  readonly since: Date
  readonly until: Date
}

/**
 * @param reportAddress address at which this service receives DMARC reports
 */
export function presentRamp(
  domain: RampDomain,
  evidence: Evidence,
  span: Span,
  reportAddress: string,
): Schemas['DmarcRamp'] {
  const policy = domain.dmarc_policy
  const stage = policy === null ? null : stageOf(policy.record, domain.name, policy.domain)
  const next = nextStage(stage)
  const blockers =
    next === null ? [] : [...recordBlockers(domain), ...(stage === null ? [] : blockersOf(evidence))]
  return {
    domain_id: toTypeId('dom', domain.id),
    domain: domain.name,
    domain_created_at: timeOf(domain.id).toISOString(),
    stage,
    next_stage: next,
    ready: next !== null && blockers.length === 0,
    blockers,
    current_record: policy && at(policy.domain, policy.record),
    next_record: next && nextRecord(domain, next, reportAddress),
    evidence: presentEvidence(evidence, span),
  }
}

/**
 * Returns the blockers of a domain's records, which have to be known and fixed first. That nobody reports yet does
 * not keep anybody from asking for reports.
 */
function recordBlockers({ name, checked_at, records }: RampDomain): Blocker[] {
  if (checked_at === null) {
    const message = `The DNS of ${name} has not been checked yet. Check the domain first.`
    return [{ code: 'not_checked', message }]
  }
  const broken = records.find(({ kind, status }) => kind === 'dmarc' && status === 'wrong')
  if (broken === undefined) return []
  const advice = broken.advice ?? `Publish exactly one valid record at ${broken.name}.`
  return [{ code: 'record_broken', message: `Fix the DMARC record first. ${advice}` }]
}

function nextRecord(domain: RampDomain, next: DmarcStage, reportAddress: string): Schemas['DmarcDnsRecord'] {
  const policy = domain.dmarc_policy
  if (policy === null) return at(domain.name, recordForStage(next, { reportAddress }))
  const own = policy.domain === domain.name
  const current = own ? policy.record : withoutOthers(policy.record)
  return at(domain.name, recordForStage(next, { current, reportAddress }))
}

/**
 * Returns a record without the tags that apply only elsewhere: in a domain's own record they would be about the
 * domains below it, or about public suffixes (RFC 9989, section 4.7).
 */
function withoutOthers(record: string): string {
  return record
    .split(';')
    .filter((tag) => !/^\s*(sp|np|psd)\s*=/i.test(tag))
    .join(';')
}

function at(domain: string, value: string): Schemas['DmarcDnsRecord'] {
  return { type: 'TXT', name: `_dmarc.${domain}`, value }
}

function presentEvidence(evidence: Evidence, { since, until }: Span): Schemas['DmarcEvidence'] {
  const thousandths = alignedThousandths(evidence)
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    reports: evidence.reports,
    reporters: [...evidence.reporters],
    messages: evidence.messages,
    aligned: evidence.aligned,
    aligned_share: thousandths === null ? null : thousandths / 1000,
    dkim_aligned: evidence.dkimAligned,
    spf_aligned: evidence.spfAligned,
    unauthorized: evidence.unauthorized,
    unexplained_sources: evidence.unexplainedSources.map(({ id, ...source }) => ({
      source_id: toTypeId('dms', id),
      ...source,
    })),
  }
}
