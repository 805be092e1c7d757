/**
 * Suppressions with ids, contacts and what they did, subscriber lists, and erasure.
 */
export const up = `
-- address is an address in the form to look up by or, where it was erased, the token that stands for it (audience/erasure).
-- project_id is set where it holds for one project only. suppressed_at may be earlier than the row, whose time is in its id.
alter table suppressions rename column created_at to suppressed_at;
alter table suppressions add column id uuid, add column project_id uuid;
update suppressions set id = (
  select (left(h, 8) || '-' || substr(h, 9, 4) || '-7' || substr(r, 2, 3) || '-8' || substr(r, 6, 3) || '-' || substr(r, 9, 12))::uuid
  from lpad(to_hex(floor(extract(epoch from suppressed_at) * 1000)::bigint), 12, '0') h,
    md5(workspace_id::text || address) r);
alter table suppressions alter column id set not null;
create unique index suppressions_by_id on suppressions (workspace_id, id);

-- The people that a project writes to. address is in the form to look up by.
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
  primary key (workspace_id, id)
);
create unique index contacts_by_address on contacts (workspace_id, address, project_id);
create index contacts_by_project on contacts (workspace_id, project_id, id);

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

-- One address's subscription to one list. A round begins with a request and ends with an unsubscription: a link confirms
-- the round that it was sent in. requested_at is when the last opt-in mail was accepted.
create table subscriptions (
  workspace_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  project_id uuid not null,
  environment text not null,
  contact_id uuid not null,
  email text not null,
  address text not null,
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
  round_started_at timestamptz not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index subscriptions_by_address on subscriptions (workspace_id, list_id, address);
create index subscriptions_by_list on subscriptions (workspace_id, list_id, id);
create index subscriptions_by_state on subscriptions (workspace_id, list_id, state, id);
create index subscriptions_by_contact on subscriptions (workspace_id, contact_id, id);

-- What people said, as proof. Once the address is erased token stands for it, and ip_address and user_agent are gone.
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

-- Mail to a list goes to those only whose subscription is confirmed.
alter table messages add column list_id uuid;
alter table message_logs add column list_id uuid;

-- Set where one recipient was erased while the message still waits for others.
alter table message_contents add column erase_when_settled boolean not null default false;
create index message_contents_to_erase on message_contents (workspace_id, message_id) where erase_when_settled;

-- Erasures. token stands for the address; sealed_address is there for as long as there may be something left to erase. erased
-- counts by kind; contact_ids are the contacts that it deleted; step and position say where the work is; whoever shows the
-- lease has it in hand until due_at.
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
