/**
 * SQL: the common table expression `waiting (workspace_id, webhook_id)`, the subscriptions that anything
 * waits for. It is a loose index scan, from each of them straight to the next one: to have many subscriptions
 * costs nothing, nor do many deliveries of one.
 */
export const waitingSubscriptions = `recursive waiting (workspace_id, webhook_id) as (
     (select workspace_id, webhook_id from webhook_queue order by workspace_id, webhook_id limit 1)
     union all
     select next.workspace_id, next.webhook_id from waiting cross join lateral (
       select workspace_id, webhook_id from webhook_queue
       where (workspace_id, webhook_id) > (waiting.workspace_id, waiting.webhook_id)
       order by workspace_id, webhook_id limit 1
     ) next
   )`
