import { isBad, type Reputation } from '../../../product/delivery/sources/reputation/reputation.js'

/** Formats a fraction as per cent to the hundredth, such as `0.41 %`. */
export function percent(rate: number): string {
  return `${Math.round(rate * 10_000) / 100} %`
}

/** Formats the complaint rate that Microsoft reports. */
export function complaintsOf(rate: number | null): string {
  if (rate === null) return 'unknown'
  return rate === 0 ? '< 0.1 %' : percent(rate)
}

/**
 * Returns what is bad in Microsoft's statement about a source, and how the service reacts.
 *
 * @param warm true if the source needs no warm-up
 * @returns undefined if nothing is bad
 */
export function whatMicrosoftSays(reputation: Reputation, warm: boolean): string | undefined {
  if (reputation.result === 'GREEN' && !isBad(reputation)) return undefined
  const { source, day, result, complaintRate } = reputation
  const complaints = complaintRate === null ? '' : `, complaints ${complaintsOf(complaintRate)}`
  const heldBack = isBad(reputation) && !warm ? '; its warm-up there is paused' : ''
  return `${source} was ${result} at Microsoft on ${day}${complaints}${heldBack}`
}
