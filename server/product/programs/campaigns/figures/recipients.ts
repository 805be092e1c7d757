import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid } from '../../../../platform/db/ids.js'
import { askedStatuses } from '../../../../platform/http/lists/asked-values.js'
import {
  byKey,
  isOneOf,
  searchPage,
  type BoundedSearch,
  type Condition,
} from '../../../../platform/http/lists/bounded-walk.js'
import {
  unclampedWindow,
  presentPage,
  type Page,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import type { CampaignRow } from '../campaign-rows.js'

type Schemas = components['schemas']
type Status = Schemas['CampaignRecipientStatus']

interface RecipientsQuery extends WindowQuery {
  readonly status?: Status
  readonly statuses?: readonly Status[]
}

interface RecipientRow {
  /** Id of the contact. */
  readonly id: Uuid
  readonly status: Status
  readonly reason: string | null
  readonly detail: string | null
  readonly log_id: Uuid | null
  readonly message_id: Uuid | null
}

/** Returns SQL of a recipient's status. Once the recipient was released, its log has the status. */
const statusFrom = (unreleased: 'pending' | 'cancelled') => `case examined.status
    when 'pending' then '${unreleased}' when 'released' then
      case log.status when 'suppressed' then 'skipped' when 'scheduled' then 'queued' else log.status end
    else examined.status end`

/**
 * Returns a page of a campaign's recipients, the newest contact first. Those whose log is no longer kept are left
 * out.
 */
export async function listRecipients(
  db: Knex,
  row: CampaignRow,
  query: RecipientsQuery,
): Promise<Page<Schemas['CampaignRecipient']>> {
  const status = statusFrom(row.status === 'cancelled' ? 'cancelled' : 'pending')
  const index = { table: 'campaign_recipients', equal: { campaign_id: row.id }, id: 'contact_id' }
  const conditions: Condition[] = [
    { sql: 'examined.campaign_id = ?', values: [row.id], index },
    { sql: "examined.status <> 'released' or log.id is not null", values: [] },
  ]
  const statuses = askedStatuses(query)
  if (statuses !== undefined) conditions.push(isOneOf(status, statuses))
  const search: BoundedSearch = {
    workspaceId: row.workspace_id,
    // The search walks the recipients, and joins this table by the id that it walks.
    table: 'contacts',
    alias: 'contact',
    conditions,
    columns: `examined.contact_id as id, ${status} as status, examined.detail, examined.log_id, log.message_id,
      coalesce(examined.reason, log.suppression_reason) as reason`,
    join: byKey('message_logs', 'log', 'examined', 'log_id'),
  }
  const found = await searchPage<RecipientRow>(db, search, query, unclampedWindow(query))
  return presentPage(found, (rows) => rows.map(present))
}

function present(row: RecipientRow): Schemas['CampaignRecipient'] {
  return {
    contact_id: toTypeId('con', row.id),
    contact_created_at: timeOf(row.id).toISOString(),
    status: row.status,
    reason: row.reason,
    detail: row.detail,
    message_id: row.message_id && toTypeId('msg', row.message_id),
    log_id: row.log_id && toTypeId('log', row.log_id),
  }
}
