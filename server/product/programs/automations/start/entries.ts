import type { Knex } from 'knex'
import { greatestUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { LastEntry } from './guards.js'
import type { StartContext, StartRequest } from './request.js'

interface EntryRow {
  readonly automation_id: Uuid
  readonly contact_id: Uuid
  readonly entry_key: string
  readonly run_id: Uuid
  readonly entered_at: Date
}

type OfContacts = [workspaceId: WorkspaceId, automationIds: readonly Uuid[], contactIds: readonly Uuid[]]

/** Locks entries row by row by the primary key, in the order of the request. */
const lockEntries = statement<[...OfContacts, keys: readonly string[]], EntryRow>(
  'lock_automation_entries',
  `select entry.* from unnest($2::uuid[], $3::uuid[], $4::text[]) asked (automation_id, contact_id, entry_key)
   cross join lateral (
     select automation_id, contact_id, entry_key, run_id, entered_at from automation_entries
     where workspace_id = $1 and automation_id = asked.automation_id and contact_id = asked.contact_id
       and entry_key = asked.entry_key
     limit 1 for update
   ) entry`,
)

/**
 * Selects those runs that are under way. It is asked once the entries are locked, so that a run that another
 * transaction has started is seen.
 */
const selectUnderWay = statement<[workspaceId: WorkspaceId, runIds: readonly Uuid[]], { id: Uuid }>(
  'select_runs_under_way',
  `select run.id from unnest($2::uuid[]) asked (id)
   cross join lateral (
     select id from automation_runs where workspace_id = $1 and id = asked.id and ended_at is null limit 1
   ) run`,
)

/**
 * Counts how many of the newest runs of contacts began after a time. The order is that of one index alone: the
 * planner would walk all runs of the workspace otherwise.
 */
const countRecent = statement<
  [...OfContacts, since: Date, max: number],
  { automation_id: Uuid; contact_id: Uuid; count: number }
>(
  'count_recent_runs_of_contacts',
  `select asked.automation_id, asked.contact_id, recent.count
   from unnest($2::uuid[], $3::uuid[]) asked (automation_id, contact_id)
   cross join lateral (
     select count(*)::integer as count from (
       select started_at from automation_runs
       where workspace_id = $1
         and (contact_id, automation_id, id) >= (asked.contact_id, asked.automation_id, '${nilUuid}')
         and (contact_id, automation_id, id) <= (asked.contact_id, asked.automation_id, '${greatestUuid}')
       order by contact_id desc, automation_id desc, id desc limit $5
     ) newest where started_at > $4
   ) recent`,
)

/** Knows which automations contacts have entered, including the entries of this transaction. */
export class Entries {
  readonly #entries: Map<string, LastEntry>
  readonly #recent: Map<string, number>

  private constructor(entries: Map<string, LastEntry>, recent: Map<string, number>) {
    this.#entries = entries
    this.#recent = recent
  }

  /** Looks up the entries of requests and locks them. Their contacts are already locked. */
  static async of(
    trx: Knex.Transaction,
    { workspaceId }: StartContext,
    requests: readonly StartRequest[],
    {
      since,
      max,
    }: {
      /** Time since which runs count as recent. */
      readonly since: Date
      /** The most recent runs to count. */
      readonly max: number
    },
  ): Promise<Entries> {
    if (requests.length === 0) return new Entries(new Map(), new Map())
    const entries = await lastEntries(trx, workspaceId, requests)
    const contacts = inOrder(new Map(requests.map((request) => [contactPlace(request), request])))
    const counts = await countRecent(
      trx,
      workspaceId,
      contacts.map(({ automation }) => automation.id),
      contacts.map(({ contactId }) => contactId),
      since,
      max,
    )
    const recent = counts.map((row) => [`${row.automation_id} ${row.contact_id}`, row.count] as const)
    return new Entries(entries, new Map(recent))
  }

  last(request: StartRequest): LastEntry | undefined {
    return this.#entries.get(entryPlace(request))
  }

  recentRuns(request: StartRequest): number {
    return this.#recent.get(contactPlace(request)) ?? 0
  }

  /** Records that the contact has begun a run now. */
  began(request: StartRequest, enteredAt: Date): void {
    this.#entries.set(entryPlace(request), { enteredAt, isUnderWay: true })
    this.#recent.set(contactPlace(request), this.recentRuns(request) + 1)
  }
}

/** The key of an entry without a key. */
export const noKey = ''

function contactPlace({ automation, contactId }: StartRequest): string {
  return `${automation.id} ${contactId}`
}

/** Returns the name of the entry that a request is about. */
export function entryPlace(request: StartRequest): string {
  return `${contactPlace(request)} ${request.key ?? noKey}`
}

/** Returns values in the order of their keys, so that no two transactions wait for each other. */
export function inOrder<T>(found: ReadonlyMap<string, T>): T[] {
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
}

async function lastEntries(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  requests: readonly StartRequest[],
): Promise<Map<string, LastEntry>> {
  const asked = inOrder(new Map(requests.map((request) => [entryPlace(request), request])))
  const rows = await lockEntries(
    trx,
    workspaceId,
    asked.map(({ automation }) => automation.id),
    asked.map(({ contactId }) => contactId),
    asked.map(({ key }) => key ?? noKey),
  )
  const runIds = rows.map((row) => row.run_id)
  const underWay = runIds.length === 0 ? [] : await selectUnderWay(trx, workspaceId, runIds)
  const ids = new Set(underWay.map(({ id }) => id))
  return new Map(
    rows.map((row) => [
      `${row.automation_id} ${row.contact_id} ${row.entry_key}`,
      { enteredAt: row.entered_at, isUnderWay: ids.has(row.run_id) },
    ]),
  )
}
