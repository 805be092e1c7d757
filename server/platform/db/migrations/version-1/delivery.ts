/** The queue of deliveries, and the addresses that nothing is sent to. */
export const delivery = `
-- Deliveries to be made. A claim moves due_at to the end of its lease, so an expired lease is due again by
-- itself; lease names the claim, so that only its holder can record an outcome. A delivery is given up some
-- time after it was first tried, however long it waited before. destination is the recipient's domain, or
-- empty for mail that goes to the sink whatever the transport. bulk says that it came with many others, so
-- that single sends go before it. What is held, or whose campaign is paused, is due at infinity, so that no worker
-- claims it; held_due_at and paused_due_at are when it was due before.
create table delivery_queue (
  workspace_id uuid not null,
  log_id uuid not null,
  message_id uuid not null,
  due_at timestamptz not null,
  lease uuid,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  destination text not null,
  bulk boolean not null default false,
  held_due_at timestamptz,
  campaign_id uuid,
  paused_due_at timestamptz,
  primary key (workspace_id, log_id)
);
create index delivery_queue_by_due on delivery_queue (workspace_id, bulk, due_at);
create index delivery_queue_by_destination on delivery_queue (workspace_id, bulk, destination, due_at);
create index delivery_queue_by_campaign on delivery_queue (workspace_id, campaign_id) where campaign_id is not null;
-- Idle workers read its front: rows that are due later cost them nothing, however many workspaces have some. It is of
-- an expression so that no other statement is planned with it: whoever looks for the rows of one workspace would read
-- those of all others.
create index delivery_queue_due on delivery_queue ((due_at at time zone 'UTC'));

-- Addresses that nothing is sent to. address is in the form to look up by or, where it was erased, the token that
-- stands for it (audience/erasure). project_id is set where it holds for one project only. suppressed_at may be earlier
-- than the row, whose time is in its id.
create table suppressions (
  workspace_id uuid not null,
  address text not null,
  reason text not null check (reason in
    ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'manual', 'import', 'erasure')),
  note text,
  log_id uuid,
  suppressed_at timestamptz not null default now(),
  id uuid not null,
  project_id uuid,
  primary key (workspace_id, address)
);
create unique index suppressions_by_id on suppressions (workspace_id, id);
-- The tokens of erased addresses, which are the only ones to begin with this sign but for a few rare addresses. Most
-- workspaces have none, so that no token needs to be made of the addresses that mail goes to.
create index suppressions_by_token on suppressions
  (workspace_id, (case when left(address, 1) = '#' then 1 end))
  where (case when left(address, 1) = '#' then 1 end) is not null;

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
`
