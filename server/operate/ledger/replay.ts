import type { Knex } from 'knex'
import type { AuditEntry } from '../../platform/audit/entry.js'
import { recordAudit } from '../../platform/audit/record.js'
import { inTransaction, type Transaction } from '../../platform/db/transaction/transaction.js'
import { migrationMs } from '../../platform/db/connection/time-limits.js'
import type { LedgerAddresses } from '../../platform/ledger/ledger.js'
import { partOf } from '../../platform/ledger/compact.js'
import { subjectOf, type LedgerKind, type LedgerLine } from '../../platform/ledger/entries.js'
import { linesIn, type LedgerProblem } from '../../platform/ledger/read.js'
import type { ReplayLine, ReplayPart, Replayed } from '../../platform/ledger/replay-part.js'

/** Number of lines of a workspace that go in one transaction. */
const together = 500

/** Counts of the lines of one kind that a replay has compared with the database. */
export interface ReplayCount extends Required<Replayed> {
  readonly title: string
  /** Number of lines, each about a subject of its own. */
  readonly lines: number
}

/** The outcome of a replay. */
export interface ReplayReport {
  readonly counts: readonly ReplayCount[]
  readonly problems: readonly LedgerProblem[]
  /** Lines of kinds that this version does not know. */
  readonly unknown: number
  /** Number of lines that the ledger says it has lost. */
  readonly lost: number
}

export interface ReplayOptions {
  /** Folders that are read as one ledger: the last line about a subject in all folders holds. */
  readonly folders: readonly string[]
  readonly parts: readonly ReplayPart[]
  readonly addresses: LedgerAddresses
  /** Time before which lines are left out, in the form of a line's `at`. */
  readonly since?: string | undefined
  /** Returns the entry of the audit log with the number of things that the replay took from a workspace again. */
  readonly entryOf: (workspaceId: string, count: number) => AuditEntry
  /** True makes the replay roll each transaction back, and only report what it would do. */
  readonly dryRun?: boolean
  /** Number of lines that are in memory at a time. */
  readonly atOnce?: number
  /** Called at intervals with the number of lines that were replayed. */
  readonly progress?: (lines: number) => void
}

/**
 * Repeats what a ledger says and the database lacks. A second replay changes nothing, so a replay that is killed is
 * simply begun anew.
 *
 * @throws the database's error
 */
export async function replayLedger(db: Knex, options: ReplayOptions): Promise<ReplayReport> {
  const { parts, progress, atOnce = 400_000 } = options
  const found = await survey(options, new Set(parts.map(({ kind }) => kind)))
  const counts = new Map<string, { lines: number; changed: number; impossible: number }>()
  let done = 0
  for (const { stage, piece, of } of readingsOf(parts, found.lines, atOnce)) {
    const last = await lastLines(options, new Set(stage.map(({ kind }) => kind)), { piece, of })
    for (const part of stage) {
      const { kind } = part
      const count = counts.get(kind) ?? { lines: 0, changed: 0, impossible: 0 }
      counts.set(kind, count)
      for (const lines of batchesOf(last.get(kind) ?? [])) {
        const opened = lines.map((line) => withAddress(line, options.addresses))
        const replayed = await replayTogether(db, part, opened, options)
        count.lines += lines.length
        count.changed += replayed.changed
        count.impossible += replayed.impossible ?? 0
        done += lines.length
        progress?.(done)
      }
    }
  }
  return {
    counts: parts.flatMap(({ kind, title }) => {
      const count = counts.get(kind)
      return count === undefined || count.lines === 0 ? [] : [{ title, ...count }]
    }),
    problems: found.problems,
    unknown: found.unknown,
    lost: found.lost,
  }
}

/** Thrown to roll back a transaction whose outcome is known. */
class DryRun extends Error {
  readonly outcome: Replayed

  constructor(outcome: Replayed) {
    super('a dry run is rolled back')
    this.outcome = outcome
  }
}

async function replayTogether(
  db: Knex,
  part: ReplayPart,
  lines: readonly ReplayLine<LedgerKind>[],
  { entryOf, dryRun = false }: Pick<ReplayOptions, 'entryOf' | 'dryRun'>,
): Promise<Replayed> {
  const work = async ({ sql }: Transaction) => {
    const replayed = await part.replay(sql, lines)
    const { ws } = lines[0] ?? {}
    if (ws !== undefined && replayed.changed > 0) await recordAudit(sql, [entryOf(ws, replayed.changed)])
    if (dryRun) throw new DryRun(replayed)
    return replayed
  }
  try {
    return await inTransaction(db, work, { maxMs: migrationMs, unrecorded: true })
  } catch (error) {
    if (error instanceof DryRun) return error.outcome
    throw error
  }
}

/** Reads the ledger once, to count its lines and find its faults. */
async function survey({ folders, since }: ReplayOptions, kinds: ReadonlySet<string>) {
  const problems: LedgerProblem[] = []
  const lines = new Map<string, number>()
  let unknown = 0
  let lost = 0
  for await (const line of linesInAll(folders, (problem) => problems.push(problem))) {
    if (since !== undefined && line.at < since) continue
    if (line.kind === 'gap') lost += Number((line.state as { lost?: number }).lost ?? 0)
    else if (kinds.has(line.kind)) lines.set(line.kind, (lines.get(line.kind) ?? 0) + 1)
    else if (line.kind !== 'begin') unknown += 1
  }
  return { problems, unknown, lost, lines }
}

async function* linesInAll(
  folders: readonly string[],
  onProblem: (problem: LedgerProblem) => void,
): AsyncGenerator<LedgerLine> {
  for (const folder of new Set(folders)) yield* linesIn(folder, onProblem)
}

/** A reading of the ledger, which finds the lines of some kinds that are about a piece of all subjects. */
interface Reading {
  readonly stage: readonly ReplayPart[]
  readonly piece: number
  readonly of: number
}

/**
 * Yields the readings of the ledger: one kind is replayed after the other, and one reading covers as many neighbours
 * as are in memory together.
 */
function* readingsOf(
  parts: readonly ReplayPart[],
  lines: ReadonlyMap<string, number>,
  atOnce: number,
): Generator<Reading> {
  let stage: ReplayPart[] = []
  let count = 0
  for (const part of parts) {
    const own = lines.get(part.kind) ?? 0
    if (own === 0) continue
    if (count + own > atOnce) {
      if (stage.length > 0) yield { stage, piece: 0, of: 1 }
      stage = []
      count = 0
    }
    if (own > atOnce) {
      const of = Math.ceil(own / atOnce)
      for (let piece = 0; piece < of; piece += 1) yield { stage: [part], piece, of }
    } else {
      stage.push(part)
      count += own
    }
  }
  if (stage.length > 0) yield { stage, piece: 0, of: 1 }
}

/** Returns the last line of each subject of some kinds, by kind, for a piece of all subjects. */
async function lastLines(
  { folders, since }: ReplayOptions,
  kinds: ReadonlySet<string>,
  { piece, of }: { readonly piece: number; readonly of: number },
): Promise<ReadonlyMap<string, readonly LedgerLine[]>> {
  const last = new Map<string, LedgerLine>()
  for await (const line of linesInAll(folders, () => undefined)) {
    if (!kinds.has(line.kind) || (since !== undefined && line.at < since)) continue
    const subject = subjectOf(line)
    if (partOf(subject, of) !== piece) continue
    const before = last.get(subject)
    if (before === undefined || before.at <= line.at) last.set(subject, line)
  }
  return groupByKind(last.values())
}

function groupByKind(lines: Iterable<LedgerLine>): Map<string, LedgerLine[]> {
  const groups = new Map<string, LedgerLine[]>()
  for (const line of lines) {
    const own = groups.get(line.kind)
    if (own === undefined) groups.set(line.kind, [line])
    else own.push(line)
  }
  return groups
}

/** Splits lines into batches, each for one transaction, the first one first. */
function* batchesOf(lines: readonly LedgerLine[]): Generator<readonly LedgerLine[]> {
  const byWorkspace = new Map<string, LedgerLine[]>()
  for (const line of lines) {
    const own = byWorkspace.get(line.ws ?? '')
    if (own === undefined) byWorkspace.set(line.ws ?? '', [line])
    else own.push(line)
  }
  for (const own of byWorkspace.values()) {
    own.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    for (let from = 0; from < own.length; from += together) yield own.slice(from, from + together)
  }
}

function withAddress(line: LedgerLine, addresses: LedgerAddresses): ReplayLine<LedgerKind> {
  const opened =
    line.ws === undefined || line.sealed === undefined ? undefined : addresses.reveal(line.ws, line.sealed)
  return { ...(line as ReplayLine<LedgerKind>), ...(opened !== undefined && { address: opened }) }
}
