/** Messages, their content, and one log for each recipient. */
export const messages = `
-- Mail to a list goes to those only whose subscription is confirmed. template_* is what a message was rendered
-- from; template_locale is null for the default content.
create table messages (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  from_email text not null,
  subject text not null,
  category text,
  from_name text,
  metadata jsonb not null default '{}',
  scheduled_at timestamptz,
  list_id uuid,
  template_id uuid,
  template_version integer,
  template_locale text,
  campaign_id uuid,
  automation_run_id uuid,
  primary key (workspace_id, id)
);
create index messages_by_project on messages (workspace_id, project_id, id);

-- Apart from messages, so that lists stay narrow and bodies can go before the history does. Mail of campaigns is
-- rendered when it is delivered or read, from the version and render_input; text is null then. erase_when_settled
-- is set where one recipient was erased while the message still waits for others.
create table message_contents (
  workspace_id uuid not null,
  message_id uuid not null,
  text text,
  html text,
  reply_to jsonb not null default '[]',
  headers jsonb not null default '{}',
  list_unsubscribe jsonb,
  erase_when_settled boolean not null default false,
  render_input jsonb,
  primary key (workspace_id, message_id)
);
create index message_contents_to_erase on message_contents (workspace_id, message_id) where erase_when_settled;

create table message_attachments (
  workspace_id uuid not null,
  message_id uuid not null,
  position smallint not null,
  filename text not null,
  content_type text not null,
  content_id text,
  disposition text not null check (disposition in ('attachment', 'inline')),
  content bytea not null,
  primary key (workspace_id, message_id, position)
);

-- One row a recipient. attempts is an array in the shape of the contract's DeliveryAttempt. address is the
-- recipient in the form to look up by; category is the message's, to search by. suppression_reason is why a
-- suppressed recipient got nothing. unverified_complaint is the first report of a complaint whose sender
-- could not be authenticated: received_at, feedback_type and from_domain. destination is the recipient's
-- domain; of mail of campaigns only. respects_opt_out says, of mail of automations, that a contact that has
-- opted out does not get it.
create table message_logs (
  workspace_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  project_id uuid not null,
  environment text not null,
  recipient text not null,
  status text not null,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  updated_at timestamptz not null,
  recipient_name text,
  kind text not null default 'to' check (kind in ('to', 'cc', 'bcc')),
  address text not null,
  category text,
  suppression_reason text,
  complained_at timestamptz,
  list_id uuid,
  unverified_complaint jsonb,
  campaign_id uuid,
  destination text,
  automation_id uuid,
  respects_opt_out boolean not null default false,
  primary key (workspace_id, id)
);
create index message_logs_by_message on message_logs (workspace_id, message_id, id);
create index message_logs_by_project on message_logs (workspace_id, project_id, id);
create index message_logs_by_address on message_logs (workspace_id, address, id);
create index message_logs_by_status on message_logs (workspace_id, status, id);
create index message_logs_by_category on message_logs (workspace_id, category, id) where category is not null;
create index message_logs_by_complaint on message_logs (workspace_id, address, complained_at)
  where complained_at is not null;
create index message_logs_by_campaign on message_logs (workspace_id, campaign_id, status, destination)
  where campaign_id is not null;
-- The recipients that a message counts as failed for.
create index message_logs_unsent on message_logs
  (workspace_id, (case when status in ('bounced', 'failed', 'suppressed') then 'unsent' end), id)
  where (case when status in ('bounced', 'failed', 'suppressed') then 'unsent' end) is not null;
-- Only logs of what went wrong are in it, so a send that is delivered writes nothing to it.
create index message_logs_by_rare_status on message_logs
  (workspace_id, (case when status not in ('scheduled', 'queued', 'delivered') then status end), category, id)
  where case when status not in ('scheduled', 'queued', 'delivered') then status end is not null and category is not null;

-- One row for each log and pair of metadata, to find logs by a value.
create table message_metadata (
  workspace_id uuid not null,
  key text not null,
  value text not null,
  log_id uuid not null,
  primary key (workspace_id, key, value, log_id)
);
`
