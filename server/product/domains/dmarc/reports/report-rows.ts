import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/own-workspace.js'
import { serviceStatement, statement } from '../../../../platform/db/statement.js'
import { counted } from './tally.js'

/**
 * Lets reports about domains of one organization through one after the other: they write the same sources,
 * and two that did so at the same time in another order would wait for each other for ever.
 */
export const takeTurn = serviceStatement<[organization: string]>(
  'take_turn_for_dmarc_report',
  `select pg_advisory_xact_lock(hashtextextended('dmarc report ' || $1, 0))`,
)

/** Keeps a domain from being deleted until what is written for it is there to be deleted with it. */
export const holdDomain = statement<[workspaceId: WorkspaceId, domainId: Uuid], { id: Uuid }>(
  'hold_domain_for_dmarc_report',
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

/** @returns no row where the report was taken before */
export const insertReport = statement<NewReport, { id: Uuid }>(
  'insert_dmarc_report',
  `insert into dmarc_reports (workspace_id, id, domain_id, reporter, report_id, begins_at, ends_at, day, messages)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 0)
   on conflict (workspace_id, domain_id, reporter, report_id) do nothing
   returning id`,
)

export const setMessages = statement<[workspaceId: WorkspaceId, id: Uuid, messages: number]>(
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
 * Notes that sources were seen; each pair of address and From domain may stand in it once. What it returns
 * may be in another order, and the address in another form.
 */
export const upsertSources = statement<Sources, { id: Uuid; address: string; header_from: string }>(
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

/** Adds to what sources sent on a day. */
export const addToDay = statement<Days>(
  'add_to_dmarc_source_days',
  `insert into dmarc_source_days as total (workspace_id, source_id, day, domain_id, ${counted.join(', ')})
   select own.workspace_id, source_id, $3, $2, ${counted.join(', ')}
   from ${ownWorkspace} cross join unnest($4::uuid[], ${counted.map((_, index) => `$${5 + index}::bigint[]`).join(', ')})
     as given (source_id, ${counted.join(', ')})
   on conflict (workspace_id, source_id, day) do update
   set ${counted.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')}`,
)
