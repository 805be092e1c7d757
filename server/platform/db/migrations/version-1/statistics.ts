/** The counts of mail by outcome, by the hour and by the day. */
export const statistics = `
-- What was counted and is not in statistics yet. Transactions only add rows, so none waits for another.
create table statistics_pending (
  workspace_id uuid not null,
  id bigint generated always as identity,
  hour timestamptz not null,
  project_id uuid not null,
  category text not null,
  destination text not null,
  measure text not null,
  count integer not null,
  primary key (workspace_id, id)
);

-- Counts by measure, as {"accepted": 2, "bounced:unknown_user": 1}. level says what a row is told by beside
-- its project: 1 for the category, 2 for the destination, 4 for the day instead of the hour, added up. What
-- it is not told by is empty, and so is the category of messages without one. accepted is among the counts as
-- well. There is one index only, so that no read depends on the planner's choice of one.
create table statistics (
  workspace_id uuid not null,
  level smallint not null,
  project_id uuid not null,
  category text not null,
  destination text not null,
  at timestamptz not null,
  accepted bigint not null,
  counts jsonb not null,
  primary key (workspace_id, level, at, category, destination, project_id)
);
`
