/**
 * Projects that are archived: nothing new is sent from them. Users are listed.
 */
export const up = `
alter table projects add column archived_at timestamptz;

create index users_by_workspace on users (workspace_id, id);
`
