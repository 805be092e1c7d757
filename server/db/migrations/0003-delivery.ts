/**
 * Deliveries by destination, suppressed addresses, signing keys, and what comes back after a delivery.
 */
export const up = `
-- destination is the recipient's domain, or empty for mail that goes to the sink whatever the transport. bulk says
-- that it came with many others, so that single sends go before it.
alter table delivery_queue
  add column destination text,
  add column bulk boolean not null default false;
update delivery_queue queue
  set destination = case log.environment when 'test' then '' else lower(substring(log.recipient from '[^@]*$')) end
  from message_logs log where log.workspace_id = queue.workspace_id and log.id = queue.log_id;
update delivery_queue set destination = '' where destination is null;
alter table delivery_queue alter column destination set not null;
drop index delivery_queue_by_due;
create index delivery_queue_by_due on delivery_queue (workspace_id, bulk, due_at);
create index delivery_queue_by_destination on delivery_queue (workspace_id, bulk, destination, due_at);

-- suppression_reason is why a suppressed recipient got nothing.
alter table message_logs
  add column suppression_reason text,
  add column complained_at timestamptz;

-- Addresses that nothing is sent to, in the form to look up by.
create table suppressions (
  workspace_id uuid not null,
  address text not null,
  reason text not null check (reason in
    ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'manual', 'import', 'erasure')),
  note text,
  log_id uuid,
  created_at timestamptz not null default now(),
  primary key (workspace_id, address)
);

-- Deliveries in a row that failed for a reason of the recipient that may pass. A delivery deletes the row.
create table soft_bounces (
  workspace_id uuid not null,
  address text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (workspace_id, address)
);
create index soft_bounces_by_time on soft_bounces (workspace_id, last_at);

-- DKIM keys by the domain they sign for. The private key is sealed; the public one is what the DNS publishes, in
-- base64. The key that signs the sink's mail for domains without one has the nil workspace and an empty domain.
create table dkim_keys (
  workspace_id uuid not null,
  domain text not null,
  selector text not null,
  algorithm text not null check (algorithm in ('rsa', 'ed25519')),
  private_key bytea not null,
  public_key text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, domain, selector)
);
`
