/** Stores whether a held start holds new mail, too. */
export const up = `
-- holds_new: what is queued after the held start is held as well, until the operator releases or drops it.
alter table queue_holds add column holds_new boolean not null default false;
`
