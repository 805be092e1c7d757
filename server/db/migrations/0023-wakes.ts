/**
 * Processes wake each other.
 */
export const up = `
-- The queues that the process wants to be woken for by the others. A process of an earlier version wants nothing, and polls.
alter table lease_owners add column wakes text[] not null default '{}';
`
