import ipaddr from 'ipaddr.js'
import {
  dayNamed,
  FiguresRefused,
  percentage,
  quoted,
  refuseTooMany,
  type CsvRow,
} from '../../../domains/reputation/figures.js'
import { filterResults, type Reputation } from './reputation.js'

/**
 * Number of columns of "Automated data access" of SNDS, which has no header: IP address, activity start, activity
 * end, RCPT commands, DATA commands, message recipients, filter result, complaint rate, trap period start, trap
 * period end, trap hits, sample HELO, sample MAIL FROM, comments.
 */
const columns = 14

/** Returns whether a file begins as SNDS writes it. */
export function isSnds({ cells: [first = ''] }: CsvRow): boolean {
  return ipaddr.isValid(first) && !first.includes('%')
}

/**
 * Reads SNDS's figures of addresses by day.
 *
 * @returns one entry for an address and a day: the last if the file has several
 * @throws FiguresRefused
 */
export function readSnds(rows: readonly CsvRow[], now: Date): Reputation[] {
  refuseTooMany(rows.length)
  const read = rows.map((row) => readRow(row, now))
  return [...new Map(read.map((each) => [`${each.source} ${each.day}`, each])).values()]
}

function readRow(row: CsvRow, now: Date): Reputation {
  const { line, cells } = row
  const place = `line ${line}`
  if (cells.length !== columns)
    throw new FiguresRefused(place, `it has ${cells.length} cells and not ${columns}, as SNDS writes`)
  const [address = '', start = '', end = '', , , , given = '', complaints = '', , , traps = ''] = cells
  if (!isSnds(row)) throw new FiguresRefused(place, `${quoted(address)} is no IP address`)
  const result = filterResults.find((known) => known === given)
  if (result === undefined)
    throw new FiguresRefused(place, `${quoted(given)} is no filter result: GREEN, YELLOW or RED`)
  if (!/^\d{0,9}$/.test(traps)) throw new FiguresRefused(place, `${quoted(traps)} is no number of trap hits`)
  return {
    source: ipaddr.process(address).toString(),
    day: dayOfPeriod(start, end, place, now),
    result,
    complaintRate: complaintRate(complaints, place),
    trapHits: Number(traps),
  }
}

/**
 * Returns the day of a period, which is the day of the period's middle, because Microsoft's days begin some hours
 * off.
 */
function dayOfPeriod(start: string, end: string, place: string, now: Date): string {
  const [from, to] = [timeOf(start, place, now), timeOf(end, place, now)]
  if (to < from) throw new FiguresRefused(place, 'its activity ends before it begins')
  return new Date((from + to) / 2).toISOString().slice(0, 10)
}

/** Reads a time such as `11/20/2026 7:00 PM`. */
function timeOf(text: string, place: string, now: Date): number {
  const [, month, day, year, hour, minute, half] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d)(?::\d\d)? ([AP])M$/.exec(text) ?? []
  if (year === undefined || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59)
    throw new FiguresRefused(place, `${quoted(text)} is no time such as 11/20/2026 7:00 PM`)
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const date = dayNamed({ year: Number(year), month: Number(month), day: Number(day) }, place, now)
  return Date.parse(date) + (hours * 60 + Number(minute)) * 60_000
}

function complaintRate(text: string, place: string): number | null {
  if (text === '') return null
  const isBelow = text.startsWith('<')
  const rate = percentage(isBelow ? text.slice(1).trim() : text)
  if (rate === undefined)
    throw new FiguresRefused(place, `${quoted(text)} is no complaint rate such as < 0.1% or 0.3%`)
  return isBelow ? 0 : rate
}
