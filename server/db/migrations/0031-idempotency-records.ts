/**
 * A batch is many transactions, so its idempotency key is claimed ahead of them. A secret that a reply has shown is
 * shown again to a repetition of the request, for a while.
 */
export const up = `
-- runs: of a batch that has no reply yet, how many requests with the key have begun and have not failed. A process that
-- dies leaves its request in the count.
-- sealed_secret: the secret that is null in the body, encrypted; emptied after a while.
alter table idempotency_keys add column runs integer not null default 0, add column sealed_secret bytea;

create index idempotency_keys_with_secret on idempotency_keys (workspace_id, created_at)
  where sealed_secret is not null;
`
