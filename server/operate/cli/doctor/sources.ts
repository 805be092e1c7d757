import type { Config } from '../../../platform/config/config.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { knownMigrations } from '../../../platform/db/migrate.js'
import { checkSchema } from '../../../platform/db/schema-version.js'
import { tryBlockLists } from '../../../product/delivery/sources/block-lists.js'
import { defaultPool, isOnThisHost, isUsable } from '../../../product/delivery/sources/pools.js'
import { currentReputations, type Reputation } from '../../../product/delivery/sources/reputation.js'
import { readSources, type Source, type Sources } from '../../../product/delivery/sources/rows.js'
import { dayOf } from '../../../product/delivery/sources/waiting-line.js'
import { whatMicrosoftSays } from '../reputation/words.js'
import { dependentMs, failed, ok, skipped, warning, type Check, type Finding } from './check.js'
import type { DatabaseProbe } from './open-database.js'

/** The addresses that mail leaves from, as their last checks saw them, and the block lists that these ask. */
export function sourceChecks(config: Config, resolver: Resolver, probe: Promise<DatabaseProbe>): Check[] {
  const { transport, dnsBlockLists, roles } = config
  if (transport.kind !== 'mx') return []
  const lists = {
    name: 'block lists',
    maxMs: dependentMs,
    run: () => checkBlockLists(resolver, dnsBlockLists),
  }
  const sources = {
    name: 'sources',
    maxMs: dependentMs,
    run: async () => {
      const { opened } = await probe
      if (opened === undefined) return skipped('the database is not open')
      const schema = await checkSchema(opened.db, knownMigrations).catch(() => undefined)
      if (schema?.missing.length !== 0) return skipped('the schema is not of this version')
      const now = new Date()
      const told = await currentReputations(opened.db, dayOf(now))
      return sourcesFinding(await readSources(opened.db, now), roles.includes('delivery'), told)
    },
  }
  return [sources, ...(dnsBlockLists.length === 0 ? [] : [lists])]
}

/**
 * @param delivers whether mail leaves from this host
 * @param told what Microsoft says of sources now
 */
export function sourcesFinding(all: Sources, delivers: boolean, told: readonly Reputation[] = []): Finding {
  const { sources } = all
  if (sources.length === 0) return ok('none; mail leaves by whichever address the system takes')
  const usable = sources.filter(isUsable)
  const draining = sources.filter((source) => source.draining)
  const unusable = sources.filter((source) => !source.draining && !isUsable(source))
  const here = sources.filter(isOnThisHost)
  const empty = poolsInUse(all).filter((pool) => !usable.some((source) => source.pool === pool))
  const complaints = sources.flatMap(({ address, warm }) =>
    told.filter(({ source }) => source === address).flatMap((each) => whatMicrosoftSays(each, warm) ?? []),
  )
  const seen = [
    `${usable.length} of ${sources.length} can be used`,
    ...(draining.length === 0 ? [] : [`draining: ${draining.map(({ address }) => address).join(', ')}`]),
    ...(delivers ? [here.length === 0 ? 'this host has none of them' : `this host has ${here.length}`] : []),
    ...empty.map((pool) => `the pool ${pool} has none that can be used`),
    ...unusable.map(whyNot),
    ...complaints,
  ].join('; ')
  if (empty.length > 0)
    return failed(
      seen,
      'Mail of such a pool waits, and fails after 48 hours: mend a source, or run "postseal pool unassign".',
    )
  if (unusable.length > 0)
    return warning(seen, 'Mend what the check found. "postseal source check" looks again at once.')
  if (delivers && here.length === 0)
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

/** The pools that mail goes by. */
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
