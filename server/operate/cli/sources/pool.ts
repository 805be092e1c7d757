import type { Knex } from 'knex'
import { sealer, type Sealer } from '../../../platform/auth/sealed.js'
import type { Config } from '../../../platform/config/config.js'
import { ConfigError } from '../../../platform/config/config-error.js'
import { readRelay, type RelayConfig } from '../../../platform/config/transport.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import {
  assign,
  removeRelay,
  setRelay,
  setSchedule,
  unassign,
} from '../../../product/delivery/sources/change.js'
import { openRelay, relayText, sealedRelayPlace } from '../../../product/delivery/sources/pool-relays.js'
import { sendsBy } from '../../../product/delivery/sources/pools.js'
import { readSources, type Assignment } from '../../../product/delivery/sources/source-rows.js'
import { usualSchedule, whyNoSchedule } from '../../../product/delivery/sources/warm-up.js'
import { domainName } from '../../../product/domains/names.js'
import { openKeyRing } from '../../key-ring/key-ring.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { findWorkspace } from '../find-workspace.js'
import { recordForAll } from '../record-command.js'
import { table } from '../table.js'

export interface PoolOptions {
  readonly stream?: string
  readonly workspace?: string
  readonly domain?: string
  readonly json?: boolean
  /** True to remove the relay. */
  readonly none?: boolean
}

/**
 * @throws CommandError if the text cannot be the name of a pool
 */
export function poolName(given: string): string {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(given)) return given
  throw new CommandError('A pool has a name of lower-case letters, digits and hyphens, such as bulk.')
}

/** Returns the sealer that opens and seals the addresses of relays. */
async function relaySealer(db: Knex, config: Config): Promise<Sealer> {
  return sealer((await openKeyRing(db, config)).of('pool-relay'))
}

/** Lists the pools with their sources, their relays without passwords, and what is assigned to them. */
export async function listPools(db: Knex, config: Config, options: PoolOptions): Promise<string> {
  const { sources, pools, assignments, relays } = await readSources(db, new Date())
  const sealing = await relaySealer(db, config)
  const relayOf = (name: string) => {
    const relay = relays.find(({ pool }) => pool === name)
    return relay === undefined ? undefined : openRelay(sealing, relay)
  }
  const presented = pools.map(({ name, schedule }) => ({
    name,
    sources: sources.filter(({ pool }) => pool === name).map(({ address }) => address),
    takes: assignments
      .filter(({ pool }) => pool === name)
      .map(({ kind, value }) => ({ kind, value: shown(kind, value) })),
    schedule,
    relay: presentRelay(relayOf(name)),
  }))
  if (options.json === true) return JSON.stringify({ data: presented }, null, 2)
  if (presented.length === 0) return 'There are no pools: postseal source add creates the first one.'
  const rows = presented.map(({ name, sources, takes }) => [
    name,
    String(sources.length),
    takes.map(({ kind, value }) => `${kind} ${value}`).join(', ') ||
      (name === 'default' ? 'all that is assigned to no other' : 'nothing'),
  ])
  const lines = pools.flatMap(({ name }) => {
    const relay = relayOf(name)
    return relay === undefined ? [] : `Mail of the pool ${name} goes to the relay ${relayText(relay)}.`
  })
  return [table(['pool', 'sources', 'takes'], rows), ...lines].join('\n')
}

function presentRelay(relay: RelayConfig | undefined): object | null {
  if (relay === undefined) return null
  const { host, port, tls, credentials } = relay
  return { host, port, tls, user: credentials?.user ?? null }
}

/** Makes a pool's mail go to a relay in place of its sources, or by its sources again. */
export async function relayOfPool(
  db: Knex,
  config: Config,
  given: string,
  { url, none }: { readonly url: string | undefined } & PoolOptions,
): Promise<string> {
  const pool = poolName(given)
  if ((url === undefined) !== (none === true))
    throw new WrongUsage('Give the address of a relay, or --none to remove it.')
  if (url === undefined) return withoutRelay(db, pool)
  const relay = relayNamed(url)
  const sealed = (await relaySealer(db, config)).seal(Buffer.from(url), sealedRelayPlace(pool))
  await inTransaction(db, async ({ sql }) => {
    await setRelay(sql, { pool, sealed })
    await recordForAll(sql, 'pool relay')
  })
  return `Mail of the pool ${pool} goes to the relay ${relayText(relay)}. Running services notice within 5 seconds.`
}

function relayNamed(url: string): RelayConfig {
  try {
    return readRelay(url)
  } catch (error) {
    // The message does not repeat the address, which may contain a password.
    if (error instanceof ConfigError) throw new CommandError(error.message)
    throw error
  }
}

async function withoutRelay(db: Knex, pool: string): Promise<string> {
  await inTransaction(db, async ({ sql }) => {
    const { sources, assignments } = await readSources(sql, new Date())
    if (!(await removeRelay(sql, pool))) throw new CommandError(`The pool ${pool} has no relay.`)
    const isOfPool = (each: { readonly pool: string }) => each.pool === pool
    if (!sources.some(isOfPool) && assignments.some(isOfPool))
      throw new CommandError(
        `The pool ${pool} has no source, and mail is assigned to it: unassign that first.`,
      )
    await recordForAll(sql, 'pool relay')
  })
  return `Mail of the pool ${pool} no longer goes to a relay. Running services notice within 5 seconds.`
}

/** Assigns a stream, a workspace's mail, or a domain's to a pool. */
export async function assignToPool(db: Knex, given: string, options: PoolOptions): Promise<string> {
  const pool = poolName(given)
  const what = await assigned(db, options)
  await inTransaction(db, async ({ sql }) => {
    if (!sendsBy(await readSources(sql, new Date()), pool))
      throw new CommandError(`The pool ${pool} has neither a source nor a relay.`)
    await assign(sql, { ...what, pool })
    await recordForAll(sql, 'pool assign')
  })
  const named = `${what.kind} ${shown(what.kind, what.value)}`
  return `The ${named} goes by the pool ${pool}. Running services notice within 5 seconds.`
}

/** Removes the assignment of a stream, a workspace's mail, or a domain's. */
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

/** Sets the largest number of mails of a day to a provider, day by day, for sources that are being warmed up. */
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
    throw new WrongUsage('Name one of --stream, --workspace and --domain.')
  if (stream !== undefined) {
    if (stream !== 'transactional' && stream !== 'bulk')
      throw new WrongUsage('--stream takes transactional or bulk.')
    return { kind: 'stream', value: stream }
  }
  if (domain !== undefined) {
    const value = domainName(domain)
    if (value === undefined) throw new WrongUsage(`"${domain}" is not a domain such as shop.example.`)
    return { kind: 'domain', value }
  }
  return { kind: 'workspace', value: await findWorkspace(db, workspace) }
}

function shown(kind: Assignment['kind'], value: string): string {
  return kind === 'workspace' ? toTypeId('ws', value) : value
}
