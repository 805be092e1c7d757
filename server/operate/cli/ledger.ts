import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import { ledgerAddresses } from '../../platform/auth/ledger-addresses.js'
import { commandEntry } from '../../platform/audit/other-entries.js'
import type { Config } from '../../platform/config/config.js'
import type { LedgerProblem } from '../../platform/ledger/read.js'
import { lookAt, type Look } from '../../platform/ledger/look.js'
import { CommandError, WrongUsage } from '../command-error.js'
import type { KeyRing } from '../key-ring/key-ring.js'
import { replayLedger, type ReplayReport } from '../ledger/replay.js'
import { replayParts } from '../ledger/replay-parts.js'
import { problemText } from '../ledger/words.js'
import type { Invocation } from './invocation.js'
import { table } from './table.js'
import type { Outcome } from './with-database.js'

export interface LedgerOptions {
  readonly json?: boolean
}

export interface ReplayCommandOptions extends LedgerOptions {
  readonly since?: string
  readonly dryRun?: boolean
}

/** Shows the state of a ledger. The command fails if the ledger has a fault. */
export async function ledgerStatus(
  config: Pick<Config, 'ledger'>,
  given: string | undefined,
  { json }: LedgerOptions,
): Promise<Outcome> {
  const folder = folderOf(config, given)
  const look = await lookAt(folder)
  const { files, since, last, kinds, lost } = look
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const succeeded = faultsOf(look).length === 0 && lost === 0
  if (json === true) {
    const lines = Object.fromEntries([...kinds].sort())
    const shown = {
      folder,
      files: files.length,
      bytes,
      since: since ?? null,
      last: last ?? null,
      lines,
      lost,
    }
    return { text: JSON.stringify({ ...shown, faults: faultsOf(look).length }, null, 2), succeeded }
  }
  const text = [
    `The ledger in ${folder} has ${files.length} files with ${bytes.toLocaleString('en')} bytes.`,
    since === undefined
      ? 'It is empty: nothing was removed yet.'
      : `It is complete since ${shortTime(since)}.`,
    ...(last === undefined ? [] : [`Its last line is of ${shortTime(last)}.`]),
    ...(lost === 0 ? [] : [`It says that ${lost} lines were lost.`]),
    ...(faultsOf(look).length === 0 ? [] : ['It has faults: "postseal ledger verify" lists them.']),
    ...(kinds.size === 0
      ? []
      : [
          '',
          table(
            ['lines', 'of'],
            [...kinds].sort().map(([kind, count]) => [String(count), kind]),
          ),
        ]),
  ]
  return { text: text.join('\n'), succeeded }
}

/** Reads every line of a ledger, and reports the faults. */
export async function verifyLedger(
  config: Pick<Config, 'ledger'>,
  given: string | undefined,
  { json }: LedgerOptions,
): Promise<Outcome> {
  const folder = folderOf(config, given)
  const look = await lookAt(folder)
  const problems = look.files.flatMap((file) => file.problems)
  const succeeded = faultsOf(look).length === 0
  if (json === true) {
    const files = look.files.map(({ name, bytes, lines, problems: own }) => ({
      name,
      bytes,
      lines,
      problems: own.map(({ line, kind }) => ({ line, kind })),
    }))
    return { text: JSON.stringify({ folder, files }, null, 2), succeeded }
  }
  const rows = look.files.map(({ name, bytes, lines, problems: own }) => [
    name,
    String(lines),
    String(bytes),
    own.every(({ kind }) => kind === 'torn') ? 'whole' : 'has faults',
  ])
  const listed = problems.slice(0, listedAtMost).map(problemText)
  const more = problems.length - listed.length
  const text = [
    rows.length === 0
      ? `The ledger in ${folder} is empty.`
      : table(['file', 'lines', 'bytes', 'state'], rows),
    ...(listed.length === 0 ? [] : ['', ...listed]),
    ...(more === 0 ? [] : [`There are ${more} more.`]),
  ]
  return { text: text.join('\n'), succeeded }
}

/** Number of faults that are listed. */
const listedAtMost = 100

/** Milliseconds between two lines of progress. */
const tellMs = 2_000

/**
 * Repeats what a ledger says and the database lacks.
 *
 */
export async function replayByOperator(
  { db, keyRing }: { readonly db: Knex; readonly keyRing: Pick<KeyRing, 'of'> },
  config: Pick<Config, 'ledger'>,
  {
    folders: given,
    options,
    invocation: { console },
  }: {
    /** The folders of the ledger; the service's own where there are none. */
    readonly folders: readonly string[]
    readonly options: ReplayCommandOptions
    readonly invocation: Pick<Invocation, 'console'>
  },
): Promise<Outcome> {
  const folders =
    given.length === 0 ? [folderOf(config, undefined)] : given.map((each) => folderOf(config, each))
  let reportedAt = performance.now()
  const report = await replayLedger(db, {
    folders,
    parts: replayParts(keyRing),
    addresses: ledgerAddresses(keyRing.of('erasure')),
    since: sinceOf(options.since),
    dryRun: options.dryRun === true,
    entryOf: (workspaceId, count) => commandEntry(workspaceId, 'ledger replay', { count }),
    progress: (lines) => {
      if (performance.now() - reportedAt < tellMs) return
      reportedAt = performance.now()
      console.error(`${lines} lines were compared with the database`)
    },
  })
  const succeeded = report.problems.every(isNoFault) && report.lost === 0
  return { text: replayText(folders, report, options), succeeded }
}

function replayText(
  folders: readonly string[],
  report: ReplayReport,
  { json, dryRun }: ReplayCommandOptions,
): string {
  const { counts, problems, unknown, lost } = report
  if (json === true)
    return JSON.stringify(
      {
        folders,
        dry_run: dryRun === true,
        counts,
        faults: problems.length,
        unknown_lines: unknown,
        lost_lines: lost,
      },
      null,
      2,
    )
  const head = [dryRun === true ? 'would be done' : 'done again', 'as before', 'impossible', 'of']
  const rows = counts.map(({ title, lines, changed, impossible }) => [
    String(changed),
    String(lines - changed - impossible),
    String(impossible),
    title,
  ])
  return [
    rows.length === 0
      ? `The ledger in ${folders.join(', ')} has nothing for this database.`
      : table(head, rows),
    ...problems.slice(0, listedAtMost).map(problemText),
    ...(unknown === 0 ? [] : [`${unknown} lines are of kinds that this version does not know.`]),
    ...(lost === 0 ? [] : [`The ledger says that ${lost} lines were lost.`]),
  ].join('\n')
}

/** @throws WrongUsage */
function sinceOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new WrongUsage(`--since takes a time such as 2030-01-31T09:00:00Z, not "${text}".`)
  return time.toISOString()
}

/**
 * @throws CommandError if there is no such folder, WrongUsage if none is named
 */
function folderOf({ ledger }: Pick<Config, 'ledger'>, given: string | undefined): string {
  const folder = given === undefined ? ledger : path.resolve(given)
  if (folder === undefined)
    throw new WrongUsage('This service has no ledger: set POSTSEAL_LEDGER to a folder, or name one.')
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`)
  return folder
}

function faultsOf({ files }: Look): LedgerProblem[] {
  return files.flatMap(({ problems }) => problems).filter((problem) => !isNoFault(problem))
}

/** Returns whether a problem is no fault: a killed process leaves a last line without its end. */
const isNoFault = ({ kind }: LedgerProblem) => kind === 'torn'

const shortTime = (at: string) => at.replace(/\.\d+Z$/, 'Z')
