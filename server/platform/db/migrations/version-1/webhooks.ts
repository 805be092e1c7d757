/** Webhook subscriptions, what is to be sent to them, and what became of it. */
export const webhooks = `
-- project_id and environment narrow a subscription; with a project the environment is the project's. A
-- deleted one stays until what waited for it has ended.
create table webhook_subscriptions (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  url text not null,
  events text[] not null,
  project_id uuid references projects,
  environment text check (environment in ('live', 'test')),
  description text,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('requested', 'failing', 'gone')),
  disabled_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check (enabled = (disabled_reason is null) and enabled = (disabled_at is null))
);
create unique index webhook_subscriptions_by_url on webhook_subscriptions (workspace_id, url)
  where deleted_at is null;
-- Few subscriptions are deleted, and they stay a short time.
create index webhook_subscriptions_deleted on webhook_subscriptions (workspace_id, id) where deleted_at is not null;

-- Sealed. The newest has no expiry and signs first; older ones sign as well until theirs.
create table webhook_secrets (
  workspace_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  secret bytea not null,
  expires_at timestamptz,
  primary key (workspace_id, webhook_id, id)
);

-- One event for one subscription. The id follows from the two (webhooks/fan-out), so there is one delivery of
-- them at most, and begins with the event's time. attempts is an array in the shape of the contract's
-- WebhookAttempt. ended_at and gave_up are null while it is in the queue. gave_up alone is indexed, and null
-- for what is delivered, so that recording a success changes no index.
create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  project_id uuid,
  environment text,
  attempts jsonb not null default '[]',
  ended_at timestamptz,
  gave_up text check (gave_up in ('failed', 'dead_letter')),
  primary key (workspace_id, id)
);
create index webhook_deliveries_by_webhook on webhook_deliveries (workspace_id, webhook_id, id);
create index webhook_deliveries_given_up on webhook_deliveries (workspace_id, gave_up, id) where gave_up is not null;

-- Deliveries to be made. A claim moves due_at to the end of its lease, as in delivery_queue. attempts are
-- those of this round of the schedule; manual says that a person waits for it (a test, a replay), so it
-- goes before the others.
create table webhook_queue (
  workspace_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  lease uuid,
  attempts integer not null default 0,
  manual boolean not null default false,
  held_due_at timestamptz,
  primary key (workspace_id, delivery_id)
);
create index webhook_queue_by_due on webhook_queue (workspace_id, webhook_id, manual, due_at);
-- As delivery_queue_due.
create index webhook_queue_due on webhook_queue ((due_at at time zone 'UTC'));

-- How a subscription fares now, written with each outcome.
create table webhook_health (
  workspace_id uuid not null,
  webhook_id uuid not null,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (workspace_id, webhook_id)
);

-- What came of attempts, by the hour. durations counts replies by how long they took (webhooks/health). Each
-- process counts in rows of its own, so that none waits for another's transaction.
create table webhook_totals (
  workspace_id uuid not null,
  webhook_id uuid not null,
  hour timestamptz not null,
  counted_by uuid not null,
  attempts integer not null default 0,
  succeeded integer not null default 0,
  durations integer[] not null default '{}',
  primary key (workspace_id, webhook_id, hour, counted_by)
);
`
