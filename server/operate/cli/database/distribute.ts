import type { Knex } from 'knex'
import { advisoryLocks } from '../../../platform/db/transaction/advisory-locks.js'
import {
  dropWhatSpansMachines,
  placeTable,
  tablesToPlace,
  type PlacedTable,
} from '../../../platform/db/placement/distribute.js'
import { migrationMs } from '../../../platform/db/connection/time-limits.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { countOlderProcesses } from '../../key-ring/older-processes.js'
import { CommandError } from '../../command-error.js'
import { nodesOf, sizeText } from './citus.js'

export interface DistributeOptions {
  readonly plan?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

/** Measured speed of copying tables with their indexes, in bytes a second. */
const copiedPerSecond = 20e6

/** Milliseconds of silence after which a process counts as gone. */
const silentMs = 10_000

/**
 * Spreads the tables over the machines of the database: each in a transaction of its own, so that a command that was
 * killed can be continued. Meanwhile no process may run, since statements span several tables.
 *
 * @param report called with each step
 * @throws CommandError if the database cannot be spread, or if processes run
 */
export async function distribute(
  db: Knex,
  options: DistributeOptions,
  report: (step: string) => void,
): Promise<string> {
  const nodes = (await nodesOf(db)).filter(({ keepsRows }) => keepsRows)
  const tables = await tablesToPlace(db)
  const left = tables.filter(({ isPlaced }) => !isPlaced)
  if (options.plan === true) return planText(left, nodes.length, options)
  if (left.length === 0) return said(options, 0, 'The database is distributed already.')
  await refuseWhileRunning(db, options)
  const held = await db.raw<{ rows: { mine: boolean }[] }>('select pg_try_advisory_lock(?) as mine', [
    advisoryLocks.distribute,
  ])
  if (held.rows[0]?.mine !== true) throw new CommandError('Another command is distributing this database.')
  await inTransaction(db, ({ sql }) => dropWhatSpansMachines(sql), { maxMs: migrationMs })
  for (const [place, table] of left.entries()) {
    report(`${place + 1} of ${left.length}: ${table.name} (${sizeText(table.bytes)})`)
    await inTransaction(db, ({ sql }) => placeTable(sql, table), { maxMs: migrationMs })
  }
  return said(options, left.length, `${left.length} tables are distributed over ${machines(nodes.length)}.`)
}

async function refuseWhileRunning(db: Knex, { force }: DistributeOptions): Promise<void> {
  const running = force === true ? 0 : await countOlderProcesses(db, new Date(), silentMs)
  if (running === 0) return
  throw new CommandError(
    `${running} ${running === 1 ? 'process runs' : 'processes run'} on this database: stop every process first. ` +
      'With --force they stay and fail meanwhile: requests are answered with errors, and what was accepted is sent afterwards.',
  )
}

function planText(left: readonly PlacedTable[], count: number, { json }: DistributeOptions): string {
  const bytes = left.reduce((sum, table) => sum + table.bytes, 0)
  const seconds = Math.ceil(bytes / copiedPerSecond)
  if (json === true) {
    const tables = left.map(({ name, placement, bytes: size, rows }) => ({
      name,
      placement,
      bytes: size,
      rows,
    }))
    return JSON.stringify({ machines: count, tables, bytes, seconds }, null, 2)
  }
  if (left.length === 0) return 'The database is already distributed. There is nothing to do.'
  const of = (placement: PlacedTable['placement']) => left.filter((table) => table.placement === placement)
  const lines = of('distributed').map(({ name, bytes: size }) => `  ${name.padEnd(28)} ${sizeText(size)}`)
  return [
    `${machines(count)} will keep the rows of workspaces.`,
    `Copied to each machine: ${names(of('reference')) || 'nothing more'}.`,
    `Spread by workspace, ${sizeText(bytes)} in all:`,
    ...lines,
    'Foreign keys and the trigger of the audit log are dropped: they do not work across machines.',
    `Stop every process of the service first. It takes about ${durationText(seconds)}.`,
  ].join('\n')
}

function names(tables: readonly PlacedTable[]): string {
  return tables.map(({ name }) => name).join(', ')
}

function machines(count: number): string {
  return count === 1 ? '1 machine' : `${count} machines`
}

function durationText(seconds: number): string {
  return seconds < 120 ? 'a minute or two' : `${Math.ceil(seconds / 60)} minutes`
}

function said({ json }: DistributeOptions, distributed: number, text: string): string {
  return json === true ? JSON.stringify({ distributed }, null, 2) : text
}
