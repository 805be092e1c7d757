/** Counts the mail of each sender's domain and of each template by the day. */
export const up = `
-- sender: the domain of the sender, of the measures that are counted by it, else ''. counted_at: when it was counted;
-- null in rows of processes of an earlier version.
alter table statistics_pending add column sender text not null default '';
alter table statistics_pending add column template_id uuid;
alter table statistics_pending add column counted_at timestamptz;

-- key: the domain of senders, or the id of a template. Templates have accepted only. A read of one key takes all its
-- days, so only the primary key can serve it.
create table mail_totals (
  workspace_id uuid not null,
  kind text not null check (kind in ('sender', 'template')),
  key text not null,
  day timestamptz not null,
  project_id uuid not null,
  accepted bigint not null,
  delivered bigint not null,
  bounced bigint not null,
  complained bigint not null,
  last_accepted_at timestamptz,
  primary key (workspace_id, kind, key, day, project_id)
);
-- For the purge. It has the whole key, so that each old row is found by either index alike.
create index mail_totals_by_day on mail_totals (workspace_id, day, kind, key, project_id);
`
