/** Workspaces, their users, projects and credentials, the service's own keys, and what requests leave behind. */
export const workspaces = `
-- While halted_at is set the workspace's sends are refused and its queue waits.
create table workspaces (
  id uuid primary key,
  name text not null,
  retention_days integer not null default 30 check (retention_days > 0),
  halted_at timestamptz,
  halt_reason text check (halt_reason in ('operator', 'bounce_rate', 'complaint_rate')),
  halt_note text
);

create table users (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  name text,
  last_signed_in_at timestamptz,
  unique (workspace_id, email)
);
create index users_by_email on users (email);
create index users_by_workspace on users (workspace_id, id);

create table projects (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  name text not null,
  environment text not null check (environment in ('live', 'test')),
  archived_at timestamptz
);
create index projects_by_workspace on projects (workspace_id, id);

-- Only the SHA-256 of a secret is kept. environment, ip_cidrs, sender_domains and expires_at narrow a key; null
-- or empty does not.
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

-- Each key is sealed under every secret that may be in use: secret_id names the secret. A key with retired_at
-- still verifies and opens, until expires_at where there is one. At any time one key of a purpose is not
-- retired.
create table service_keys (
  purpose text not null,
  id uuid not null,
  secret_id text not null,
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  expires_at timestamptz,
  primary key (purpose, id, secret_id)
);

-- One row a claimed idempotency key, written in the transaction of its effect. project_id is the credential's
-- project, or the nil UUID for a credential of the whole workspace; for a send, it is the message's project.
-- authority is what the credential could do that used the key, to hold a repetition to it; null for sends, which
-- check their credential each time. runs: of a batch that has no reply yet, how many requests with the key have
-- begun and have not failed; a process that dies leaves its request in the count. sealed_secret is the secret that
-- is null in the body, encrypted; emptied after a while.
create table idempotency_keys (
  workspace_id uuid not null,
  project_id uuid not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  body json,
  created_at timestamptz not null default now(),
  authority jsonb,
  runs integer not null default 0,
  sealed_secret bytea,
  primary key (workspace_id, project_id, operation, key)
);
create index idempotency_keys_by_time on idempotency_keys (workspace_id, created_at);
create index idempotency_keys_with_secret on idempotency_keys (workspace_id, created_at)
  where sealed_secret is not null;

-- What became of live mail, by the hour, to halt on. Each process counts in rows of its own, so that none
-- waits for another's transaction.
create table sending_totals (
  workspace_id uuid not null,
  hour timestamptz not null,
  counted_by uuid not null,
  settled integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  primary key (workspace_id, hour, counted_by)
);
`
