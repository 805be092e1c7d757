type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD'

/** The longest run of marks that stays as it is: no language needs as many (UAX #15, section 13). */
const longestRun = 30

const longRuns = new RegExp(`\\p{M}{${longestRun + 1},}`, 'gu')
const atMost = new RegExp(`\\p{M}{1,${longestRun}}`, 'gu')

/**
 * Brings a text to a normalization form in time that grows with its length. `String.prototype.normalize` sorts the
 * marks on a letter, which takes time by the square of their number: minutes for a few hundred thousand. So this
 * function puts a COMBINING GRAPHEME JOINER behind each 30 marks (Stream-Safe Text Process, UAX #15, section 13).
 */
export function normalized(text: string, form: Form): string {
  const safe = text.replaceAll(longRuns, (run) => (run.match(atMost) ?? []).join('\u034f'))
  return safe.normalize(form)
}
