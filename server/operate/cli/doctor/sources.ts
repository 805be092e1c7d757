import type { Knex } from 'knex'
import { sealer } from '../../../platform/auth/sealed.js'
import { hasSecret, loadServiceKey } from '../../../platform/auth/service-key.js'
import type { Config } from '../../../platform/config/config.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { knownMigrations } from '../../../platform/db/schema/migrate.js'
import { checkSchema } from '../../../platform/db/schema/schema-version.js'
import { tryBlockLists } from '../../../product/delivery/sources/reputation/block-lists.js'
import { defaultPool, isOnThisHost, isUsable } from '../../../product/delivery/sources/pools.js'
import {
  currentReputations,
  type Reputation,
} from '../../../product/delivery/sources/reputation/reputation.js'
import { dayOf } from '../../../product/delivery/sources/waiting-line.js'
import { whatMicrosoftSays } from '../reputation/words.js'
import { openRelay } from '../../../product/delivery/sources/pool-relays.js'
import {
  readSources,
  type PoolRelay,
  type Source,
  type Sources,
} from '../../../product/delivery/sources/source-rows.js'
import { dependentMs, failed, ok, skipped, warning, type Check, type Finding } from './check.js'
import { checkRelay } from './outgoing.js'
import { readRing } from '../../key-ring/key-rows.js'
import type { DatabaseProbe } from './open-database.js'

/**
 * Makes the checks of the addresses that mail leaves from, as their last checks saw them, and of the block lists that
 * these query.
 */
export function sourceChecks(config: Config, resolver: Resolver, probe: Promise<DatabaseProbe>): Check[] {
  const { transport, dnsBlockLists, roles } = config
  if (transport.kind !== 'mx') return []
  const lists = {
    name: 'block lists',
    maxMs: dependentMs,
    run: () => checkBlockLists(resolver, dnsBlockLists),
  }
  const delivers = roles.includes('delivery')
  /** Makes a check of what operators have set, if it can be read. */
  const ofDatabase = (name: string, look: (all: Sources, db: Knex) => Finding | Promise<Finding>) => ({
    name,
    maxMs: dependentMs,
    run: async () => {
      const { opened } = await probe
      if (opened === undefined) return skipped('the database is not open')
      const schema = await checkSchema(opened.db, knownMigrations).catch(() => undefined)
      if (schema?.missing.length !== 0) return skipped('the schema is not of this version')
      return look(await readSources(opened.db, new Date()), opened.db)
    },
  })
  return [
    ofDatabase('sources', async (all, db) =>
      sourcesFinding(all, delivers, await currentReputations(db, dayOf(new Date()))),
    ),
    ...(delivers ? [ofDatabase('pool relays', ({ relays }, db) => checkRelays(config, db, relays))] : []),
    ...(dnsBlockLists.length === 0 ? [] : [lists]),
  ]
}

/** Connects to the relay of each pool, logs in, and sends nothing. */
async function checkRelays(config: Config, db: Knex, relays: readonly PoolRelay[]): Promise<Finding> {
  if (relays.length === 0) return ok('none')
  if (!hasSecret(config)) return skipped('the secret that seals them is missing')
  const ring = await readRing(db, loadServiceKey(config))
  const keys = ring.filter(({ purpose }) => purpose === 'pool-relay').map(({ key }) => key)
  const sealing = sealer(() => keys)
  const findings = await Promise.all(
    relays.map(async (set) => {
      const relay = openRelay(sealing, set)
      const { status, seen, advice } = await checkRelay(config, relay, '"postseal pool relay"')
      const password = relay.credentials?.password ?? ''
      const said = password === '' ? seen : seen.replaceAll(password, '***')
      return { status, seen: `the pool ${set.pool}: ${said}`, advice }
    }),
  )
  const seen = findings.map((each) => each.seen).join('; ')
  const worst =
    findings.find(({ status }) => status === 'failed') ?? findings.find(({ advice }) => advice !== null)
  return { status: worst?.status ?? 'ok', seen, advice: worst?.advice ?? null }
}

/**
 * @param delivers true if mail leaves from this host
 * @param reputations present statements of Microsoft about sources
 */
export function sourcesFinding(
  all: Sources,
  delivers: boolean,
  reputations: readonly Reputation[] = [],
): Finding {
  const { sources, relays } = all
  if (sources.length === 0 && relays.length === 0)
    return ok('none; the system chooses the address that mail is sent from')
  const usable = sources.filter(isUsable)
  const draining = sources.filter((source) => source.draining)
  const unusable = sources.filter((source) => !source.draining && !isUsable(source))
  const here = sources.filter(isOnThisHost)
  const empty = poolsInUse(all).filter((pool) => ![...usable, ...relays].some((each) => each.pool === pool))
  const complaints = sources.flatMap(({ address, warm }) =>
    reputations
      .filter(({ source }) => source === address)
      .flatMap((each) => whatMicrosoftSays(each, warm) ?? []),
  )
  const seen = [
    `${usable.length} of ${sources.length} can be used`,
    ...(draining.length === 0 ? [] : [`draining: ${draining.map(({ address }) => address).join(', ')}`]),
    ...(delivers && sources.length > 0
      ? [here.length === 0 ? 'this host has none of them' : `this host has ${here.length}`]
      : []),
    ...empty.map((pool) => `the pool ${pool} has none that can be used`),
    ...unusable.map(whyNot),
    ...complaints,
  ].join('; ')
  if (empty.length > 0)
    return failed(
      seen,
      'Mail of such a pool waits, and fails after 48 hours: fix a source, or run "postseal pool unassign".',
    )
  if (unusable.length > 0)
    return warning(seen, 'Fix what the check found. "postseal source check" repeats it at once.')
  if (delivers && sources.length > 0 && here.length === 0)
    return warning(
      seen,
      'Give the host an address of theirs, or leave "delivery" out of its POSTSEAL_ROLES: mail waits for a host that has one.',
    )
  if (complaints.length > 0)
    return warning(
      seen,
      'Send less to Microsoft, and to people who read it. SNDS has the details of each day.',
    )
  return ok(seen)
}

/** Returns the pools that mail goes by. */
function poolsInUse({ assignments, sources }: Sources): string[] {
  const isDefaultUsed = sources.some(({ pool }) => pool === defaultPool)
  return [...new Set([...(isDefaultUsed ? [defaultPool] : []), ...assignments.map(({ pool }) => pool)])]
}

function whyNot({ address, checkedAt, problem }: Source): string {
  if (checkedAt === null || problem === null) return `${address} was not checked yet`
  return problem.replace(/\.$/, '')
}

async function checkBlockLists(resolver: Resolver, zones: readonly string[]): Promise<Finding> {
  const { working, remarks } = await tryBlockLists(resolver, zones)
  const seen = `${working.length} of ${zones.length} answer`
  return remarks.length === 0 ? ok(seen) : warning(seen, remarks.join(' '))
}
