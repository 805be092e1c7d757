import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import type { CheckedReport } from './check.js'
import type { OwnDomain, OwnDomains } from './own-domains.js'
import { piecesOf, readIpAddress, type ReportHead } from './read-dmarc-report.js'
import { addRow, counted, type Tallied, type Tally } from './tally.js'
import type { OpenReport } from './unpack.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { serviceStatement, statement } from '../../../../platform/db/statements/statement.js'

/**
 * Locks an organization, so that reports about its domains are written one after the other: they write the same
 * sources, and two transactions that did so at the same time in another order would wait for each other for ever.
 */
export const takeTurn = serviceStatement<[organization: string]>(
  'take_turn_for_report',
  `select pg_advisory_xact_lock(hashtextextended('dmarc report ' || $1, 0))`,
)

/** Locks a domain against deletion until the rows that are written for it exist, and can be deleted with it. */
export const holdDomain = statement<[workspaceId: WorkspaceId, domainId: Uuid], { id: Uuid }>(
  'hold_domain_for_report',
  'select id from domains where workspace_id = $1 and id = $2 for key share',
)

type NewReport = [
  workspaceId: WorkspaceId,
  id: Uuid,
  domainId: Uuid,
  reporter: string,
  reportId: string,
  begins: Date,
  ends: Date,
  day: string,
]

/** Inserts a report for a domain; returns no row if the domain had the report before. */
const insertReport = statement<NewReport, { id: Uuid }>(
  'insert_dmarc_report',
  `insert into dmarc_reports (workspace_id, id, domain_id, reporter, report_id, begins_at, ends_at, day, messages)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 0)
   on conflict (workspace_id, domain_id, reporter, report_id) do nothing
   returning id`,
)

const setMessages = statement<[workspaceId: WorkspaceId, id: Uuid, messages: number]>(
  'set_messages_of_dmarc_report',
  'update dmarc_reports set messages = $3 where workspace_id = $1 and id = $2',
)

type Sources = [
  workspaceId: WorkspaceId,
  domainId: Uuid,
  begins: Date,
  ends: Date,
  ids: readonly Uuid[],
  addresses: readonly string[],
  headerFroms: readonly string[],
]

/**
 * Notes that sources were seen; each pair of address and From domain may occur once. The rows may come back in
 * another order, and their addresses in another form.
 */
const upsertSources = statement<Sources, { id: Uuid; address: string; header_from: string }>(
  'upsert_dmarc_sources',
  `insert into dmarc_sources as source
     (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at)
   select own.workspace_id, id, $2, address, header_from, $3, $4
   from ${ownWorkspace} cross join unnest($5::uuid[], $6::inet[], $7::text[]) as given (id, address, header_from)
   on conflict (workspace_id, domain_id, address, header_from) do update
   set first_seen_at = least(source.first_seen_at, excluded.first_seen_at),
     last_seen_at = greatest(source.last_seen_at, excluded.last_seen_at)
   returning id, host(address) as address, header_from`,
)

type Days = [
  workspaceId: WorkspaceId,
  domainId: Uuid,
  day: string,
  sourceIds: readonly Uuid[],
  ...counts: (readonly number[])[],
]

/** Adds to the counts of sources for a day. */
const addToDay = statement<Days>(
  'add_to_dmarc_source_days',
  `insert into dmarc_source_days as total (workspace_id, source_id, day, domain_id, ${counted.join(', ')})
   select own.workspace_id, source_id, $3, $2, ${counted.join(', ')}
   from ${ownWorkspace} cross join unnest($4::uuid[], ${counted.map((_, index) => `$${5 + index}::bigint[]`).join(', ')})
     as given (source_id, ${counted.join(', ')})
   on conflict (workspace_id, source_id, day) do update
   set ${counted.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')}`,
)

/** The result of writing a report. */
export interface Stored {
  /** Domains that the report was new to, with the number of messages about each. */
  readonly domains: readonly { readonly domain: OwnDomain; readonly messages: number }[]
  /** Number of domains that had the report already. */
  readonly known: number
}

/**
 * Most sources that are added up before they are written, which is all of a report that memory holds. Rows of one
 * source are often far apart, and PostgreSQL gets slow if a transaction changes a row many times.
 */
const sourcesAtOnce = 5000

/** A report whose rows are being written for one domain. */
interface Begun {
  readonly domain: OwnDomain
  /** Id of the report's row; undefined if the domain had the report already, or is gone. */
  readonly id: Uuid | undefined
  messages: number
}

/**
 * Writes a report that was checked, for every domain here that it is about, all of it or nothing. Call it in a
 * transaction of its own.
 *
 * @throws ReportRefused if the report is no longer the one that was checked
 */
export async function storeReport(
  trx: Knex.Transaction,
  open: OpenReport,
  { head }: CheckedReport,
  {
    domains,
    progress,
  }: {
    readonly domains: OwnDomains
    /** Called with the number of each row, from 1. */
    readonly progress: (rows: number) => void
  },
): Promise<Stored> {
  const day = middleDay(head)
  const begun = new Map<Uuid, Begun>()
  let known = 0

  async function begin(domain: OwnDomain): Promise<Begun> {
    const before = begun.get(domain.id)
    if (before !== undefined) return before
    const report = { domain, id: await insert(domain), messages: 0 }
    begun.set(domain.id, report)
    return report
  }

  async function insert({ workspaceId, id }: OwnDomain): Promise<Uuid | undefined> {
    if ((await holdDomain(trx, workspaceId, id)).length === 0) return undefined
    const { reporter, reportId, begins, ends } = head
    const [row] = await insertReport(trx, workspaceId, newUuid(), id, reporter, reportId, begins, ends, day)
    if (row === undefined) known += 1
    return row?.id
  }

  async function write(tally: Tally): Promise<void> {
    for (const { domain, sources } of tally.values()) {
      const report = await begin(domain)
      if (report.id === undefined) continue
      const tallied = [...sources.values()]
      report.messages += tallied.reduce((sum, { counts }) => sum + counts.messages, 0)
      await add(trx, domain, head, { day, sources: tallied })
    }
    tally.clear()
  }

  await takeTurn(trx, domains.organization)
  const tally: Tally = new Map()
  let gathered = 0
  for await (const pieces of piecesOf(open)) {
    for (const piece of pieces) {
      if (piece.kind !== 'row') continue
      gathered += addRow(tally, domains, head.policy, piece.row)
      progress(piece.number)
    }
    if (gathered < sourcesAtOnce) continue
    gathered = 0
    await write(tally)
  }
  await write(tally)
  // A report without rows for a workspace says that none of its domain's mail was seen.
  const workspaces = new Set([...begun.values()].map(({ domain }) => domain.workspaceId))
  for (const domain of domains.of(head.policy.domain))
    if (!workspaces.has(domain.workspaceId)) await begin(domain)

  const stored: { domain: OwnDomain; messages: number }[] = []
  for (const { id, domain, messages } of begun.values()) {
    if (id === undefined) continue
    await setMessages(trx, domain.workspaceId, id, messages)
    stored.push({ domain, messages })
  }
  return { domains: stored, known }
}

async function add(
  trx: Knex.Transaction,
  { workspaceId, id }: OwnDomain,
  { begins, ends }: ReportHead,
  { day, sources }: { readonly day: string; readonly sources: readonly Tallied[] },
): Promise<void> {
  const seen = await upsertSources(
    trx,
    workspaceId,
    id,
    begins,
    ends,
    sources.map(() => newUuid()),
    sources.map(({ address }) => address),
    sources.map(({ headerFrom }) => headerFrom),
  )
  // Rows are matched here, because without statistics PostgreSQL would compare each with each. It writes IPv6 in a
  // form of its own.
  const ids = new Map(
    seen.map((source) => [`${readIpAddress(source.address)} ${source.header_from}`, source.id]),
  )
  const rows = sources.map(({ address, headerFrom, counts }) => ({
    sourceId: ids.get(`${address} ${headerFrom}`) ?? '',
    counts,
  }))
  await addToDay(
    trx,
    workspaceId,
    id,
    day,
    rows.map(({ sourceId }) => sourceId),
    ...counted.map((name) => rows.map(({ counts }) => counts[name])),
  )
}

/** Returns the day (UTC) that most of a report is about: many reporters' days begin some hours off. */
export function middleDay({ begins, ends }: Pick<ReportHead, 'begins' | 'ends'>): string {
  return new Date((begins.getTime() + ends.getTime()) / 2).toISOString().slice(0, 10)
}
