/**
 * What a server said when its bounce suppressed an address. Rows of before have none, since to fill a large table takes
 * longer than mail can wait: theirs is read from the message log, as long as that is kept.
 */
export const up = `
alter table suppressions add column reply text;
`
