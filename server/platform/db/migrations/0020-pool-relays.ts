/** Relays that the mail of a pool goes to in place of its sources. */
export const up = `
-- sealed: the relay's address with its password, as POSTSEAL_TRANSPORT has one.
create table pool_relays (
  pool text primary key references sending_pools (name),
  sealed bytea not null,
  changed_at timestamptz not null default now()
);
`
