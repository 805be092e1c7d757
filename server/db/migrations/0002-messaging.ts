/**
 * Everything a send can say, schedules, what is searched by, halting, and what retention needs.
 */
export const up = `
-- While halted_at is set the workspace's sends are refused and its queue waits.
alter table workspaces
  add column halted_at timestamptz,
  add column halt_reason text check (halt_reason in ('operator', 'bounce_rate', 'complaint_rate')),
  add column halt_note text;

-- The domains a workspace sends from. Live projects send from verified ones only, where that is required.
create table domains (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  name text not null,
  state text not null check (state in ('pending', 'verified', 'degraded', 'failed')),
  primary key (workspace_id, id),
  unique (workspace_id, name)
);

-- What became of live mail, by the hour, to halt on. Each process counts in rows of its own, so that none waits
-- for another's transaction.
create table sending_totals (
  workspace_id uuid not null,
  hour timestamptz not null,
  counted_by uuid not null,
  settled integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  primary key (workspace_id, hour, counted_by)
);

update events set data = data || '{"metadata": {}}'
  where type = 'message.accepted' and data -> 'metadata' is null;

alter table messages
  add column from_name text,
  add column metadata jsonb not null default '{}',
  add column scheduled_at timestamptz;

alter table message_contents
  add column reply_to jsonb not null default '[]',
  add column headers jsonb not null default '{}',
  add column list_unsubscribe jsonb;

create table message_attachments (
  workspace_id uuid not null,
  message_id uuid not null,
  position smallint not null,
  filename text not null,
  content_type text not null,
  content_id text,
  disposition text not null check (disposition in ('attachment', 'inline')),
  content bytea not null,
  primary key (workspace_id, message_id, position)
);

-- address is the recipient in the form to look up by; category is the message's, to search by.
alter table message_logs
  add column recipient_name text,
  add column kind text not null default 'to' check (kind in ('to', 'cc', 'bcc')),
  add column address text,
  add column category text;
update message_logs log set address = lower(log.recipient), category = message.category
  from messages message where message.workspace_id = log.workspace_id and message.id = log.message_id;
alter table message_logs alter column address set not null;
create index message_logs_by_address on message_logs (workspace_id, address, id);
create index message_logs_by_status on message_logs (workspace_id, status, id);
create index message_logs_by_category on message_logs (workspace_id, category, id) where category is not null;

-- One row for each log and pair of metadata, to find logs by a value.
create table message_metadata (
  workspace_id uuid not null,
  key text not null,
  value text not null,
  log_id uuid not null,
  primary key (workspace_id, key, value, log_id)
);

-- A delivery is given up some time after it was first tried, however long it waited before.
alter table delivery_queue add column first_attempt_at timestamptz;

create index idempotency_keys_by_time on idempotency_keys (workspace_id, created_at);
`
