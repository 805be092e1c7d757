/** A batch is many transactions, so its idempotency key is claimed ahead of them. */
export const up = `
-- runs: of a batch that has no reply yet, how many requests with the key have begun and have not failed. A process that
-- dies leaves its request in the count.
alter table idempotency_keys add column runs integer not null default 0;
`
