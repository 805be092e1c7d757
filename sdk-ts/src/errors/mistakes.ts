/** The parts of a mistake that a message shows. The command line reads this file, so it imports nothing. */
interface Mistake {
  path: string
  message: string
  line?: number
  column?: number
}

/** The end of a message of the service that counts the mistakes which it does not name. */
const countOfOthers = / `details` names (?:one more mistake|\d+ more mistakes)\.$/

/** Returns the service's message about the first mistake, without the count of the others. */
export function summaryOf(message: string): string {
  return message.replace(countOfOthers, '')
}

/**
 * Returns the message of a refusal with every mistake, each by its path (RFC 6901) and its reason, in one line.
 * Anybody may have sent `details`, such as a proxy: items that are not mistakes are left out.
 */
export function messageWith(message: string, details: readonly unknown[]): string {
  const mistakes = details.filter((detail) => isMistake(detail))
  const summary = summaryOf(message)
  const [first] = mistakes
  if (first === undefined) return summary
  const place = lineOf(first)
  if (mistakes.length === 1 && summary.includes(first.message))
    return `${summary} (${first.path}${place && `, ${place}`})`
  return `${summary} Mistakes: ${mistakes.map((one) => mistakeText(one)).join('; ')}`
}

/** Returns a mistake as text, such as `/body/text is required`. */
function mistakeText(mistake: Mistake): string {
  const place = lineOf(mistake)
  return `${mistake.path} ${mistake.message}${place && ` (${place})`}`
}

/** Returns the place of a mistake in a template that is the value; empty if the value is none. */
function lineOf({ line, column }: Mistake): string {
  if (typeof line !== 'number') return ''
  return typeof column === 'number' ? `line ${line}, column ${column}` : `line ${line}`
}

function isMistake(detail: unknown): detail is Mistake {
  if (typeof detail !== 'object' || detail === null) return false
  const { path, message } = detail as Partial<Record<keyof Mistake, unknown>>
  return typeof path === 'string' && typeof message === 'string'
}
