import { durationMs } from '../../audience/segments/rules/durations.js'

/** The longest wait, time-out or interval in days. */
export const maxWaitDays = 365

/** The same in milliseconds. */
export const maxWaitMs = maxWaitDays * 86_400_000

/**
 * Reads a duration that may have a minus ahead, such as `-P3D`.
 *
 * @returns milliseconds; undefined where it is none
 */
export function signedDurationMs(text: string): number | undefined {
  if (!text.startsWith('-')) return durationMs(text)
  const ms = durationMs(text.slice(1))
  return ms === undefined ? undefined : 0 - ms
}
