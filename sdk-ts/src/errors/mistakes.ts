/** The parts of a mistake that a message shows. The command line uses this file too, so the file has no imports. */
interface Mistake {
  path: string
  message: string
  line?: number
  column?: number
}

/** The end of a service message that counts the mistakes it does not name. */
const countOfOthers = / `details` names (?:one more mistake|\d+ more mistakes)\.$/

/** Returns the service's message about the first mistake, without the count of the others. */
export function summaryOf(message: string): string {
  return message.replace(countOfOthers, '')
}

/**
 * Returns an error message with every mistake on one line, each with its path (RFC 6901) and reason. A proxy or
 * another party can have sent `details`, so items that are not mistakes are ignored.
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

/** Returns the location of a mistake in a template, or an empty string if the value is not a template. */
function lineOf({ line, column }: Mistake): string {
  if (typeof line !== 'number') return ''
  return typeof column === 'number' ? `line ${line}, column ${column}` : `line ${line}`
}

function isMistake(detail: unknown): detail is Mistake {
  if (typeof detail !== 'object' || detail === null) return false
  const { path, message } = detail as Partial<Record<keyof Mistake, unknown>>
  return typeof path === 'string' && typeof message === 'string'
}
