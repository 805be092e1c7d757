import type { Knex } from 'knex'
import { toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction.js'
import { assign, setSchedule, unassign } from '../../../product/delivery/sources/change.js'
import { readSources, type Assignment } from '../../../product/delivery/sources/rows.js'
import { usualSchedule, whyNoSchedule } from '../../../product/delivery/sources/warm-up.js'
import { domainName } from '../../../product/domains/names.js'
import { CommandError } from '../../command-error.js'
import { findWorkspace } from '../find-workspace.js'
import { recordForAll } from '../record-command.js'
import { table } from './table.js'

export interface PoolOptions {
  readonly stream?: string
  readonly workspace?: string
  readonly domain?: string
  readonly json?: boolean
}

/** @throws CommandError where it is no name for a pool */
export function poolName(given: string): string {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(given)) return given
  throw new CommandError('A pool has a name of lower-case letters, digits and hyphens, such as bulk.')
}

/** The pools with their sources and what is assigned to them. */
export async function listPools(db: Knex, options: PoolOptions): Promise<string> {
  const { sources, pools, assignments } = await readSources(db, new Date())
  const presented = pools.map(({ name, schedule }) => ({
    name,
    sources: sources.filter(({ pool }) => pool === name).map(({ address }) => address),
    takes: assignments
      .filter(({ pool }) => pool === name)
      .map(({ kind, value }) => ({ kind, value: shown(kind, value) })),
    schedule,
  }))
  if (options.json === true) return JSON.stringify({ data: presented }, null, 2)
  if (presented.length === 0) return 'There are no pools: postseal source add makes the first one.'
  const rows = presented.map(({ name, sources, takes }) => [
    name,
    String(sources.length),
    takes.map(({ kind, value }) => `${kind} ${value}`).join(', ') ||
      (name === 'default' ? 'all that is assigned to no other' : 'nothing'),
  ])
  return table(['pool', 'sources', 'takes'], rows)
}

/** Sends a stream, a workspace's mail, or a domain's by a pool. */
export async function assignToPool(db: Knex, given: string, options: PoolOptions): Promise<string> {
  const pool = poolName(given)
  const what = await assigned(db, options)
  await inTransaction(db, async ({ sql }) => {
    const { sources } = await readSources(sql, new Date())
    if (!sources.some((source) => source.pool === pool))
      throw new CommandError(`The pool ${pool} has no source.`)
    await assign(sql, { ...what, pool })
    await recordForAll(sql, 'pool assign')
  })
  const named = `${what.kind} ${shown(what.kind, what.value)}`
  return `The ${named} goes by the pool ${pool}. Running services notice within 5 seconds.`
}

/** Ends that. */
export async function unassignFromPool(db: Knex, options: PoolOptions): Promise<string> {
  const what = await assigned(db, options)
  const pool = await inTransaction(db, async ({ sql }) => {
    const pool = await unassign(sql, what)
    if (pool === undefined) throw new CommandError(`The ${what.kind} is assigned to no pool.`)
    await recordForAll(sql, 'pool unassign')
    return pool
  })
  return `The ${what.kind} ${shown(what.kind, what.value)} goes by the pool ${pool} no more.`
}

/** Sets the most mails of a day to a provider, day by day, for sources that are being warmed up. */
export async function scheduleOfPool(db: Knex, given: string, text: string): Promise<string> {
  const pool = poolName(given)
  const schedule =
    text === 'usual' ? usualSchedule : text.split(',').map((part) => Number(part.trim() || Number.NaN))
  const objection = whyNoSchedule(schedule)
  if (objection !== undefined) throw new CommandError(objection)
  await inTransaction(db, async ({ sql }) => {
    if (!(await setSchedule(sql, pool, schedule))) throw new CommandError(`There is no pool ${pool}.`)
    await recordForAll(sql, 'pool schedule')
  })
  const caps = schedule.join(', ')
  return `Sources of the pool ${pool} are warmed up by ${caps} mails a day to each provider, from tomorrow on.`
}

async function assigned(db: Knex, options: PoolOptions): Promise<Omit<Assignment, 'pool'>> {
  const { stream, workspace, domain } = options
  if ([stream, workspace, domain].filter((option) => option !== undefined).length !== 1)
    throw new CommandError('Name one of --stream, --workspace and --domain.')
  if (stream !== undefined) {
    if (stream !== 'transactional' && stream !== 'bulk')
      throw new CommandError('--stream takes transactional or bulk.')
    return { kind: 'stream', value: stream }
  }
  if (domain !== undefined) {
    const value = domainName(domain)
    if (value === undefined) throw new CommandError(`"${domain}" is not a domain such as shop.example.`)
    return { kind: 'domain', value }
  }
  return { kind: 'workspace', value: await findWorkspace(db, workspace) }
}

function shown(kind: Assignment['kind'], value: string): string {
  return kind === 'workspace' ? toTypeId('ws', value) : value
}
