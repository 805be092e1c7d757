import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replayPart, type ReplayLine, type ReplayPart } from '../../../platform/ledger/replay-part.js'
import type { KnownContact } from '../contacts/ledger-entries.js'
import { contactsOf } from './contacts.js'
import type { Gone } from './gone.js'
import { ledgerSource } from './topics.js'

const selectLists = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], { id: Uuid }>(
  'select_lists_of_ledger',
  'select id from subscriber_lists where workspace_id = $1 and id = any($2::uuid[])',
)

/** Ends subscriptions. A subscription whose present round began after the line stays. */
const end = statement<[workspaceId: WorkspaceId, ended: string, source: string], { id: Uuid }>(
  'end_subscriptions_by_ledger',
  `with given as materialized (
     select * from json_to_recordset($2::json) as given (
       id uuid, consent_id uuid, list_id uuid, project_id uuid, environment text, contact_id uuid, address text,
       at timestamptz)
   ), ended as (
     insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at, unsubscribed_at, updated_at)
     select own.workspace_id, id, list_id, project_id, environment, contact_id, address, address, 'unsubscribed', at, at,
       at, at
     from ${ownWorkspace} cross join given order by list_id, address
     on conflict (workspace_id, list_id, address) do update
     set status = 'unsubscribed', unsubscribed_at = excluded.unsubscribed_at,
       updated_at = greatest(subscriptions.updated_at, excluded.updated_at)
     where subscriptions.status <> 'unsubscribed' and subscriptions.round_started_at <= excluded.unsubscribed_at
     returning subscriptions.id, subscriptions.list_id, subscriptions.address
   ), proof as (
     insert into consents (workspace_id, subscription_id, id, list_id, action, at, source)
     select own.workspace_id, ended.id, given.consent_id, list_id, 'unsubscribed', given.at, $3
     from ${ownWorkspace} cross join ended join given using (list_id, address)
   )
   select id from ended`,
)

/** Confirms subscriptions. A subscription that has ended, or begun another round, after the line stays as it is. */
const confirm = statement<
  [workspaceId: WorkspaceId, confirmed: string, source: string],
  { known: boolean; changed: boolean }
>(
  'confirm_subscriptions_by_ledger',
  `with given as materialized (
     select given.*, known.id
     from json_to_recordset($2::json) as given (consent_id uuid, list_id uuid, address text, at timestamptz)
     left join lateral (
       select id from subscriptions
       where workspace_id = $1 and list_id = given.list_id and address = given.address limit 1
     ) known on true
   ), confirmed as (
     update subscriptions set status = 'confirmed', confirmed_at = given.at, unsubscribed_at = null,
       updated_at = greatest(updated_at, given.at)
     from given
     where subscriptions.workspace_id = $1 and subscriptions.id = given.id and status <> 'confirmed'
       and round_started_at <= given.at and coalesce(unsubscribed_at, '-infinity') <= given.at
     returning subscriptions.id, subscriptions.list_id, given.consent_id, given.at
   ), proof as (
     insert into consents (workspace_id, subscription_id, id, list_id, action, at, source)
     select own.workspace_id, id, consent_id, list_id, 'confirmed', at, $3 from ${ownWorkspace} cross join confirmed
   )
   select given.id is not null as known, given.id in (select id from confirmed) as changed from given`,
)

type Line = ReplayLine<'list_subscription'>

/** Takes contacts off the lists that they left, or confirms again those that they had confirmed after all. */
export function replaySubscriptions(gone: Gone): ReplayPart {
  return replayPart({
    kind: 'list_subscription',
    title: 'lists that contacts left, or confirmed again',
    replay: async (sql, lines) => {
      const workspaceId = lines[0]?.ws ?? ''
      const lists = await selectLists(sql, workspaceId, [...new Set(lines.map(({ state }) => state.list_id))])
      const listIds = new Set(lists.map(({ id }) => id))
      const possible = lines.filter(({ state }) => listIds.has(state.list_id))
      const found = await contactsOf(sql, gone, possible)
      const last = new Map<string, { readonly line: Line; readonly contact: KnownContact }>()
      for (const [index, line] of possible.entries()) {
        const contact = found[index]
        if (contact === undefined || typeof contact === 'string') continue
        last.set(`${line.state.list_id} ${contact.address}`, { line, contact })
      }
      const given = [...last.values()].map(({ line, contact }) => ({
        ...contact,
        contact_id: contact.id,
        id: newUuid(),
        consent_id: newUuid(),
        list_id: line.state.list_id,
        at: line.at,
        gives: line.gives === true,
      }))
      const ended = await endAll(
        sql,
        workspaceId,
        given.filter(({ gives }) => !gives),
      )
      const confirmed = await confirmAll(
        sql,
        workspaceId,
        given.filter(({ gives }) => gives),
      )
      const unknown = found.filter((contact) => contact === 'unknown').length
      return {
        changed: ended + confirmed.filter(({ changed }) => changed).length,
        impossible: lines.length - possible.length + unknown + confirmed.filter(({ known }) => !known).length,
      }
    },
  })
}

async function endAll(sql: Knex, workspaceId: WorkspaceId, given: readonly object[]): Promise<number> {
  if (given.length === 0) return 0
  return (await end(sql, workspaceId, JSON.stringify(given), ledgerSource)).length
}

async function confirmAll(sql: Knex, workspaceId: WorkspaceId, given: readonly object[]) {
  if (given.length === 0) return []
  return confirm(sql, workspaceId, JSON.stringify(given), ledgerSource)
}
