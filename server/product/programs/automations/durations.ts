import { durationMs } from '../../audience/segments/rules/durations.js'

/** The most days of a wait, time-out or interval. */
export const maxWaitDays = 365

/** The most milliseconds of a wait, time-out or interval. */
export const maxWaitMs = maxWaitDays * 86_400_000

/**
 * Reads a duration that may have a minus ahead, such as `-P3D`.
 *
 * @returns milliseconds; undefined if the text is no duration
 */
export function signedDurationMs(text: string): number | undefined {
  if (!text.startsWith('-')) return durationMs(text)
  const ms = durationMs(text.slice(1))
  return ms === undefined ? undefined : 0 - ms
}
