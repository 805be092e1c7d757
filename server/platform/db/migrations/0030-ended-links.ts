/** The workspaces whose links in mail have ended. */
export const up = `
-- A row stays when its workspace is deleted, so the column has another name than those of a workspace's own rows.
-- reason: abuse until the halt that ended them is over, operator until a command restores them, deletion for good.
create table ended_links (
  workspace uuid primary key,
  ended_at timestamptz not null default now(),
  reason text not null check (reason in ('abuse', 'operator', 'deletion'))
);
`
