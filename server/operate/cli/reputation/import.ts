import type { Knex } from 'knex'
import { toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { isSnds, readSnds } from '../../../product/delivery/sources/reputation/read-snds.js'
import { saveReputations, type Reputation } from '../../../product/delivery/sources/reputation/reputation.js'
import { readSources } from '../../../product/delivery/sources/source-rows.js'
import { csvRows, FiguresRefused } from '../../../product/domains/reputation/figures.js'
import {
  plainHeader,
  readPlainRates,
  readPostmasterJson,
  type ReadSpamRates,
} from '../../../product/domains/reputation/read-google.js'
import {
  haltWhereSpamRateIsHigh,
  saveSpamRates,
  spamRateLimits,
  type SpamRate,
} from '../../../product/domains/reputation/spam-rates.js'
import { CommandError } from '../../command-error.js'
import { contentOf } from '../file-content.js'
import { recordCommand, recordForAll } from '../record-command.js'
import { percent, whatMicrosoftSays } from './words.js'

const maxBytes = 10 * 1024 * 1024

/** Figures in a file, recognized by its form. */
type Figures =
  | ({ readonly kind: 'domains' } & ReadSpamRates)
  | { readonly kind: 'sources'; readonly reputations: readonly Reputation[] }

/**
 * Imports the figures of a file, all of them or none. They count for every workspace that has the domain as verified
 * or degraded, and for the sources of this service.
 *
 * @param file file name; `-` is standard input
 * @returns what was taken, what was left out, and the consequences
 * @throws CommandError if the file is refused
 */
export async function importFigures(
  db: Knex,
  file: string,
  standardInput: () => AsyncIterable<Buffer>,
): Promise<string> {
  const content = await contentOf(file, standardInput, maxBytes)
  const now = new Date()
  const figures = readOrRefuse(file, content, now)
  const lines = await inTransaction(db, ({ sql }) =>
    figures.kind === 'domains'
      ? takeRates(sql, figures, now)
      : takeReputations(sql, figures.reputations, now),
  )
  return lines.join('\n')
}

function readOrRefuse(file: string, content: Buffer, now: Date): Figures {
  try {
    return readFigures(content, now)
  } catch (error) {
    if (!(error instanceof FiguresRefused)) throw error
    throw new CommandError(`${file} is refused, and nothing was imported: ${error.message}.`)
  }
}

/**
 * Reads a file of figures.
 *
 * @throws FiguresRefused
 */
export function readFigures(content: Buffer, now: Date): Figures {
  const text = textOf(content)
  if (/^\s*[{[]/.test(text)) return { kind: 'domains', ...readPostmasterJson(text, now) }
  const rows = csvRows(text)
  const [first, ...others] = rows
  if (first === undefined) throw new FiguresRefused('the file', 'it is empty')
  if (first.cells.join().toLowerCase() === plainHeader.join())
    return { kind: 'domains', ...readPlainRates(others, now) }
  if (isSnds(first)) return { kind: 'sources', reputations: readSnds(rows, now) }
  throw new FiguresRefused(
    `line ${first.line}`,
    'it is neither JSON of Postmaster Tools, nor the header date,domain,spam_rate, nor a line of SNDS',
  )
}

function textOf(content: Buffer): string {
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new FiguresRefused('the file', 'it is not a text in UTF-8')
  }
}

async function takeRates(sql: Knex, { rates, without }: ReadSpamRates, now: Date): Promise<string[]> {
  const { changes, domains } = await saveSpamRates(sql, rates)
  const taken = rates.filter(({ domain }) => domains.has(domain))
  const halted: string[] = []
  for (const [workspaceId, changed] of changes) {
    if (changed > 0) await recordCommand(sql, workspaceId, 'reputation import')
    const note = await haltWhereSpamRateIsHigh(sql, workspaceId)
    if (note !== undefined) halted.push(`halted ${toTypeId('ws', workspaceId)} since ${note}`)
  }
  const changed = [...changes.values()].reduce((sum, count) => sum + count, 0)
  return [
    `${counted(taken.length, 'spam rate')} of ${counted(domains.size, 'domain')} at Google${rangeOf(taken)}; ` +
      `${changed} new or changed in ${counted(changes.size, 'workspace')}`,
    ...(without === 0
      ? []
      : [`${counted(without, 'entry', 'entries')} without a spam rate: Google gives none for small volumes`]),
    ...leftOut(
      'no workspace has as verified',
      rates.map(({ domain }) => domain).filter((name) => !domains.has(name)),
    ),
    ...warningsOf(taken, now),
    ...halted,
  ]
}

/** Returns a line for each domain whose rate at Google was too high in the last seven days. */
function warningsOf(taken: readonly SpamRate[], now: Date): string[] {
  const since = weekBefore(now)
  const worst = new Map<string, SpamRate>()
  for (const rate of taken) {
    if (rate.day >= since && rate.rate >= Math.max(spamRateLimits.warn, worst.get(rate.domain)?.rate ?? 0))
      worst.set(rate.domain, rate)
  }
  return [...worst.values()].map(
    ({ domain, day, rate }) =>
      `warning: ${domain} had ${percent(rate)} at Google on ${day}; Google wants less than 0.1 %, and never 0.3 %`,
  )
}

async function takeReputations(sql: Knex, reputations: readonly Reputation[], now: Date): Promise<string[]> {
  const { sources } = await readSources(sql, now)
  const warm = new Map(sources.map((source) => [source.address, source.warm]))
  const taken = reputations.filter(({ source }) => warm.has(source))
  const changed = await saveReputations(sql, taken)
  if (changed > 0) await recordForAll(sql, 'reputation import')
  const latest = new Map<string, Reputation>()
  for (const each of taken)
    if (each.day >= (latest.get(each.source)?.day ?? weekBefore(now))) latest.set(each.source, each)
  return [
    `${counted(taken.length, 'day')} of ${counted(new Set(taken.map(({ source }) => source)).size, 'source')} ` +
      `at Microsoft${rangeOf(taken)}; ${changed} new or changed`,
    ...leftOut(
      'are no sources here',
      reputations.map(({ source }) => source).filter((address) => !warm.has(address)),
    ),
    ...[...latest.values()].flatMap((each) => {
      const words = whatMicrosoftSays(each, warm.get(each.source) === true)
      return words === undefined ? [] : [`warning: ${words}`]
    }),
  ]
}

/** Returns the first of the last seven days. */
function weekBefore(now: Date): string {
  return new Date(now.getTime() - 7 * 86_400_000).toISOString().slice(0, 10)
}

/** Largest number of names listed as left out. */
const maxNames = 20

function leftOut(why: string, all: readonly string[]): string[] {
  if (all.length === 0) return []
  const names = [...new Set(all)]
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return [
    `left out ${counted(all.length, 'figure')} of what ${why}: ${names.slice(0, maxNames).join(', ')}${more}`,
  ]
}

function rangeOf(taken: readonly { readonly day: string }[]): string {
  const days = taken.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined) return ''
  return first === last ? ` of ${first}` : ` from ${first} to ${last}`
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
