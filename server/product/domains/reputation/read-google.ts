import { domainName } from '../names.js'
import { dayNamed, FiguresRefused, percentage, quoted, refuseTooMany, type CsvRow } from './figures.js'
import type { SpamRate } from './spam-rates.js'

/** Spam rates of domains in a file. */
export interface ReadSpamRates {
  /** Rates, one for a domain and a day: the last if the file has several. */
  readonly rates: readonly SpamRate[]
  /** Number of entries without a spam rate: Google gives none if there was too little mail. */
  readonly without: number
}

/** A JSON object; its values are whatever a stranger wrote. */
type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

/**
 * Reads replies of the Postmaster Tools API: version 1 `domains.trafficStats.list`, and version 2
 * `domains.domainStats.query` or `domainStats.batchQuery`, which call the metric `spam_rate`.
 *
 * @throws FiguresRefused
 */
export function readPostmasterJson(text: string, now: Date): ReadSpamRates {
  const answer = parsed(text)
  const read: Entries = isObject(answer) ? entriesOf(answer) : []
  refuseTooMany(read.length)
  if (read.length === 0)
    throw new FiguresRefused(
      'the file',
      'it has no entries in trafficStats or domainStats, so it is no answer of Postmaster Tools, or Google knew nothing',
    )
  const rates = read.map(([place, entry, readEntry]) => readEntry(entry, place, now))
  const known = rates.filter((rate) => rate !== undefined)
  return { rates: lastOfEach(known), without: rates.length - known.length }
}

type ReadEntry = (entry: unknown, place: string, now: Date) => SpamRate | undefined
type Entries = readonly (readonly [place: string, entry: unknown, read: ReadEntry])[]

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FiguresRefused('the file', 'it begins like JSON and is none, or is cut off')
  }
}

function entriesOf({ trafficStats, domainStats, results }: Json): Entries {
  const all: [place: string, entry: unknown, read: ReadEntry][] = []
  const add = (list: unknown, name: string, read: ReadEntry) => {
    if (list === undefined) return
    if (!Array.isArray(list)) throw new FiguresRefused(name, 'it is no list')
    list.forEach((entry, index) => all.push([`entry ${index + 1} of ${name}`, entry, read]))
  }
  add(trafficStats, 'trafficStats', readVersion1)
  add(domainStats, 'domainStats', readVersion2)
  if (Array.isArray(results))
    results.forEach((result: unknown, index) => {
      const response = isObject(result) ? result['response'] : undefined
      // An entry with an error has no response.
      if (isObject(response)) add(response['domainStats'], `domainStats of result ${index + 1}`, readVersion2)
    })
  return all
}

function readVersion1(entry: unknown, place: string, now: Date): SpamRate | undefined {
  const { name, userReportedSpamRatio } = isObject(entry) ? entry : {}
  const [, domain, year, month, day] =
    /^domains\/([^/]+)\/trafficStats\/(\d{4})(\d\d)(\d\d)$/.exec(textOf(name)) ?? []
  if (domain === undefined)
    throw new FiguresRefused(place, 'its name is not like "domains/shop.example/trafficStats/20261120"')
  if (userReportedSpamRatio === undefined || userReportedSpamRatio === null) return undefined
  return {
    domain: domainIn(domain, place),
    day: dayNamed({ year: Number(year), month: Number(month), day: Number(day) }, place, now),
    rate: ratio(userReportedSpamRatio, 'userReportedSpamRatio', place),
  }
}

function readVersion2(entry: unknown, place: string, now: Date): SpamRate | undefined {
  const { name, metric, date, value } = isObject(entry) ? entry : {}
  const [, domain] = /^domains\/([^/]+)\/domainStats\/[^/]*$/.exec(textOf(name)) ?? []
  if (domain === undefined)
    throw new FiguresRefused(place, 'its name is not like "domains/shop.example/domainStats/…"')
  // The caller of the API names the metric freely.
  if (!/^spam[ _-]?rate$/i.test(textOf(metric))) return undefined
  const { doubleValue, floatValue } = isObject(value) ? value : {}
  const known = doubleValue ?? floatValue
  if (known === undefined) return undefined
  if (!isObject(date)) throw new FiguresRefused(place, 'it has no date: ask for the granularity DAILY')
  const { year, month, day } = date
  return {
    domain: domainIn(domain, place),
    day: dayNamed({ year: numberOf(year), month: numberOf(month), day: numberOf(day) }, place, now),
    rate: ratio(known, 'value', place),
  }
}

/** Header of a file that a person copies from the page of Postmaster Tools. */
export const plainHeader = ['date', 'domain', 'spam_rate'] as const

/**
 * Reads `date,domain,spam_rate`, such as `2026-11-20,shop.example,0.1%`.
 *
 * @param rows rows without the header
 * @throws FiguresRefused
 */
export function readPlainRates(rows: readonly CsvRow[], now: Date): ReadSpamRates {
  refuseTooMany(rows.length)
  const rates = rows.map(({ line, cells }) => {
    const place = `line ${line}`
    const [date = '', domain = '', given = ''] = cells
    if (cells.length !== plainHeader.length)
      throw new FiguresRefused(place, `it has ${cells.length} cells and not 3: date,domain,spam_rate`)
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
    if (year === undefined) throw new FiguresRefused(place, `${quoted(date)} is no date such as 2026-11-20`)
    const rate = percentage(given)
    if (rate === undefined)
      throw new FiguresRefused(
        place,
        `${quoted(given)} is no percentage from 0% to 100% such as 0.1%, with its sign`,
      )
    return {
      domain: domainIn(domain, place),
      day: dayNamed({ year: Number(year), month: Number(month), day: Number(day) }, place, now),
      rate,
    }
  })
  return { rates: lastOfEach(rates), without: 0 }
}

function domainIn(given: string, place: string): string {
  const domain = domainName(given)
  if (domain === undefined)
    throw new FiguresRefused(place, `${quoted(given)} is no domain such as shop.example`)
  return domain
}

function ratio(given: unknown, name: string, place: string): number {
  if (typeof given !== 'number' || given < 0 || given > 1)
    throw new FiguresRefused(place, `its ${name} is no number from 0 to 1`)
  return given
}

function lastOfEach(rates: readonly SpamRate[]): SpamRate[] {
  return [...new Map(rates.map((rate) => [`${rate.domain} ${rate.day}`, rate])).values()]
}
