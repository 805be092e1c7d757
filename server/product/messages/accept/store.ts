import type { Knex } from 'knex'
import { auditColumns, auditTypes } from '../../../platform/audit/record.js'
import {
  columnArrays,
  unnestColumns,
  type ColumnTypes,
} from '../../../platform/db/statements/column-arrays.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { revokedKey } from '../../../platform/http/access/authenticate.js'
import { hasRunOut } from '../../../platform/http/idempotency/claim.js'
import { inProgress } from '../../../platform/http/idempotency/turns.js'
import { recordEvents } from '../../../platform/events/fan-out.js'
import { suppressedOf } from '../../audience/suppressions/find.js'
import { sendingHalted } from '../../workspace/halting/halting.js'
import { insertMail, mailTypes, recipientsOf, recipientTypes } from '../../mail/store/insert-mail.js'
import type { Unit } from './unit.js'

/**
 * Stores messages of one workspace together with the claims of their idempotency keys, in one statement and
 * so in one transaction, for any number of requests.
 */

/**
 * Result of storing a message. Except for `stored`, nothing of it was stored.
 *
 * `claimed-before`: its key is taken. `halted`: the workspace's sending is halted. `suppressed`: it is unchecked, and
 * one of its recipients is suppressed. `erased-before`: it is unchecked, and the workspace has erased addresses,
 * which are looked up by their tokens. `revoked`: its API key is revoked, but the process that accepted it did not
 * know that yet.
 */
export type Stored = 'stored' | 'claimed-before' | 'halted' | 'suppressed' | 'erased-before' | 'revoked'

/** Columns of a mail and of its recipients that only campaigns and automations have. */
const { render_input, campaign_id, automation_id, automation_run_id, respects_opt_out, topic, ...sentTypes } =
  mailTypes
const { domain, ...sentToTypes } = recipientTypes
const ofPrograms = { render_input, campaign_id, automation_id, automation_run_id, respects_opt_out, topic }

/** SQL: returns columns as NULL, for rows that have none of them. */
function absent(types: ColumnTypes): string {
  return Object.entries(types)
    .map(([name, type]) => `null::${type} as ${name}`)
    .join(', ')
}

/** Columns of the rows to store. */
const unitTypes = {
  ...sentTypes,
  scope: 'uuid',
  operation: 'text',
  key: 'text',
  fingerprint: 'bytea',
  reply: 'json',
  unchecked: 'boolean',
} as const satisfies ColumnTypes
const eventTypes = {
  id: 'uuid',
  message_id: 'uuid',
  type: 'text',
  data: 'jsonb',
} as const satisfies ColumnTypes
const entryTypes = { message_id: 'uuid', ...auditTypes } as const satisfies ColumnTypes
const attachmentTypes = {
  message_id: 'uuid',
  position: 'smallint',
  filename: 'text',
  content_type: 'text',
  content_id: 'text',
  disposition: 'text',
  content: 'text',
} as const satisfies ColumnTypes
const metadataTypes = { key: 'text', value: 'text', log_id: 'uuid' } as const satisfies ColumnTypes

/** SQL: rows of each kind, whose parameters follow one another from $2 on. */
const [units, logs, events, entries, attachments, metadata] = sources([
  [unitTypes, 'given'],
  [sentToTypes, 'r'],
  [eventTypes, 'e'],
  [entryTypes, 'entry'],
  [attachmentTypes, 'attachment'],
  [metadataTypes, 'pair'],
])

function sources<const Kinds extends readonly (readonly [ColumnTypes, string])[]>(
  kinds: Kinds,
): { readonly [Index in keyof Kinds]: string } {
  let first = 2
  return kinds.map(([types, alias]) => {
    const sql = unnestColumns(types, first, alias)
    first += Object.keys(types).length
    return sql
  }) as { readonly [Index in keyof Kinds]: string }
}

/** Common table expressions for rows that few messages have. */
const furtherParts = `, inserted_attachments as (
     insert into message_attachments
       (workspace_id, message_id, position, filename, content_type, content_id, disposition, content)
     select own.workspace_id, message_id, position, filename, content_type, content_id, disposition,
       decode(content, 'base64')
     from ${ownWorkspace} cross join (
       select attachment.* from ${attachments} join admitted using (message_id)
     ) attachment_of_mail
   ), inserted_metadata as (
     insert into message_metadata (workspace_id, key, value, log_id)
     select own.workspace_id, key, value, log_id from ${ownWorkspace} cross join (
       select pair.* from ${metadata} join new_log using (log_id)
     ) pair_of_log
   )`

interface StoredRow {
  /** True if the workspace may send. */
  readonly open: boolean
  /** True if the workspace has erased addresses. */
  readonly erased: boolean
  /** Messages that were not stored because they are unchecked. */
  readonly unsuited: readonly Uuid[]
  /** Messages whose key is taken. */
  readonly taken: readonly Uuid[]
  /** Messages whose API key is revoked. */
  readonly revoked: readonly Uuid[]
  /** True if events wait for webhooks. */
  readonly webhooks: boolean
}

/**
 * Returns the statement that stores messages. Keys are claimed in order, so that two processes that claim the same
 * keys cannot deadlock. If the workspace is halted, nothing is claimed and nothing stored. If one message has a
 * revoked key, nothing is stored either: a condition on each message would let PostgreSQL expect fewer of them, and
 * read the subscriptions once for each event. The statement looks up each key as it reads the message: Citus would
 * gather a later expression that joins messages with keys for every machine, and accept nothing while one of them is
 * away.
 *
 * @param parts further common table expressions: PostgreSQL takes time to set up each, even if it has no rows
 */
function storing(name: string, parts: string) {
  return statement<[workspaceId: WorkspaceId, ...columns: (Buffer | null)[]], StoredRow>(
    name,
    `with workspace as (
     select halted_at is null as open from workspaces where id = $1
   ), given as materialized (
     select given.*, api_key.revoked_at is not null as is_revoked from ${units}
     left join lateral (select revoked_at from api_keys where id = given.api_key_id limit 1) api_key on true
   ), given_log as materialized (
     select * from ${logs}
   ), revoked as materialized (
     select message_id from given where is_revoked
   ), ${suppressedOf('given_log')}, unit as (
     select *, ${absent(ofPrograms)} from given
     where (select open and not exists (select from revoked) from workspace) and not (
       unchecked and ((select erased from erasure) or message_id in (select message_id from suppressed)))
   ), claimed as (
     insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint, status, body, created_at)
     select own.workspace_id, scope, operation, key, fingerprint, 202, reply, now()
     from ${ownWorkspace} cross join unit where key is not null order by scope, operation, key
     on conflict (workspace_id, project_id, operation, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
         created_at = excluded.created_at
       where ${hasRunOut}
     returning project_id, operation, key
   ), admitted as (
     select * from unit where key is null or (scope, operation, key) in (select * from claimed)
   ), new_log as (
     ${recipientsOf(`(select *, ${absent({ domain })} from given_log) r`, 'admitted')}
   ), ${insertMail('admitted', 'new_log')}, audited as (
     insert into audit_events (workspace_id, ${auditColumns})
     select own.workspace_id, ${auditColumns} from ${ownWorkspace} cross join (
       select entry.* from ${entries} join admitted using (message_id)
     ) entry_of_mail
   )${parts}, event_of_mail as (
     select e.id, m.project_id, m.environment, e.type, e.data, m.traceparent
     from ${events} join admitted m using (message_id)
   ), ${recordEvents(
     'select id, project_id, environment, type, data from event_of_mail',
     'select id as event_id, traceparent from event_of_mail',
   )}
   select open, erased,
     array(select message_id from revoked) as revoked,
     array(select message_id from given where message_id not in (select message_id from unit)) as unsuited,
     array(select message_id from unit where message_id not in (select message_id from admitted)) as taken,
     exists (select from wanted_event) as webhooks
   from workspace cross join erasure`,
    { anySize: true },
  )
}

const storeAccepted = storing('store_accepted', '')
const storeWithParts = storing('store_accepted_with_parts', furtherParts)

/**
 * Stores messages and returns the result of each, in the same order. Their claims must all be different.
 *
 * @param wakeWebhooks called if their events wait for subscriptions now
 */
export async function storeTogether(
  db: Knex,
  workspaceId: WorkspaceId,
  units: readonly Unit[],
  wakeWebhooks: () => void,
): Promise<Stored[]> {
  const rows = units.map((unit) => unit.rows)
  const columns = [
    ...columnArrays(
      unitTypes,
      rows.map(({ message }) => message),
    ),
    ...columnArrays(
      sentToTypes,
      rows.flatMap(({ logs }) => logs),
    ),
    ...columnArrays(
      eventTypes,
      rows.flatMap(({ events }) => events),
    ),
    ...columnArrays(
      entryTypes,
      units.flatMap(({ entry }) => entry ?? []),
    ),
  ]
  const attachments = rows.flatMap((of) => of.attachments)
  const metadata = rows.flatMap((of) => of.metadata)
  const [result] =
    attachments.length + metadata.length === 0
      ? await storeAccepted(db, workspaceId, ...columns)
      : await storeWithParts(
          db,
          workspaceId,
          ...columns,
          ...columnArrays(attachmentTypes, attachments),
          ...columnArrays(metadataTypes, metadata),
        )
  if (result === undefined) throw new Error('a principal names a workspace that does not exist')
  if (!result.open) return units.map(() => 'halted')
  if (result.webhooks) wakeWebhooks()
  const { erased, taken, unsuited, revoked } = result
  if (revoked.length > 0) {
    const others = units.filter(({ id }) => !revoked.includes(id))
    const stored = others.length === 0 ? [] : await storeTogether(db, workspaceId, others, wakeWebhooks)
    return units.map((unit) => stored[others.indexOf(unit)] ?? 'revoked')
  }
  return units.map(({ id }) => {
    if (unsuited.includes(id)) return erased ? 'erased-before' : 'suppressed'
    return taken.includes(id) ? 'claimed-before' : 'stored'
  })
}

/**
 * Refuses a message that was not stored.
 *
 * @throws ApiError 401 `invalid_credentials`, 423 `sending_halted`, 409 `idempotency_in_progress` if the key is taken
 */
export function refuseUnstored(result: Stored): void {
  if (result === 'revoked') throw revokedKey()
  if (result === 'halted') throw sendingHalted()
  // The key's reply can be returned again, unless the key expires just now.
  if (result === 'claimed-before') throw inProgress()
}
