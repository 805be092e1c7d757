/**
 * Matches days, hours, minutes and seconds of ISO 8601. Months and years are left out, since they are not always of
 * the same length.
 */
const form = /^P(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/

const unitsMs = [86_400_000, 3_600_000, 60_000, 1000]

/** The longest duration in days. */
export const maxDurationDays = 3650

/**
 * Reads a duration such as `P30D` or `P1DT6H`.
 *
 * @returns milliseconds; undefined if the text is no duration, or a longer one than {@link maxDurationDays}
 */
export function durationMs(text: string): number | undefined {
  const [, ...counts] = form.exec(text) ?? []
  if (!counts.some((count) => count !== undefined)) return undefined
  const ms = counts.reduce((sum, count, index) => sum + Number(count ?? 0) * (unitsMs[index] ?? 0), 0)
  return ms <= maxDurationDays * 86_400_000 ? ms : undefined
}
