/** Topics: kinds of mail that contacts choose, and what is of a topic. */
export const up = `
-- key: never changes. translations: the name and description by language tag.
create table topics (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  key text not null,
  name text not null,
  description text,
  default_subscribed boolean not null,
  translations jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index topics_by_key on topics (workspace_id, project_id, key);
create index topics_by_project on topics (workspace_id, project_id, id);

-- What contacts have chosen, as proof: the last about a topic holds. It goes with the contact.
create table topic_consents (
  workspace_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  topic text not null,
  action text not null check (action in ('subscribed', 'unsubscribed')),
  at timestamptz not null,
  source text,
  ip_address text,
  user_agent text,
  primary key (workspace_id, contact_id, id)
);
create index topic_consents_by_topic on topic_consents (workspace_id, contact_id, topic, id);

-- The key of the topic that a campaign's mail is of. Not a column of campaigns: statements of earlier versions return all
-- of its columns, and would fail.
create table campaign_topics (
  workspace_id uuid not null,
  campaign_id uuid not null,
  project_id uuid not null,
  topic text not null,
  primary key (workspace_id, campaign_id)
);
create index campaign_topics_by_topic on campaign_topics (workspace_id, project_id, topic, campaign_id);
alter table message_logs add column topic text;

alter table automation_references drop constraint automation_references_kind_check;
alter table automation_references add constraint automation_references_kind_check
  check (kind in ('template', 'list', 'segment', 'topic'));
`
