import type { Knex } from 'knex'
import { recorded } from '../../../platform/db/statements/recorded.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { auditRow, insertAuditEntries } from '../../../platform/audit/record.js'
import { serviceEntry } from '../../../platform/audit/other-entries.js'
import { byWorkspace } from '../../../platform/db/statements/by-workspace.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'

/*
 * Keeps spam rates: the part of a domain's mail that people have marked as spam on a day, according to their provider.
 * Google sends no reports of single complaints, so this rate is all that it reveals.
 */

/**
 * Spam rates, from 0 to 1, from which on Google and Yahoo deliver a sender's mail worse (`warn`) or refuse it
 * (`halt`).
 */
export const spamRateLimits = { warn: 0.001, halt: 0.003 } as const

/** Google's spam rate of a domain for a day. */
export interface SpamRate {
  /** Domain as A-labels in lower case. */
  readonly domain: string
  /** Day as `2026-11-20`. */
  readonly day: string
  /** Rate from 0 to 1. */
  readonly rate: number
}

/** Provider of all these rates: no other gives one for a domain. */
const provider = 'google'

/** SQL of the first of the last seven days. Earlier rates are no reason to act. */
const since = `(now() at time zone 'UTC')::date - 7`

const selectDomains = gather<
  [names: readonly string[]],
  { workspaceId: WorkspaceId; id: Uuid; name: string }
>(
  'select_domains_with_spam_rates',
  `select workspace_id as "workspaceId", id, name from domains
   where name = any($1::text[]) and status in ('verified', 'degraded') order by workspace_id, id`,
)

/**
 * Writes rates. Locks the domains in the order of their ids, so that none is deleted meanwhile and two imports do not
 * deadlock.
 */
const upsert = statement<
  [
    workspaceId: WorkspaceId,
    provider: string,
    ids: readonly Uuid[],
    days: readonly string[],
    rates: number[],
  ],
  { day: string }
>(
  'upsert_domain_spam_rates',
  `insert into domain_spam_rates as known (workspace_id, domain_id, day, provider, rate)
   select domain.workspace_id, domain.id, figure.day, $2, figure.rate
   from unnest($3::uuid[], $4::date[], $5::numeric[]) as figure (id, day, rate)
   join domains domain on domain.workspace_id = $1 and domain.id = figure.id
   order by domain.id, figure.day
   for key share of domain
   on conflict (workspace_id, domain_id, day, provider) do update set rate = excluded.rate
   where known.rate <> excluded.rate
   returning day::text`,
)

/** The result of writing rates. */
export interface SavedSpamRates {
  /** The workspaces that have one of the domains, each with the number of its rates that are new or changed. */
  readonly changes: ReadonlyMap<WorkspaceId, number>
  /** The domains that some workspace has. */
  readonly domains: ReadonlySet<string>
}

/**
 * Writes rates for every workspace in which the domain is verified or degraded.
 *
 * @param rates rates, one for a domain and a day
 */
export async function saveSpamRates(trx: Knex, rates: readonly SpamRate[]): Promise<SavedSpamRates> {
  const byName = new Map<string, SpamRate[]>()
  for (const rate of rates) byName.set(rate.domain, [...(byName.get(rate.domain) ?? []), rate])
  const owned = await selectDomains(trx, [...byName.keys()])
  const changes = new Map<WorkspaceId, number>()
  for (const [workspaceId, domains] of byWorkspace(owned)) {
    const rows = domains.flatMap(({ id, name }) => (byName.get(name) ?? []).map((rate) => ({ id, ...rate })))
    const changed = await upsert(
      trx,
      workspaceId,
      provider,
      rows.map(({ id }) => id),
      rows.map(({ day }) => day),
      rows.map(({ rate }) => rate),
    )
    changes.set(workspaceId, changed.length)
  }
  return { changes, domains: new Set(owned.map(({ name }) => name)) }
}

const selectWorst = statement<
  [workspaceId: WorkspaceId, domainId: Uuid],
  { day: string; provider: string; rate: number }
>(
  'select_latest_spam_rate',
  `select day::text, provider, rate::float8 from domain_spam_rates
   where workspace_id = $1 and domain_id = $2 and day >= ${since}
   order by domain_spam_rates.rate desc, domain_spam_rates.day desc limit 1`,
)

/**
 * Returns the worst spam rate of a domain in the last seven days, with the id of the provider that gives it, such as
 * `google`.
 *
 * @returns undefined if no provider has given one; `rate` is from 0 to 1
 */
export async function worstSpamRate(
  db: Knex,
  workspaceId: WorkspaceId,
  domainId: Uuid,
): Promise<{ day: string; provider: string; rate: number } | undefined> {
  const [worst] = await selectWorst(db, workspaceId, domainId)
  return worst
}

/**
 * Halts a workspace with a high spam rate. Days up to the one on which sending was resumed do not count: whoever
 * resumed it has dealt with their mail. The providers' figures come days later.
 */
const haltBySpamRate = statement<
  [workspaceId: WorkspaceId, limit: number, entries: string],
  { note: string }
>(
  'halt_by_spam_rate',
  `with worst as (
     select
       domain.name || ' had ' || trim_scale(round(figure.rate * 100, 2)) || ' % at Google on ' || figure.day as note
     from workspaces workspace
     join domain_spam_rates figure on figure.workspace_id = $1 and figure.provider = '${provider}'
       and figure.day >= ${since}
       and figure.day > coalesce((workspace.resumed_at at time zone 'UTC')::date, '-infinity')
     join domains domain on domain.workspace_id = $1 and domain.id = figure.domain_id
     where workspace.id = $1 and figure.rate >= $2::numeric
     order by figure.rate desc, figure.day desc limit 1
   ), halted as (
     update workspaces set halted_at = now(), halt_reason = 'complaint_rate', halt_note = worst.note from worst
     where id = $1 and halted_at is null returning halt_note as note
   ), recorded as (${insertAuditEntries('$3', 'exists (select from halted)')})
   select note from halted`,
)

/**
 * Halts a workspace if Google's users complain too much about one of its domains.
 *
 * @returns why the workspace was halted just now, as `shop.example had 0.41 % at Google on 2026-11-20`; undefined if
 *   it was not
 */
export async function haltWhereSpamRateIsHigh(
  db: Knex,
  workspaceId: WorkspaceId,
): Promise<string | undefined> {
  const resource = { type: 'workspace', id: toTypeId('ws', workspaceId) }
  const entries = JSON.stringify([auditRow(serviceEntry(workspaceId, 'halt_sending', { resource }))])
  return recorded(db, async (sql) => {
    const [halted] = await haltBySpamRate(sql, workspaceId, spamRateLimits.halt, entries)
    if (halted === undefined) return undefined
    const state = { reason: 'complaint_rate', note: halted.note }
    recordInLedger(sql, { kind: 'workspace_halted', workspaceId, id: workspaceId, state })
    return halted.note
  })
}

const selectLatest = gather<[max: number], SpamRate>(
  'select_latest_spam_rates',
  `select domain.name as domain, latest.day::text, latest.rate::float8
   from domains domain cross join lateral (
     select day, rate from domain_spam_rates
     where workspace_id = domain.workspace_id and domain_id = domain.id order by day desc limit 1
   ) latest
   order by latest.rate desc, domain.name limit $1`,
)

/** Returns the latest rate of each domain, the highest first. */
export async function latestSpamRates(db: Knex, max: number): Promise<SpamRate[]> {
  return selectLatest(db, max)
}
