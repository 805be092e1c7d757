import type { components } from '../../../generated/api-types.js'
import { parseDmarcRecord } from './parse.js'

export type DmarcStage = NonNullable<components['schemas']['DmarcRamp']['stage']>

/** Stages of the ramp, in the order in which it is climbed. */
const ramp = [
  'monitor',
  'quarantine_testing',
  'quarantine',
  'reject_testing',
  'reject',
] as const satisfies readonly DmarcStage[]

/**
 * Returns the stage that a domain has reached by the record that receivers apply to it.
 *
 * @param record the whole text
 * @param policyDomain domain of the record; if it is above the domain, its `sp` counts (RFC 9989, section 4.7)
 * @returns null if the record has no effect
 */
export function stageOf(record: string, domain: string, policyDomain: string): DmarcStage | null {
  const parsed = parseDmarcRecord(record)
  if (!parsed.ok) return null
  const policy = policyDomain === domain ? parsed.p : (parsed.sp ?? parsed.p)
  if (policy === 'none') return 'monitor'
  return parsed.testing ? `${policy}_testing` : policy
}

/** Returns the stage to take next; the first one if there is no record yet, and null at the end of the ramp. */
export function nextStage(stage: DmarcStage | null): DmarcStage | null {
  return ramp[stage === null ? 0 : ramp.indexOf(stage) + 1] ?? null
}
