import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { messagesChanged } from '../../../../platform/log-search/stale.js'
import type { Erasure } from '../erasure.js'
import type { Changed, References } from './references.js'

/** The columns by which other people's messages are searched. */
export const messageReferences: References = {
  table: 'messages',
  key: { id: 'uuid' },
  columns: { from_name: 'text', subject: 'text', category: 'text', metadata: 'jsonb' },
  ofProject: 'entry.project_id = $2',
  after: async (trx, erasure, changed) => {
    await renewMetadata(trx, erasure, changed)
    await messagesChanged(trx, erasure.workspaceId, changed.map(idOf))
    return {}
  },
}

const update = statement<
  [
    workspaceId: WorkspaceId,
    messageId: Uuid,
    keys: readonly string[],
    values: readonly string[],
    news: readonly string[],
  ]
>(
  'redact_metadata',
  `update message_metadata pair set value = changed.new
   from (select id from message_logs where workspace_id = $1 and message_id = $2) log,
     unnest($3::text[], $4::text[], $5::text[]) as changed (key, value, new)
   where pair.workspace_id = $1 and pair.key = changed.key and pair.value = changed.value
     and pair.log_id = log.id`,
)

/** Renews the rows by which logs are found. */
async function renewMetadata(trx: Knex, { workspaceId }: Erasure, changed: readonly Changed[]) {
  for (const { before, after } of changed) {
    const was = before.metadata as Readonly<Record<string, string>>
    const is = after.metadata as Readonly<Record<string, string>>
    const keys = Object.keys(was).filter((key) => was[key] !== is[key])
    if (keys.length === 0) continue
    const valuesOf = (metadata: Readonly<Record<string, string>>) => keys.map((key) => metadata[key] ?? '')
    await update(trx, workspaceId, idOf({ before }), keys, valuesOf(was), valuesOf(is))
  }
}

function idOf({ before }: Pick<Changed, 'before'>): Uuid {
  return (before.key as string[])[0] ?? ''
}
