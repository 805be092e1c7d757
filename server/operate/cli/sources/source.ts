import ipaddr from 'ipaddr.js'
import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { addSource, readDay, removeSource, setDraining } from '../../../product/delivery/sources/change.js'
import { tryBlockLists } from '../../../product/delivery/sources/reputation/block-lists.js'
import { checkAndSave } from '../../../product/delivery/sources/reputation/check.js'
import { defaultPool, stateOf } from '../../../product/delivery/sources/pools.js'
import {
  currentReputations,
  type Reputation,
} from '../../../product/delivery/sources/reputation/reputation.js'
import { readSources, type Source } from '../../../product/delivery/sources/source-rows.js'
import { dayOf } from '../../../product/delivery/sources/waiting-line.js'
import { domainName } from '../../../product/domains/names.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { recordForAll, type ChangingCommand } from '../record-command.js'
import { whatMicrosoftSays } from '../reputation/words.js'
import { poolName } from './pool.js'
import { table } from '../table.js'
import type { Outcome } from '../with-database.js'

export interface SourceOptions {
  readonly name?: string
  readonly pool?: string
  readonly bind?: string
  readonly warm?: boolean
  readonly json?: boolean
}

/** Adds an address that mail leaves from, and checks it. It is used once a check passes. */
export async function addNewSource(
  db: Knex,
  config: Config,
  given: string,
  options: SourceOptions,
): Promise<string> {
  const address = addressNamed(given)
  const bind = options.bind === undefined ? address : addressNamed(options.bind)
  if (ipaddr.parse(bind).kind() !== ipaddr.parse(address).kind())
    throw new WrongUsage('--bind takes an address of the same family, IPv4 or IPv6.')
  const name = options.name === undefined ? undefined : domainName(options.name)
  if (name === undefined)
    throw new WrongUsage('--name takes the host name of the address, such as mta1.example.com.')
  const pool = poolName(options.pool ?? defaultPool)
  const source = { address, bind, name, pool, warm: options.warm === true }
  await changing(db, 'source add', async (sql) => {
    if (!(await addSource(sql, source))) throw new CommandError(`${address} is a source already.`)
  })
  const headline = `${address} is a source of the pool ${pool}${source.warm ? ', warm' : ''}.`
  const { text } = await checkNow(db, config, [{ ...source, problem: null }])
  return `${headline}\n${text}`
}

/** Lists all sources with the numbers of mails they have sent today. */
export async function listSources(db: Knex, options: SourceOptions): Promise<string> {
  const now = new Date()
  const { sources, suspensions } = await readSources(db, now)
  const days = await readDay(db, dayOf(now))
  const reputations = await currentReputations(db, dayOf(now))
  const presented = sources.map((source) => ({
    ...present(source),
    today: days
      .filter((day) => day.source === source.address)
      .map(({ provider, cap, taken, sent, deferred }) => ({
        provider,
        cap,
        reserved: taken,
        sent,
        deferred,
      })),
    suspended: suspensions
      .filter((each) => each.source === source.address)
      .map(({ provider, until, reply }) => ({ provider, until: until.toISOString(), reply })),
    microsoft: presentReputation(reputations, source),
  }))
  if (options.json === true) return JSON.stringify({ data: presented }, null, 2)
  if (presented.length === 0)
    return 'There are no sources: the system chooses the address that mail is sent from.'
  const rows = presented.map(({ address, name, pool, state, today, suspended }) => {
    const sum = (of: (day: (typeof today)[number]) => number) =>
      String(today.reduce((all, day) => all + of(day), 0))
    return [
      address,
      name,
      pool,
      suspended.length > 0 ? 'suspended' : state,
      sum((d) => d.sent),
      sum((d) => d.deferred),
    ]
  })
  const problems = presented.flatMap(({ address, problem, microsoft }) => [
    ...(problem === null ? [] : [`${address} is not used: ${problem}`]),
    ...(microsoft?.warning == null ? [] : [microsoft.warning]),
  ])
  return [table(['address', 'name', 'pool', 'state', 'sent', 'put off'], rows), ...problems].join('\n')
}

/** Shows a source with its caps by provider. */
export async function showSource(db: Knex, given: string, options: SourceOptions): Promise<string> {
  const now = new Date()
  const { sources, suspensions } = await readSources(db, now)
  const address = addressNamed(given)
  const source = sources.find((each) => each.address === address)
  if (source === undefined) throw noSource(address)
  const today = (await readDay(db, dayOf(now))).filter((day) => day.source === address)
  const suspended = suspensions.filter((each) => each.source === address)
  const microsoft = presentReputation(await currentReputations(db, dayOf(now)), source)
  const shown = present(source)
  if (options.json === true) return JSON.stringify({ ...shown, today, suspended, microsoft }, null, 2)
  const lines = [
    `${address} (${shown.name}) of the pool ${shown.pool} is ${shown.state}`,
    ...(shown.bind === address ? [] : [`it is ${shown.bind} on its host`]),
    ...(shown.problem === null ? [] : [shown.problem]),
    ...suspended.map(
      ({ provider, until, reply }) =>
        `${provider} accepts nothing from it until ${until.toISOString()}: ${reply}`,
    ),
    ...(microsoft?.warning == null ? [] : [microsoft.warning]),
  ]
  if (today.length === 0) return [...lines, 'it has sent nothing today'].join('\n')
  const rows = today.map(({ provider, cap, sent, deferred }) => [
    provider,
    cap === null ? 'none' : String(cap),
    String(sent),
    String(deferred),
  ])
  return [...lines, table(['provider', 'cap', 'sent', 'put off'], rows)].join('\n')
}

/** Checks one source, or all of them. The command succeeds if mail leaves from each. */
export async function checkSources(db: Knex, config: Config, given: string | undefined): Promise<Outcome> {
  const { sources } = await readSources(db, new Date())
  const address = given === undefined ? undefined : addressNamed(given)
  const chosen = sources.filter((source) => address === undefined || source.address === address)
  if (address !== undefined && chosen.length === 0) throw noSource(address)
  if (chosen.length === 0) return { text: 'There are no sources.', succeeded: true }
  return checkNow(db, config, chosen)
}

/** Lets a source take no further mail, or take mail again. */
export async function drainSource(db: Knex, given: string, draining: boolean): Promise<string> {
  const address = addressNamed(given)
  await changing(db, draining ? 'source drain' : 'source resume', async (sql) => {
    if (!(await setDraining(sql, address, draining))) throw noSource(address)
  })
  return `${address} takes ${draining ? 'no further mail' : 'mail again'}. Running services notice within 5 seconds.`
}

/** Forgets a source, with its warm-up. The last source of a pool that mail is assigned to stays. */
export async function forgetSource(db: Knex, given: string): Promise<string> {
  const address = addressNamed(given)
  await changing(db, 'source remove', async (sql) => {
    const { sources, assignments, relays } = await readSources(sql, new Date())
    const source = sources.find((each) => each.address === address)
    if (source === undefined) throw noSource(address)
    const others = sources.filter((each) => each !== source)
    const isLast = ![...others, ...relays].some(({ pool }) => pool === source.pool)
    if (isLast && assignments.some(({ pool }) => pool === source.pool))
      throw new CommandError(
        `${address} is the last source of the pool ${source.pool}, which mail is assigned to: unassign that first.`,
      )
    await removeSource(sql, address)
  })
  return `Removed ${address}. Running services notice within 5 seconds.`
}

/** Checks sources; returns a line for each source, and one for each block list that cannot be used now. */
async function checkNow(
  db: Knex,
  { dnsServers, dnsBlockLists }: Config,
  sources: readonly Pick<Source, 'address' | 'name' | 'problem'>[],
): Promise<Outcome> {
  const resolver = openResolver(dnsServers)
  const lists = await tryBlockLists(resolver, dnsBlockLists)
  const lines: string[] = []
  let succeeded = true
  for (const source of sources) {
    const { address } = source
    const problem = await checkAndSave(db, resolver, lists, source)
    if (problem !== null) succeeded = false
    if (problem === undefined)
      lines.push(`${address}: the DNS gave no answer. It is checked again every hour.`)
    else if (problem !== null) lines.push(`${address} is not used: ${problem}`)
    else {
      const onNone = lists.working.length === 0 ? '' : ', and it is not on a block list'
      lines.push(`${address}: its PTR record and its name match${onNone}. Mail leaves from it.`)
    }
  }
  return { text: [...lines, ...lists.remarks].join('\n'), succeeded }
}

function present(source: Source) {
  const { address, bind, name, pool, checkedAt, problem } = source
  const state = stateOf(source).replace('_', ' ')
  return { address, bind, name, pool, state, checked_at: checkedAt?.toISOString() ?? null, problem }
}

/** Returns Microsoft's statement about a source if it still counts, with a sentence if it is bad. */
function presentReputation(all: readonly Reputation[], { address, warm }: Source) {
  const reputation = all.find((each) => each.source === address)
  if (reputation === undefined) return null
  const { day, result, complaintRate, trapHits } = reputation
  const warning = whatMicrosoftSays(reputation, warm) ?? null
  return { day, result, complaint_rate: complaintRate, trap_hits: trapHits, warning }
}

async function changing(
  db: Knex,
  command: ChangingCommand,
  work: (sql: Knex) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async ({ sql }) => {
    await work(sql)
    await recordForAll(sql, command)
  })
}

function noSource(address: string): CommandError {
  return new CommandError(`${address} is not a source: postseal source list shows the sources.`)
}

function addressNamed(given: string): string {
  if (!ipaddr.isValid(given) || given.includes('%')) throw new WrongUsage(`"${given}" is not an IP address.`)
  return ipaddr.process(given).toString()
}
