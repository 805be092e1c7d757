/** Hosts of a workspace's own, which the links in its mail lead to. */
export const up = `
-- status: pending until a check finds that the host leads here, failing since failing_since where it did and does no
-- more. problem: what the last check did not like. A host is found before its workspace is known.
create table workspace_hosts (
  host text primary key,
  workspace_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'verified', 'failing')),
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  failing_since timestamptz,
  problem text,
  next_check_at timestamptz not null default now()
);
create index workspace_hosts_by_workspace on workspace_hosts (workspace_id, host);
create index workspace_hosts_due on workspace_hosts (next_check_at);
`
