/** The processes of the service, held starts, and who ran which migration. */
export const processes = `
-- One row a process. It increments beats for as long as it lives; lease columns show its id. expired: the others hold
-- the process for dead, and release its leases. lease_seconds is how long its longest lease lasts. wakes are the queues
-- that the process wants to be woken for by the others. session_lock: whether it holds a lock for as long as its session
-- lasts. ended_ms: for how long others have seen the process without a session, at the count of beats that is
-- ended_beats. ended_at: when they saw it last. So what they have seen outlasts each of them.
create table lease_owners (
  id uuid primary key,
  beats bigint not null default 0,
  lease_seconds integer not null,
  expired boolean not null default false,
  started_at timestamptz not null default now(),
  wakes text[] not null default '{}',
  session_lock boolean not null default false,
  ended_beats bigint,
  ended_at timestamptz,
  ended_ms integer not null default 0
);

-- Each held start by the name of its restore: it holds what is queued once. released_at is null as long as
-- something may be held.
create table queue_holds (
  name text primary key,
  held_at timestamptz not null default now(),
  released_at timestamptz
);

-- The version of the service that ran a migration.
create table schema_versions (
  migration text primary key,
  version text not null,
  migrated_at timestamptz not null default now()
);
`
