/**
 * The first tables. Growing tables have `workspace_id` first in their primary key and every hot statement
 * names one workspace, which keeps tenants apart and lets the schema be distributed by workspace. They carry
 * no foreign keys, so that retention can drop old rows without looking at others. The time a row was made is
 * in its id (UUIDv7).
 */
export const up = `
create table workspaces (
  id uuid primary key,
  name text not null,
  retention_days integer not null default 30 check (retention_days > 0)
);

create table users (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  unique (workspace_id, email)
);

create table projects (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  name text not null,
  environment text not null check (environment in ('live', 'test'))
);
create index projects_by_workspace on projects (workspace_id, id);

-- Only the SHA-256 of a secret is kept. environment, ip_cidrs, sender_domains and expires_at narrow a key;
-- null or empty does not.
create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  kind text not null check (kind in ('project', 'workspace')),
  project_id uuid references projects,
  name text not null,
  hint text not null,
  secret_hash bytea not null unique,
  scopes text[] not null,
  environment text check (environment in ('live', 'test')),
  ip_cidrs text[] not null,
  sender_domains text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((kind = 'project') = (project_id is not null))
);
create index api_keys_by_workspace on api_keys (workspace_id, id);

-- One row a claimed idempotency key, written in the transaction of its effect. project_id is the credential's
-- project, or the nil UUID for a credential of the whole workspace.
create table idempotency_keys (
  workspace_id uuid not null,
  project_id uuid not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  body json,
  created_at timestamptz not null default now(),
  primary key (workspace_id, project_id, operation, key)
);

create table messages (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  from_email text not null,
  subject text not null,
  category text,
  primary key (workspace_id, id)
);
create index messages_by_project on messages (workspace_id, project_id, id);

-- Apart from messages, so that lists stay narrow and bodies can go before the history does.
create table message_contents (
  workspace_id uuid not null,
  message_id uuid not null,
  text text not null,
  html text,
  primary key (workspace_id, message_id)
);

-- One row a recipient. attempts is an array in the shape of the contract's DeliveryAttempt.
create table message_logs (
  workspace_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  project_id uuid not null,
  environment text not null,
  recipient text not null,
  status text not null,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create index message_logs_by_message on message_logs (workspace_id, message_id, id);
create index message_logs_by_project on message_logs (workspace_id, project_id, id);

-- Deliveries to be made. A claim moves due_at to the end of its lease, so an expired lease is due again by
-- itself; lease names the claim, so that only its holder can record an outcome.
create table delivery_queue (
  workspace_id uuid not null,
  log_id uuid not null,
  message_id uuid not null,
  due_at timestamptz not null,
  lease uuid,
  attempts integer not null default 0,
  primary key (workspace_id, log_id)
);
create index delivery_queue_by_due on delivery_queue (workspace_id, due_at);

create table events (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  type text not null,
  data jsonb not null,
  primary key (workspace_id, id)
);
create index events_by_project on events (workspace_id, project_id, id);
`
