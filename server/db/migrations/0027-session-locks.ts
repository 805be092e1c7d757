/**
 * Processes show by a lock that their session with the database lasts.
 */
export const up = `
-- Whether the process holds a lock for as long as its session lasts. A process of an earlier version holds none.
alter table lease_owners add column session_lock boolean not null default false;
`
