/** What is due is found by its time, whatever workspace it is of; and logs by a status that few have, and a category. */
export const up = `
-- Idle workers read the front of them: rows that are due later cost them nothing, however many workspaces have some. They
-- are indexes of an expression so that no other statement is planned with it: whoever looks for the rows of one workspace
-- would read those of all others.
create index delivery_queue_due on delivery_queue ((due_at at time zone 'UTC'));
create index webhook_queue_due on webhook_queue ((due_at at time zone 'UTC'));

-- Only logs of what went wrong are in it, so a send that is delivered writes nothing to it.
create index message_logs_by_rare_status on message_logs
  (workspace_id, (case when status not in ('scheduled', 'queued', 'delivered') then status end), category, id)
  where case when status not in ('scheduled', 'queued', 'delivered') then status end is not null and category is not null;
`
