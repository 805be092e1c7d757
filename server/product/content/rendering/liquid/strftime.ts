/** A time to write: its day and clock in its zone, and their names in its language. */
export interface TimeParts {
  readonly year: number
  /** Month from 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** Seconds since 1970. */
  readonly epoch: number
  /** Minutes by which the clock is ahead of UTC. */
  readonly offset: number
  /** Returns the short or long name of the day or of the month, or the name of the zone. */
  readonly named: (letter: 'a' | 'A' | 'b' | 'B' | 'Z') => string
}

/** Length of a long name, which a directive counts as before it is written. */
const usualCharacters = 10

const directive = /%([-0^_#]*)(\d*)(:{0,3})([EO]?)([\s\S])/g

/** Directives that stand for several others. */
const compounds: ReadonlyMap<string, string> = new Map([
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['r', '%I:%M:%S %p'],
  ['R', '%H:%M'],
  ['T', '%H:%M:%S'],
  ['v', '%e-%^b-%4Y'],
  ['x', '%m/%d/%y'],
  ['X', '%H:%M:%S'],
])

/** Directives that the modifiers of POSIX may precede. The modifiers change nothing. */
const modified = { E: 'cCxXyY', O: 'deHkIlmMSuUVwWy' } as const

/** A number, its usual width, and its filling. */
type Field = readonly [value: number, width: number, fill?: ' ']

const numbers: ReadonlyMap<string, (time: TimeParts) => Field> = new Map(
  Object.entries<(time: TimeParts) => Field>({
    C: ({ year }) => [Math.floor(year / 100), 2],
    d: ({ day }) => [day, 2],
    e: ({ day }) => [day, 2, ' '],
    g: (time) => [modulo(isoWeek(time).year, 100), 2],
    G: (time) => yearField(isoWeek(time).year),
    H: ({ hour }) => [hour, 2],
    I: ({ hour }) => [hour % 12 || 12, 2],
    j: (time) => [dayOfYear(time), 3],
    k: ({ hour }) => [hour, 2, ' '],
    l: ({ hour }) => [hour % 12 || 12, 2, ' '],
    m: ({ month }) => [month, 2],
    M: ({ minute }) => [minute, 2],
    s: ({ epoch }) => [epoch, 1],
    S: ({ second }) => [second, 2],
    u: (time) => [weekday(time) || 7, 1],
    U: (time) => [Math.floor((dayOfYear(time) + 6 - weekday(time)) / 7), 2],
    V: (time) => [isoWeek(time).week, 2],
    w: (time) => [weekday(time), 1],
    W: (time) => [Math.floor((dayOfYear(time) + 6 - modulo(weekday(time) - 1, 7)) / 7), 2],
    y: ({ year }) => [modulo(year, 100), 2],
    Y: ({ year }) => yearField(year),
  }),
)

const texts: ReadonlyMap<string, (time: TimeParts) => string> = new Map(
  Object.entries<(time: TimeParts) => string>({
    a: ({ named }) => named('a'),
    A: ({ named }) => named('A'),
    b: ({ named }) => named('b'),
    B: ({ named }) => named('B'),
    h: ({ named }) => named('b'),
    n: () => '\n',
    p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
    P: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
    // LiquidJS's own directive: st, nd, rd or th.
    q: ({ day }) => ordinal(day),
    t: () => '\t',
    Z: ({ named }) => named('Z'),
    '%': () => '%',
  }),
)

/**
 * Writes a time as Ruby's `Time#strftime` does, which Shopify's Liquid uses, with `%q` of LiquidJS. Text that is no
 * directive stays unchanged, as in Ruby.
 *
 * @param grow called with about as many characters as are added, before they are
 * @throws any error of `grow`, for too many characters
 */
export function strftime(time: TimeParts, format: string, grow: (characters: number) => void): string {
  return format.replace(directive, (...[whole, flags, digits, colons, modifier, letter]: string[]) =>
    written(time, { whole, flags, digits, colons, modifier, letter } as Directive, grow),
  )
}

interface Directive {
  readonly whole: string
  readonly flags: string
  readonly digits: string
  readonly colons: string
  readonly modifier: '' | 'E' | 'O'
  readonly letter: string
}

function written(time: TimeParts, given: Directive, grow: (characters: number) => void): string {
  const { whole, flags, digits, colons, modifier, letter } = given
  const width = Number(digits)
  grow(width + usualCharacters)
  const isBare = flags.includes('-')
  // The last of these flags decides.
  const fill = [...flags].findLast((flag) => flag === '_' || flag === '0' || flag === '-')
  const filled = (text: string) => text.padStart(isBare ? 0 : width, fill === '0' ? '0' : ' ')
  const cased = (text: string) => (flags.includes('^') ? text.toUpperCase() : text)

  const isMisplaced = colons !== '' && letter !== 'z'
  if (isMisplaced || (modifier !== '' && !modified[modifier].includes(letter))) return whole
  const compound = compounds.get(letter)
  if (compound !== undefined)
    return cased(strftime(time, compound, grow).padStart(width, fill === '0' ? '0' : ' '))
  if (letter === 'z') return offsetText(time, { colons: colons.length, width, fill, isBare })
  if (letter === 'L' || letter === 'N') return fraction(time.millisecond, width || (letter === 'L' ? 3 : 9))
  const number = numbers.get(letter)
  if (number !== undefined) {
    const [value, usual, by] = number(time)
    const isBlank = fill === '_' || (fill !== '0' && by === ' ')
    return padded(value, isBare ? 1 : width || usual, isBlank ? ' ' : '0')
  }
  const text = texts.get(letter)?.(time)
  if (text === undefined) return whole
  return filled(caseChanged(letter, flags, text) ?? cased(text))
}

/** Changes the case of a text, as the flag `#` asks. */
function caseChanged(letter: string, flags: string, text: string): string | undefined {
  if (!flags.includes('#')) return undefined
  return letter === 'p' || letter === 'Z' ? text.toLowerCase() : text.toUpperCase()
}

/** Pads a number. A sign goes before zeros, and behind blanks. */
function padded(value: number, width: number, fill: ' ' | '0'): string {
  if (fill === ' ' || value >= 0) return String(value).padStart(width, fill)
  return `-${String(-value).padStart(width - 1, fill)}`
}

/** Returns the digits behind the point, cut or with zeros: 5 milliseconds are 005, and 005000000. */
function fraction(millisecond: number, width: number): string {
  return String(millisecond).padStart(3, '0').slice(0, width).padEnd(width, '0')
}

interface OffsetForm {
  readonly colons: number
  readonly width: number
  readonly fill: string | undefined
  readonly isBare: boolean
}

/**
 * Writes the offset: +hhmm, +hh:mm, +hh:mm:ss, or with three colons as short as can be. The width is that of the
 * whole.
 */
function offsetText({ offset }: TimeParts, { colons, width, fill, isBare }: OffsetForm): string {
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  const tails = [minutes, `:${minutes}`, `:${minutes}:00`, minutes === '00' ? '' : `:${minutes}`]
  const tail = tails[colons] ?? ''
  const sign = offset < 0 || (offset === 0 && isBare) ? '-' : '+'
  const hours = String(Math.floor(Math.abs(offset) / 60))
  const room = Math.max(width - tail.length, 3)
  const head = fill === '_' ? `${sign}${hours}`.padStart(room) : `${sign}${hours.padStart(room - 1, '0')}`
  return `${head}${tail}`
}

function yearField(year: number): Field {
  return [year, year < 0 ? 5 : 4]
}

/** Returns the days since 1970. */
function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() / 86_400_000
}

/** Returns the day of the week; 0 is Sunday. */
function weekday({ year, month, day }: TimeParts): number {
  return modulo(dayNumber(year, month, day) + 4, 7)
}

function dayOfYear({ year, month, day }: TimeParts): number {
  return dayNumber(year, month, day) - dayNumber(year, 1, 1) + 1
}

/** Returns the week by ISO 8601, which belongs to the year that has its Thursday. */
function isoWeek(time: TimeParts): { year: number; week: number } {
  const { year, month, day } = time
  const thursday = dayNumber(year, month, day) + 4 - (weekday(time) || 7)
  const ofThursday = new Date(thursday * 86_400_000).getUTCFullYear()
  return { year: ofThursday, week: Math.floor((thursday - dayNumber(ofThursday, 1, 1)) / 7) + 1 }
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
