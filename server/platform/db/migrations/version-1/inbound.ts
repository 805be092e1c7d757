/** Inbound mail: routes, and the messages that they took. */
export const inbound = `
-- The domains that have routes, each of one workspace: the first that had a route there.
create table inbound_domains (
  name text primary key,
  workspace_id uuid not null
);
create index inbound_domains_by_workspace on inbound_domains (workspace_id, name);

-- recipient is an address, local+*@domain or *@domain, in lower case. retain_days is null for the workspace's
-- retention.
create table inbound_routes (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  name text not null,
  recipient text not null unique,
  domain text not null,
  enabled boolean not null,
  automatic text not null check (automatic in ('deliver', 'keep', 'drop')),
  require_dmarc boolean not null,
  block jsonb not null,
  retain_days integer,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index inbound_routes_by_project on inbound_routes (workspace_id, project_id, id);
create index inbound_routes_by_domain on inbound_routes (workspace_id, domain);

-- sender is the address of the From field, folded; empty where there is none. metadata is what the contract's
-- InboundMessage has beside the columns, and where each attachment is in the raw message. stored_bytes count
-- for the workspace's limit. reply_* is the message of ours that it answers.
create table inbound_messages (
  workspace_id uuid not null,
  id uuid not null,
  route_id uuid not null,
  project_id uuid not null,
  environment text not null,
  envelope_sender text not null,
  envelope_recipients jsonb not null,
  sender text not null,
  subject text not null,
  automatic text not null check (automatic in ('none', 'auto_reply', 'auto_generated', 'bounce', 'list')),
  metadata jsonb not null,
  headers jsonb not null,
  text text,
  html text,
  reply_text text,
  reply_message_id uuid,
  reply_log_id uuid,
  reply_match text check (reply_match in ('address', 'header')),
  contact_id uuid,
  size integer not null,
  stored_bytes integer not null,
  received_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index inbound_messages_by_route on inbound_messages (workspace_id, route_id, id);
create index inbound_messages_by_project on inbound_messages (workspace_id, project_id, id);
create index inbound_messages_by_sender on inbound_messages (workspace_id, sender, id);
create index inbound_messages_by_contact on inbound_messages (workspace_id, contact_id, id)
  where contact_id is not null;
create index inbound_messages_by_reply on inbound_messages (workspace_id, reply_message_id, id)
  where reply_message_id is not null;
create index inbound_messages_by_expiry on inbound_messages (workspace_id, expires_at);

-- The addresses in the envelope and the address fields of each message, folded: by these an erasure finds it.
create table inbound_addresses (
  workspace_id uuid not null,
  address text not null,
  message_id uuid not null,
  primary key (workspace_id, address, message_id)
);
create index inbound_addresses_by_message on inbound_addresses (workspace_id, message_id);

-- The message as it came, in pieces of 256 KiB. They are hardly compressible, so PostgreSQL does not try.
create table inbound_chunks (
  workspace_id uuid not null,
  message_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (workspace_id, message_id, number)
);
alter table inbound_chunks alter column bytes set storage external;

-- Large messages whose pieces are being stored, before the message is. What a process has left behind is
-- deleted.
create table inbound_uploads (
  workspace_id uuid not null,
  message_id uuid not null,
  started_at timestamptz not null default now(),
  primary key (workspace_id, message_id)
);
create index inbound_uploads_by_start on inbound_uploads (started_at);

-- What was taken within the last 24 hours, so that a repetition is not stored again. digest is the SHA-256 of
-- route, envelope and message.
create table inbound_receipts (
  workspace_id uuid not null,
  digest bytea not null,
  received_at timestamptz not null,
  primary key (workspace_id, digest)
);
create index inbound_receipts_by_time on inbound_receipts (workspace_id, received_at);

-- How much the messages of a workspace take. It is changed last in a transaction.
create table inbound_storage (
  workspace_id uuid primary key,
  bytes bigint not null,
  messages integer not null
);
`
