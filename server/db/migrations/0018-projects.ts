/**
 * Projects that are archived: nothing new is sent from them.
 */
export const up = `
alter table projects add column archived_at timestamptz;
`
