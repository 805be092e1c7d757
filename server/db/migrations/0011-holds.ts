/**
 * Holding what is queued, for a start on a restored database; and the version of the service by migration.
 */
export const up = `
-- What is held is due at infinity, so that no worker claims it. held_due_at is its former due time.
alter table delivery_queue add column held_due_at timestamptz;
alter table webhook_queue add column held_due_at timestamptz;

-- Each held start by the name of its restore: it holds what is queued once. released_at is null as long as something
-- may be held.
create table queue_holds (
  name text primary key,
  held_at timestamptz not null default now(),
  released_at timestamptz
);

-- The version of the service that ran a migration, from this one on.
create table schema_versions (
  migration text primary key,
  version text not null,
  migrated_at timestamptz not null default now()
);
`
