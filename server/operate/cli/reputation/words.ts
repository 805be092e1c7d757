import { isBad, type Reputation } from '../../../product/delivery/sources/reputation/reputation.js'

/** A part of one as `0.41 %`, to the hundredth. */
export function percent(rate: number): string {
  return `${Math.round(rate * 10_000) / 100} %`
}

/** The complaints that Microsoft tells of, in words. */
export function complaintsOf(rate: number | null): string {
  if (rate === null) return 'unknown'
  return rate === 0 ? '< 0.1 %' : percent(rate)
}

/**
 * What is bad in what Microsoft says of a source, and what the service makes of it.
 *
 * @param warm whether the source needs no warm-up
 * @returns undefined where nothing is bad
 */
export function whatMicrosoftSays(told: Reputation, warm: boolean): string | undefined {
  if (told.result === 'GREEN' && !isBad(told)) return undefined
  const { source, day, result, complaintRate } = told
  const complaints = complaintRate === null ? '' : `, complaints ${complaintsOf(complaintRate)}`
  const heldBack = isBad(told) && !warm ? '; its warm-up there is held back' : ''
  return `${source} was ${result} at Microsoft on ${day}${complaints}${heldBack}`
}
