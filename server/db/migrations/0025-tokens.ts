/** Whether a workspace has erased addresses. */
export const up = `
-- The tokens of erased addresses, which are the only ones to begin with this sign but for a few rare addresses. Most
-- workspaces have none, so that no token needs to be made of the addresses that mail goes to.
create index suppressions_by_token on suppressions
  (workspace_id, (case when left(address, 1) = '#' then 1 end))
  where (case when left(address, 1) = '#' then 1 end) is not null;
`
