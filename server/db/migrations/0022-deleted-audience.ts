/** Contacts that were deleted, for as long as there may be something left of them. */
export const up = `
-- What is left are events and automation_entries of the contact. It is gone once the purge has deleted them.
create table deleted_contacts (
  workspace_id uuid not null,
  id uuid not null,
  primary key (workspace_id, id)
);
`
