/** Opens and clicks of mail, and whether a project and a message have them tracked. */
export const up = `
alter table projects add column track_opens boolean not null default false,
  add column track_clicks boolean not null default false;
-- Null where the HTML of the message stays as it is.
alter table messages add column track_opens boolean, add column track_clicks boolean;

-- One row for the opens of a recipient, one for all of its clicks, and one for each link that it followed; each for people
-- and for machines. position is that of the link in its mail, and -1 where a row is of no single link. reason is why the
-- first of a machine was one; user_agent is the first one's.
create table engagements (
  workspace_id uuid not null,
  log_id uuid not null,
  kind text not null check (kind in ('open', 'click')),
  position smallint not null,
  machine boolean not null,
  reason text,
  url text,
  user_agent text,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (workspace_id, log_id, kind, position, machine)
);

-- Recipients, each once.
alter table campaign_hours add column opened integer not null default 0,
  add column clicked integer not null default 0,
  add column machine_opened integer not null default 0,
  add column machine_clicked integer not null default 0;
`
