/** Counts how often the API had a delivery tried again. */
export const up = `
alter table message_logs add column retries integer not null default 0;
`
