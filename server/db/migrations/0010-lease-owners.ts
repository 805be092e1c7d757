/**
 * The processes that own leases.
 */
export const up = `
-- One row a process. It increments beats for as long as it lives; lease columns show its id. expired: the
-- others hold the process for dead, and release its leases. lease_seconds is how long its longest lease
-- lasts.
create table lease_owners (
  id uuid primary key,
  beats bigint not null default 0,
  lease_seconds integer not null,
  expired boolean not null default false,
  started_at timestamptz not null default now()
);
`
