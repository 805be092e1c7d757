import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { ErasureScope } from './scope.js'

type Schemas = components['schemas']

/** The number up to which each kind is counted. */
export const countedAtMost = 10_000

/**
 * Counts the rows that have the address. The limits bound the number of rows read, however many there are. They are
 * subqueries, since a planner that knew the limits would expect to read all rows.
 */
const countFound = statement<
  [workspaceId: WorkspaceId, address: string, projectId: Uuid | null],
  Schemas['FoundCounts']
>(
  'count_to_erase',
  `with own as materialized (
     select id from contacts
     where workspace_id = $1 and address = $2 and ($3::uuid is null or project_id = $3)
   ), logs as materialized (
     select id, project_id from message_logs
     where workspace_id = $1 and address = $2 order by id limit (select ${countedAtMost}::integer)
   ), mails as materialized (
     select message_id from inbound_addresses
     where workspace_id = $1 and address = $2 order by message_id limit (select ${countedAtMost}::integer)
   )
   select
     (select count(*) from own)::integer as contacts,
     (select count(*) from (
       select from own cross join lateral (
         select from contact_events where workspace_id = $1 and contact_id = own.id
         order by workspace_id, contact_id, id limit (select ${countedAtMost}::integer)
       ) event limit ${countedAtMost}
     ) events)::integer as contact_events,
     (select count(*) from (
       select from own cross join lateral (
         select from subscriptions where workspace_id = $1 and contact_id = own.id
         order by workspace_id, contact_id, id limit (select ${countedAtMost}::integer)
       ) subscription limit ${countedAtMost}
     ) subscribed)::integer as subscriptions,
     (select count(*) from logs where $3::uuid is null or project_id = $3)::integer as message_logs,
     (select count(*) from logs cross join lateral (
       select from delivery_queue where workspace_id = $1 and log_id = logs.id limit 1
     ) queued where $3::uuid is null or logs.project_id = $3)::integer as cancelled,
     (select count(*) from suppressions
      where workspace_id = $1 and address = $2 and $3::uuid is null)::integer as suppressions,
     (select count(*) from mails cross join lateral (
       select project_id from inbound_messages where workspace_id = $1 and id = mails.message_id limit 1
     ) mail where $3::uuid is null or mail.project_id = $3)::integer as inbound_messages`,
)

/**
 * Returns the counts that a deletion of an address would find now.
 *
 * @param address the address in the form of `foldAddress`
 */
export async function previewDeletion(
  db: Knex,
  { workspaceId, projectId }: ErasureScope,
  address: string,
): Promise<Schemas['DeletionPreview']> {
  const [found] = await countFound(db, workspaceId, address, projectId)
  if (found === undefined) throw new Error('a count has no row')
  return { project_id: projectId === null ? null : toTypeId('prj', projectId), found }
}
