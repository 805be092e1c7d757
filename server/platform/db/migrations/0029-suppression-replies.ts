/**
 * The reply of the server whose bounce suppressed an address. Rows from before this migration have none: filling a
 * large table takes longer than mail can wait, so their reply is read from the message log while that is kept.
 */
export const up = `
alter table suppressions add column reply text;
`
