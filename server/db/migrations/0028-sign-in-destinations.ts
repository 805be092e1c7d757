/** Sign-in mails are claimed by destination. */
export const up = `
-- A keyed hash of the domain that a mail goes to, or '-' where a process of an earlier version wrote the row. Its order
-- is that of its bytes, so that '~' stands behind all.
alter table sign_in_mails add column destination text collate "C" not null default '-';
create index sign_in_mails_by_destination on sign_in_mails (workspace_id, destination, due_at);
`
