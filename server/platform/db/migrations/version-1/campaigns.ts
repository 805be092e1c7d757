/** Segments and campaigns. */
export const campaigns = `
-- count_* are of the last count, counting_* of the one that is being made: a process works on it while its
-- lease lasts, and goes on behind counting_position. counting_error is why the last one failed.
create table segments (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  name text not null,
  rule jsonb not null,
  count_value bigint,
  count_as_of timestamptz,
  counting_started_at timestamptz,
  counting_position uuid,
  counting_scanned bigint not null default 0,
  counting_found bigint not null default 0,
  counting_error text,
  due_at timestamptz,
  lease uuid,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index segments_by_project on segments (workspace_id, project_id, id);
create index segments_by_due on segments (due_at) where due_at is not null;

-- The segments that a segment's rule names.
create table segment_references (
  workspace_id uuid not null,
  segment_id uuid not null,
  referenced_id uuid not null,
  primary key (workspace_id, segment_id, referenced_id)
);
create index segment_references_by_referenced on segment_references (workspace_id, referenced_id, segment_id);

-- due_at is when there is something to do for it next; a process works on it while its lease lasts. phase is
-- null until it has started. version_named says that the version was chosen by a person: template_version is
-- null again where it was not and the campaign is unscheduled. rules are copies of its segments' rules, made
-- then. walk_position is the last contact, or subscription of its list, that was looked at; release_position
-- the last recipient that was released or skipped. walked, released, skipped and failed are changed in the
-- transaction that moves these. skip_reasons counts skipped and failed by reason. tokens are those of the
-- rate limiter at tokens_at. brake_* are what had been counted when it was last resumed.
create table campaigns (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  name text not null,
  status text not null check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  pause_reason text,
  template_id uuid not null,
  template_version integer,
  version_named boolean not null default false,
  from_email text,
  from_name text,
  reply_to jsonb not null default '[]',
  variables jsonb not null default '{}',
  list_id uuid,
  segment_id uuid,
  exclude_segment_id uuid,
  rate_per_hour integer,
  category text,
  scheduled_at timestamptz,
  max_delay_seconds integer not null default 3600,
  started_at timestamptz,
  completed_at timestamptz,
  phase text check (phase in ('walk', 'release')),
  rules jsonb,
  walk_position uuid,
  release_position uuid,
  audience_total integer,
  walked integer not null default 0,
  released integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  skip_reasons jsonb not null default '{}',
  tokens double precision not null default 0,
  tokens_at timestamptz,
  brake_settled integer not null default 0,
  brake_bounced integer not null default 0,
  brake_complained integer not null default 0,
  brake_failed integer not null default 0,
  due_at timestamptz,
  lease uuid,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index campaigns_by_project on campaigns (workspace_id, project_id, id);
create index campaigns_by_status on campaigns (workspace_id, status, id);
create index campaigns_by_due on campaigns (due_at) where due_at is not null;
create index campaigns_by_template on campaigns (workspace_id, template_id, id);
create index campaigns_by_segment on campaigns (workspace_id, segment_id, id) where segment_id is not null;
create index campaigns_by_excluded on campaigns (workspace_id, exclude_segment_id, id)
  where exclude_segment_id is not null;
create index campaigns_by_list on campaigns (workspace_id, list_id, id) where list_id is not null;

-- The audience. status is 'pending' until the recipient is released; then what became of it is in its log.
create table campaign_recipients (
  workspace_id uuid not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'released', 'skipped', 'failed')),
  reason text,
  detail text,
  log_id uuid,
  primary key (workspace_id, campaign_id, contact_id)
);
create index campaign_recipients_failed on campaign_recipients (workspace_id, campaign_id, contact_id)
  where status = 'failed';

-- Outcomes by the hour. Each process counts in rows of its own, so that none waits for another's transaction.
create table campaign_hours (
  workspace_id uuid not null,
  campaign_id uuid not null,
  hour timestamptz not null,
  counted_by uuid not null,
  delivered integer not null default 0,
  bounced integer not null default 0,
  failed integer not null default 0,
  complained integer not null default 0,
  unsubscribed integer not null default 0,
  primary key (workspace_id, campaign_id, hour, counted_by)
);

-- What retention has deleted of a campaign's logs, by what had become of them.
create table campaign_purged_logs (
  workspace_id uuid not null,
  campaign_id uuid not null,
  status text not null,
  destination text not null,
  count integer not null,
  primary key (workspace_id, campaign_id, status, destination)
);
`
