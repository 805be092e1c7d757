/** SQL: notes the owners of all that is in the queues. */
export const fillOwners = `
insert into queue_owners (queue, workspace_id, owner_id, queued_at)
  select distinct 'delivery', workspace_id, '00000000-0000-0000-0000-000000000000'::uuid, now() from delivery_queue
  union all
  select distinct 'webhook', workspace_id, webhook_id, now() from webhook_queue
  union all
  select distinct 'inbox', workspace_id, '00000000-0000-0000-0000-000000000000'::uuid, now() from automation_inbox;
`

/** Who has something in a queue, so that whoever looks for due work goes from one of them to the next. */
export const up = `
-- owner_id is what has the rows of a queue within a workspace: the subscription of webhooks; nil where the workspace
-- itself has them. An owner can have several rows, of which only the latest matters: one is added where the latest is no
-- longer fresh, and old ones are deleted.
create table queue_owners (
  queue text not null,
  workspace_id uuid not null,
  owner_id uuid not null,
  queued_at timestamptz not null,
  primary key (workspace_id, queue, owner_id, queued_at)
);
-- In the order of the walk.
create index queue_owners_by_queue on queue_owners (queue, workspace_id, owner_id);

${fillOwners}`
