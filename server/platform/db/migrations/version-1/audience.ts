/** Contacts and what they did, subscriber lists and who is on them, and erasure. */
export const audience = `
-- The people that a project writes to. address is in the form to look up by. unsubscribed_at is since
-- when the contact gets none of its project's campaigns.
create table contacts (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  email text not null,
  address text not null,
  name text,
  properties jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  unsubscribed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index contacts_by_address on contacts (workspace_id, address, project_id);
create index contacts_by_project on contacts (workspace_id, project_id, id);
-- The last byte of a UUIDv7 is random, so the contacts with one value of it are a sample of 1/256.
create index contacts_sample on contacts (workspace_id, project_id, (get_byte(uuid_send(id), 15)), id);

create table contact_events (
  workspace_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  name text not null,
  properties jsonb not null default '{}',
  at timestamptz not null,
  primary key (workspace_id, contact_id, id)
);
create index contact_events_by_name on contact_events (workspace_id, contact_id, name, id);
create index contact_events_by_time on contact_events (workspace_id, contact_id, name, at);

-- Contacts that were deleted and of which there may be events and automation_entries left. A row is gone once the purge has deleted them.
create table deleted_contacts (
  workspace_id uuid not null,
  id uuid not null,
  primary key (workspace_id, id)
);

create table subscriber_lists (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  name text not null,
  from_email text not null,
  from_name text,
  confirmation_subject text not null,
  confirmation_text text not null,
  confirmation_html text,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index subscriber_lists_by_project on subscriber_lists (workspace_id, project_id, id);

-- One address's subscription to one list. A round begins with a request and ends with an unsubscription: a
-- link confirms the round that it was sent in. requested_at is when the last opt-in mail was accepted.
create table subscriptions (
  workspace_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  project_id uuid not null,
  environment text not null,
  contact_id uuid not null,
  email text not null,
  address text not null,
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  round_started_at timestamptz not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index subscriptions_by_address on subscriptions (workspace_id, list_id, address);
create index subscriptions_by_list on subscriptions (workspace_id, list_id, id);
create index subscriptions_by_status on subscriptions (workspace_id, list_id, status, id);
create index subscriptions_by_contact on subscriptions (workspace_id, contact_id, id);

-- What people said, as proof. Once the address is erased token stands for it, and ip_address and user_agent
-- are gone.
create table consents (
  workspace_id uuid not null,
  subscription_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  action text not null check (action in ('requested', 'confirmed', 'unsubscribed')),
  at timestamptz not null,
  source text,
  ip_address text,
  user_agent text,
  token text,
  primary key (workspace_id, subscription_id, id)
);

-- Erasures. token stands for the address; sealed_address is there for as long as there may be something left
-- to erase. erased counts by kind; contact_ids are the contacts that it deleted; step and position say where
-- the work is; whoever shows the lease has it in hand until due_at.
create table deletions (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid,
  environment text,
  token text not null,
  sealed_address bytea,
  erased jsonb not null default '{}',
  contact_ids uuid[] not null default '{}',
  step text,
  position text,
  lease uuid,
  due_at timestamptz,
  completed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index deletions_running on deletions (workspace_id, token) where completed_at is null;
create index deletions_by_project on deletions (workspace_id, project_id, id);
create index deletions_by_due on deletions (due_at) where due_at is not null;
`
