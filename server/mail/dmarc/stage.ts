import type { components } from '../../../generated/api-types.js'
import { parseDmarcRecord } from './parse.js'

export type DmarcStage = NonNullable<components['schemas']['DmarcRamp']['stage']>

/** The ramp, in the order it is climbed. */
const ramp = [
  'monitor',
  'quarantine_testing',
  'quarantine',
  'reject_testing',
  'reject',
] as const satisfies readonly DmarcStage[]

/**
 * How far a domain is by the record that receivers apply to it.
 *
 * @param record the whole text
 * @param policyDomain where it stands; above the domain it speaks by its `sp` (RFC 9989, section 4.7)
 * @returns null where the record has no effect
 */
export function stageOf(record: string, domain: string, policyDomain: string): DmarcStage | null {
  const parsed = parseDmarcRecord(record)
  if (!parsed.ok) return null
  const policy = policyDomain === domain ? parsed.p : (parsed.sp ?? parsed.p)
  if (policy === 'none') return 'monitor'
  return parsed.testing ? `${policy}_testing` : policy
}

/** The stage to take next; the first one where there is no record yet, and null at the end of the ramp. */
export function nextStage(stage: DmarcStage | null): DmarcStage | null {
  return ramp[stage === null ? 0 : ramp.indexOf(stage) + 1] ?? null
}
