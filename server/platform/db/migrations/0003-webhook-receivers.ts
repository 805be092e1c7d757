/**
 * Receivers to try webhooks with, and what came to them. token is what an address of a receiver ends in, sealed, since
 * the address is shown again; token_hash is its SHA-256, by which a request finds its receiver before anybody knows the
 * workspace. A receiver keeps few requests, and none outlives it.
 */
export const up = `
create table webhook_receivers (
  workspace_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  token bytea not null,
  environment text check (environment in ('live', 'test')),
  reply_status integer not null check (reply_status between 200 and 599),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index webhook_receivers_by_token on webhook_receivers (token_hash);
create index webhook_receivers_by_end on webhook_receivers (workspace_id, expires_at);

-- webhook_id is the subscription that had the receiver's address when the request came.
create table webhook_receiver_requests (
  workspace_id uuid not null,
  receiver_id uuid not null,
  id uuid not null,
  headers jsonb not null,
  body text not null,
  body_cut boolean not null,
  replied_status integer not null,
  webhook_id uuid,
  signature text not null check (signature in ('valid', 'invalid', 'unknown')),
  primary key (workspace_id, receiver_id, id)
);
`
