import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { ledgerAddresses } from '../../platform/auth/ledger-addresses.js'
import { serviceEntry } from '../../platform/audit/other-entries.js'
import { ConfigError } from '../../platform/config/config-error.js'
import { compact } from '../../platform/ledger/compact.js'
import type { Ledger, LedgerAddresses } from '../../platform/ledger/ledger.js'
import { heldSince } from '../../platform/queue/holds/of-workspace.js'
import type { KnownRestores } from '../../product/mail/hold/restored.js'
import type { KeyRing } from '../key-ring/key-ring.js'
import { expectReadable, oncePerRestore } from './once.js'
import { replayLedger } from './replay.js'
import { replayParts } from './replay-parts.js'
import { problemText } from './words.js'

/** Milliseconds between two compactions. */
const compactMs = 3_600_000
/** Size from which on a ledger is compacted before a day has passed, in bytes. */
const compactFromBytes = 4_000_000
/** Days for which the last line of a subject is kept: longer than backups should be. */
const keepDays = 400
/** Number of faults of a compaction that are logged one by one. */
const toldAtMost = 100

/** The parts of a starting process that the ledger uses. */
interface Starting {
  readonly db: Knex
  readonly keyRing: Pick<KeyRing, 'of'>
  readonly restores: Pick<KnownRestores, 'names'>
  readonly log: Logger
  readonly parts: { add(name: string, close: () => Promise<void>): void }
}

/**
 * Opens the ledger: with its keys, replayed into a database that was restored, and compacted from then on. Must be
 * called before anything of the service is started.
 *
 * @throws ConfigError if the database was restored, its mail is still held, and the ledger cannot be read
 */
export async function openLedger(
  ledger: Ledger,
  { db, keyRing, restores, log, parts }: Starting,
): Promise<void> {
  const addresses = ledgerAddresses(keyRing.of('erasure'))
  ledger.useAddresses(addresses)
  ledger.useNotices(log)
  for (const name of await namesToReplay(db, { ledger, restores, log }))
    await oncePerRestore(ledger.folder, { name, log }, () =>
      replayAfterRestore(db, { ledger, addresses, keyRing, log }),
    )
  const kept = keepCompacted(ledger, log)
  parts.add('ledger', () => kept.stop())
}

/**
 * Returns the names of restores after which the ledger may have to be replayed. The variable with such a name may
 * stay set for years, so once the operator has released the mail, a ledger that cannot be read stops no start.
 */
async function namesToReplay(
  db: Knex,
  { ledger, restores, log }: Pick<Starting, 'restores' | 'log'> & { readonly ledger: Ledger },
): Promise<readonly string[]> {
  if (restores.names.length === 0) return []
  try {
    await expectReadable(ledger.folder)
    return restores.names
  } catch (error) {
    if ((await heldSince(db)) !== undefined) throw error
    log.warn({ err: error }, 'the ledger cannot be read: it is not compared with the database')
    return []
  }
}

interface Restored {
  readonly ledger: Ledger
  readonly addresses: LedgerAddresses
  readonly keyRing: Pick<KeyRing, 'of'>
  readonly log: Logger
}

/**
 * Repeats what the ledger says and a restored database lacks.
 *
 * @throws ConfigError if one of its files cannot be read; the other files are replayed by then
 */
async function replayAfterRestore(db: Knex, { ledger, addresses, keyRing, log }: Restored): Promise<void> {
  const report = await replayLedger(db, {
    folders: [ledger.folder],
    parts: replayParts(keyRing),
    addresses,
    entryOf: (workspaceId, count) => serviceEntry(workspaceId, 'ledger_replay', { count }),
  })
  for (const { title, lines, changed, impossible } of report.counts)
    log.warn(
      { lines, done_again: changed, impossible },
      `the ledger was applied to the restored database: ${title}`,
    )
  for (const problem of report.problems) log.warn(problem, `the ledger has a fault: ${problemText(problem)}`)
  if (report.lost > 0) log.warn({ lines: report.lost }, 'the ledger says that it has lost lines')
  if (report.unknown > 0)
    log.warn({ lines: report.unknown }, 'the ledger has lines that this version of the service does not know')
  if (report.counts.length === 0)
    log.warn({ folder: ledger.folder }, 'the ledger has nothing for the restored database')
  const unread = report.problems.filter(({ kind }) => kind === 'unreadable').map(({ file }) => file)
  if (unread.length > 0)
    throw new ConfigError(
      `The ledger is needed after the restore, and cannot be read: ${[...new Set(unread)].join(', ')}. ` +
        'Let the user of the service read it, or move it out of the folder to start without it.',
    )
}

/** Compacts the ledger of this process at intervals, until it is stopped. */
function keepCompacted(ledger: Ledger, log: Logger): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const run = async () => {
    await ledger.leaveOldFile()
    const options = { keepDays, fromBytes: compactFromBytes, currentFile: ledger.currentFile }
    const done = await compact(ledger.folder, options)
    if (done === undefined) return
    const { problems, ...counts } = done
    for (const problem of problems.slice(0, toldAtMost))
      log.warn(problem, `the ledger has a fault: ${problemText(problem)}`)
    log.info({ ...counts, faults: problems.length }, 'the ledger was compacted')
  }
  const begin = () => {
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, 'the ledger could not be compacted'))
      .finally(() => (running = undefined))
  }
  begin()
  const timer = setInterval(begin, compactMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
