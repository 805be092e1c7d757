/**
 * How long a process has had no session is added up over all that see it, so that it outlasts each of them.
 */
export const up = `
-- ended_ms: for how long others have seen the process without a session, at the count of beats that is ended_beats.
-- ended_at: when they saw it last.
alter table lease_owners add column ended_beats bigint;
alter table lease_owners add column ended_at timestamptz;
alter table lease_owners add column ended_ms integer not null default 0;
`
