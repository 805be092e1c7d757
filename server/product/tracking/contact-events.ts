import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import type { Transaction } from '../../platform/db/transaction/transaction.js'
import { recordContactEvents, type NewContactEvent } from '../audience/contacts/events.js'

/** An open or a click by a person who is known as a contact. */
export interface ContactHit {
  readonly event_id: Uuid
  readonly contact_id: Uuid
  readonly project_id: Uuid
  readonly automation_id: Uuid | null
  readonly message_id: Uuid
  readonly type: string
  readonly first_at: Date
  readonly data: {
    readonly message_id: string
    readonly category: string | null
    readonly campaign_id?: string | null
    readonly automation_id?: string | null
    readonly url?: string
  }
}

/** Number of a contact's runs in an automation that are looked at, the newest first. */
const runsLookedAt = 100

/** Selects the steps that have sent mails, and the number of runs that have caused each other up to theirs. */
const selectSteps = statement<
  [
    workspaceId: WorkspaceId,
    contactIds: readonly Uuid[],
    automationIds: readonly Uuid[],
    messageIds: readonly Uuid[],
  ],
  { message_id: Uuid; step_key: string; depth: number }
>(
  'select_steps_of_hits',
  `select asked.message_id, sent.step_key, sent.depth
   from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as asked (contact_id, automation_id, message_id)
   cross join lateral (
     select step.step_key, run.depth from (
       select id, depth from automation_runs
       where workspace_id = $1 and contact_id = asked.contact_id and automation_id = asked.automation_id
       order by workspace_id desc, contact_id desc, automation_id desc, id desc limit ${runsLookedAt}
     ) run
     cross join lateral (
       select step_key from automation_run_steps
       where workspace_id = $1 and run_id = run.id and message_id = asked.message_id limit 1
     ) step
     limit 1
   ) sent`,
)

/** Locks contacts in the order in which every transaction locks them, so that none deadlock. */
const lockContacts = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], { id: Uuid }>(
  'lock_contacts_of_hits',
  `select id from contacts where workspace_id = $1 and id = any($2::uuid[]) order by id for key share`,
)

/**
 * Records opens and clicks as events of contacts, by which segments select and automations start and go on. An event
 * of an automation's mail names the step that has sent it, and counts as caused by its run: so automations cannot
 * open each other's mail for ever.
 *
 * @param hits hits by people
 * @param store stores the hits and returns the ids of the events of those that are the first of their kind; it runs
 *   once the contacts are locked
 * @returns whether automations are to be woken after the commit
 */
export async function recordForContacts(
  tx: Transaction,
  workspaceId: WorkspaceId,
  hits: readonly ContactHit[],
  store: (sql: Knex) => Promise<ReadonlySet<Uuid>>,
): Promise<boolean> {
  const contactIds = [...new Set(hits.map((hit) => hit.contact_id))]
  const kept = new Set((await lockContacts(tx.sql, workspaceId, contactIds)).map(({ id }) => id))
  const firsts = await store(tx.sql)
  const recorded = hits.filter((hit) => kept.has(hit.contact_id) && firsts.has(hit.event_id))
  if (recorded.length === 0) return false
  const steps = await stepsOf(tx.sql, workspaceId, recorded)
  const events = recorded.map((hit): NewContactEvent => {
    const step = steps.get(hit.message_id)
    const { message_id, category, campaign_id, automation_id, url } = hit.data
    const properties = { message_id, category, campaign_id, automation_id, step_key: step?.step_key, url }
    return {
      id: hit.event_id,
      contact_id: hit.contact_id,
      projectId: hit.project_id,
      name: hit.type,
      properties: present(properties),
      at: hit.first_at,
      depth: step === undefined ? 0 : step.depth + 1,
    }
  })
  return recordContactEvents(tx, workspaceId, events)
}

async function stepsOf(sql: Knex, workspaceId: WorkspaceId, hits: readonly ContactHit[]) {
  const asked = hits.flatMap(({ automation_id: id, ...hit }) => (id === null ? [] : [{ ...hit, id }]))
  if (asked.length === 0) return new Map<Uuid, { step_key: string; depth: number }>()
  const found = await selectSteps(
    sql,
    workspaceId,
    asked.map((hit) => hit.contact_id),
    asked.map((hit) => hit.id),
    asked.map((hit) => hit.message_id),
  )
  return new Map(found.map((step) => [step.message_id, step]))
}

function present(properties: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  )
}
