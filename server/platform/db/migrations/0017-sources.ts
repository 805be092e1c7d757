/** The addresses that mail leaves from, their pools, and how they are warmed up. */
export const up = `
-- schedule: the most mails a day to a provider, day by day, while a source is warmed up.
create table sending_pools (
  name text primary key,
  schedule integer[] not null,
  created_at timestamptz not null default now()
);

-- Which mail goes by a pool: that of a stream, a workspace (its id), or a sender's domain.
create table pool_assignments (
  kind text not null check (kind in ('stream', 'workspace', 'domain')),
  value text not null,
  pool text not null references sending_pools (name),
  primary key (kind, value)
);

-- bind: the address of this host that stands for it behind a NAT. problem: why the last check was not content, null
-- where it was; a source that was never checked is not used.
create table sending_sources (
  address text primary key,
  bind text not null,
  name text not null,
  pool text not null references sending_pools (name),
  warm boolean not null default false,
  draining boolean not null default false,
  added_at timestamptz not null default now(),
  checked_at timestamptz,
  problem text
);

-- What a source has sent to a provider on a day (UTC). cap: the most that it may send, null where it is warm. step:
-- its place in the schedule. kept: what of the cap bulk may not take. taken: what processes have reserved, and of it
-- taken_bulk.
create table source_days (
  source text not null,
  provider text not null,
  day date not null,
  step integer not null,
  cap integer,
  kept integer not null,
  taken integer not null default 0,
  taken_bulk integer not null default 0,
  sent integer not null default 0,
  deferred integer not null default 0,
  primary key (source, provider, day)
);
create index source_days_by_day on source_days (day);

-- A provider that takes nothing from a source for a while, by its own words.
create table source_suspensions (
  source text not null,
  provider text not null,
  until timestamptz not null,
  reply text not null,
  primary key (source, provider)
);

-- The stream that the sender has named; null where what sent it decides.
alter table messages add column stream text check (stream in ('transactional', 'bulk'));
-- waiting_for: what a delivery waits for beside its turn.
alter table message_logs add column stream text check (stream in ('transactional', 'bulk')),
  add column waiting_for text;
`
