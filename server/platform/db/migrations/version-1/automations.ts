/** Automations: steps that a contact goes through once something happened. */
export const automations = `
-- due_at is when its work in the background goes on: retry_* is the retry of many runs, and an archived one
-- has runs to cancel. A process works on it while its lease lasts.
create table automations (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  name text not null,
  status text not null check (status in ('draft', 'active', 'paused', 'archived')),
  published_version integer,
  latest_version integer not null,
  retry_filter jsonb,
  retry_requested_at timestamptz,
  retry_position uuid,
  retry_total integer not null default 0,
  retry_retried integer not null default 0,
  retry_skipped integer not null default 0,
  retry_completed_at timestamptz,
  due_at timestamptz,
  lease uuid,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index automations_by_project on automations (workspace_id, project_id, id);
create index automations_by_status on automations (workspace_id, status, id);
create index automations_by_due on automations (due_at) where due_at is not null;

-- definition is trigger, entry_rule, reentry, exit_on, sender and steps, as the contract has them.
create table automation_versions (
  workspace_id uuid not null,
  automation_id uuid not null,
  version integer not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  published_at timestamptz,
  primary key (workspace_id, automation_id, version)
);

-- What a version names: templates, lists and segments.
create table automation_references (
  workspace_id uuid not null,
  kind text not null check (kind in ('template', 'list', 'segment')),
  referenced_id uuid not null,
  automation_id uuid not null,
  version integer not null,
  primary key (workspace_id, kind, referenced_id, automation_id, version)
);
create index automation_references_by_version on automation_references (workspace_id, automation_id, version);

-- The triggers of published versions, of automations that are active or paused. name is that of an event, or
-- the id of a list as text; else it is empty.
create table automation_triggers (
  workspace_id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('event', 'list_confirmed', 'list_unsubscribed', 'contact_created', 'inbound')),
  name text not null,
  automation_id uuid not null,
  primary key (workspace_id, project_id, kind, name, automation_id)
);

-- What happened to contacts and some automation has a trigger, a wait or an exit for. A row is deleted in the
-- transaction that has acted on it. occurred_at is when it happened, depth how many runs have caused it.
-- inbound_message_id is the message that it is about.
create table automation_inbox (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  name text not null,
  contact_event_id uuid,
  occurred_at timestamptz not null,
  depth integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  inbound_message_id uuid,
  primary key (workspace_id, id)
);
create index automation_inbox_by_due on automation_inbox (workspace_id, due_at);

-- due_at is when its next step is due, or its wait ends; 'infinity' while blocked_by holds it, null once it
-- has ended. A process works on it while its lease lasts. since is when what started it happened, started_at
-- when it began, depth how many runs have caused each other before it. step_key is the step that it is at.
-- wait_until and wait_event are those of the wait that it is in. steps_taken numbers its rows in
-- automation_run_steps. attempts are the failed ones of its step.
create table automation_runs (
  workspace_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  version integer not null,
  project_id uuid not null,
  environment text not null,
  contact_id uuid not null,
  status text not null
    check (status in ('running', 'waiting', 'completed', 'exited', 'failed', 'cancelled')),
  trigger_kind text not null check (trigger_kind in ('event', 'list', 'contact_created', 'manual', 'inbound')),
  contact_event_id uuid,
  data jsonb not null default '{}',
  entry_key text,
  since timestamptz not null,
  started_at timestamptz not null,
  depth integer not null default 0,
  step_key text,
  step_started_at timestamptz not null,
  steps_taken integer not null default 0,
  wait_until timestamptz,
  wait_event text,
  blocked_by text check (blocked_by in ('automation_paused', 'sending_halted')),
  attempts integer not null default 0,
  error_code text,
  error_message text,
  ended_reason text,
  ended_at timestamptz,
  due_at timestamptz,
  lease uuid,
  inbound_message_id uuid,
  primary key (workspace_id, id)
);
create index automation_runs_by_due on automation_runs (due_at) where due_at is not null;
create index automation_runs_by_automation on automation_runs (workspace_id, automation_id, id);
-- The runs of a status, the oldest first. What else it has is counted and compared without the rows.
create index automation_runs_by_status on automation_runs (workspace_id, automation_id, status, id)
  include (version, step_key, error_code);
create index automation_runs_by_contact on automation_runs (workspace_id, contact_id, automation_id, id);
create index automation_runs_blocked on automation_runs (workspace_id, automation_id, blocked_by, id)
  where blocked_by is not null;
create index automation_runs_ended on automation_runs (workspace_id, ended_at) where ended_at is not null;

-- The steps that have ended. taken says which steps inside of it were taken.
create table automation_run_steps (
  workspace_id uuid not null,
  run_id uuid not null,
  number integer not null,
  step_key text not null,
  kind text not null,
  outcome text not null check (outcome in ('done', 'skipped', 'timed_out', 'failed')),
  reason text,
  detail text,
  taken text,
  message_id uuid,
  attempts integer not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (workspace_id, run_id, number)
);

-- What a run that has not ended is woken by: the event that it waits for, and the exits of its version. kind
-- and name are those of the inbox.
create table automation_waits (
  workspace_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  name text not null,
  run_id uuid not null,
  is_exit boolean not null,
  primary key (workspace_id, contact_id, kind, name, run_id, is_exit)
);
create index automation_waits_by_run on automation_waits (workspace_id, run_id);

-- The last run of a contact in an automation, for each key of reentry: of two triggers at once the second
-- finds the first one's.
create table automation_entries (
  workspace_id uuid not null,
  automation_id uuid not null,
  contact_id uuid not null,
  entry_key text not null,
  run_id uuid not null,
  entered_at timestamptz not null,
  primary key (workspace_id, automation_id, contact_id, entry_key)
);
create index automation_entries_by_contact on automation_entries (workspace_id, contact_id);
-- The condition always holds: only a statement that has it as well goes along this index. The planner would else look
-- single entries up along it, and read all of an automation.
create index automation_entries_by_age on automation_entries (workspace_id, automation_id, entered_at)
  where entered_at > '-infinity';

-- Triggers that started no run. Each process counts in rows of its own, so that none waits for another's
-- transaction.
create table automation_ignored (
  workspace_id uuid not null,
  automation_id uuid not null,
  reason text not null,
  counted_by uuid not null,
  count integer not null,
  primary key (workspace_id, automation_id, reason, counted_by)
);

-- What retention has deleted of the runs of an automation.
create table automation_purged_runs (
  workspace_id uuid not null,
  automation_id uuid not null,
  status text not null,
  count integer not null,
  primary key (workspace_id, automation_id, status)
);
`
