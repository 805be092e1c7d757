/** The style of log lines for people. */
export interface LineStyle {
  readonly colours: boolean
  /** `failed` leaves out successful requests. */
  readonly requests: 'all' | 'failed'
}

const levels: Readonly<Record<number, { readonly name: string; readonly colour: number }>> = {
  10: { name: 'trace', colour: 90 },
  20: { name: 'debug', colour: 90 },
  30: { name: 'info', colour: 32 },
  40: { name: 'warn', colour: 33 },
  50: { name: 'error', colour: 31 },
  60: { name: 'fatal', colour: 31 },
}
const dim = 90

interface LoggedError {
  readonly type?: string
  readonly message?: string
  readonly stack?: string
}

type Logged = Readonly<Record<string, unknown>> & {
  readonly level?: number
  readonly time?: number
  readonly role?: string
  readonly msg?: string
  readonly err?: LoggedError
}

/**
 * Formats a log line for people: time, level, role, message and the other fields as `name=value`, with an
 * error's stack below.
 *
 * @param json the line as pino writes it
 * @returns undefined if the line is left out
 */
export function prettyLine(json: string, style: LineStyle): string | undefined {
  const { level = 30, time, role, msg, err, ...rest } = JSON.parse(json) as Logged
  if (msg === 'request' && style.requests === 'failed' && Number(rest['status']) < 400) return undefined
  const paint = (text: string, colour: number) => (style.colours ? `\u001b[${colour}m${text}\u001b[0m` : text)
  const { name, colour } = levels[level] ?? { name: String(level), colour: dim }
  const parts = [
    paint(timeOf(time), dim),
    paint(name.toUpperCase().padEnd(5), colour),
    role && paint(harmless(role), dim),
    harmless(msg === 'request' ? requestText(rest) : (msg ?? '')),
    ...Object.entries(msg === 'request' ? withoutRequest(rest) : rest).map(([key, value]) =>
      paint(`${harmless(key)}=${harmless(valueText(value))}`, dim),
    ),
    err && `${harmless(err.type ?? 'Error')}: ${harmless(err.message ?? '')}`,
  ]
  const stack =
    err?.stack === undefined ? [] : err.stack.split('\n').map((frame) => paint(harmless(frame), dim))
  return `${[parts.filter(Boolean).join(' '), ...stack].join('\n')}\n`
}

/** Returns the time of day in this machine's zone, since its user reads the log right away. */
function timeOf(time: number | undefined): string {
  const at = new Date(time ?? Date.now())
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

function requestText({ method, path, operation, status, ms }: Readonly<Record<string, unknown>>): string {
  const parts = [method, operation ?? path, status, typeof ms === 'number' ? `${ms} ms` : undefined]
  return parts
    .filter((part) => part !== undefined)
    .map(valueText)
    .join(' ')
}

function withoutRequest(rest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = new Set(['method', 'path', 'operation', 'status', 'ms'])
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !shown.has(name)))
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(',')
    : JSON.stringify(value)
}

/**
 * Escapes the characters that a terminal obeys or hides, since a logged path or reply may come from an
 * attacker. These are both blocks of control characters, line separators, and characters that change the
 * direction of text.
 */
function harmless(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
