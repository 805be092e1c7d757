import { dayMs } from '../../platform/db/retention.js'
import { sameKey } from '../../platform/db/statements/same-key.js'
import { workspacesWith } from '../../platform/db/statements/workspaces-with.js'
import { expiring, keptByRetention, keptForMs } from '../../platform/scheduler/purge/task.js'

/**
 * Deletes expired soft bounces. A row that a worker writes at this moment is locked, and passed over: its address has
 * just bounced again.
 */
export const softBouncesTask = expiring({
  table: 'soft_bounces',
  workspaces: workspacesWith('soft_bounces', 'last_at'),
  keptUntil: keptByRetention,
  name: 'delete_old_soft_bounces',
  sql: `with gone as (
     delete from soft_bounces
     where workspace_id = $1 and address = any(array(
       select address from soft_bounces
       where workspace_id = $1 and last_at < $2
       order by last_at limit $3
       for update skip locked))
     returning 1
   )`,
  rest: ({ before }, max) => [before, max] as const,
})

/** Time after a delivery for which its SMTP dialogue is kept. */
const conversationsKeptFor = '24 hours'

/**
 * Deletes the SMTP dialogues of attempts that delivered: soon nobody asks for them any more. The dialogues of other
 * attempts are kept as long as their logs, and go with them.
 */
export const deliveredConversationsTask = expiring({
  table: 'attempt_conversations',
  workspaces: workspacesWith('attempt_conversations', 'delivered_at', { where: 'delivered_at is not null' }),
  keptUntil: keptForMs(dayMs),
  name: 'delete_delivered_conversations',
  sql: `with old as materialized (
     select log_id, attempt from attempt_conversations
     where workspace_id = $1 and delivered_at < now() - interval '${conversationsKeptFor}'
     order by delivered_at limit $2 for update skip locked
   ), gone as (
     delete from attempt_conversations kept using old
     where kept.workspace_id = $1 and ${sameKey('kept', 'old', ['log_id', 'attempt'])}
     returning 1
   )`,
  rest: (_scope, max) => [max] as const,
})
