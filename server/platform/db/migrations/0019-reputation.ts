/** Stores the opinion of mailbox providers on domains and sources, by figures that the operator imports. */
export const up = `
-- When sending was resumed last. What providers say of that day, and of those before, halts nothing.
alter table workspaces add column resumed_at timestamptz;

-- The part of a domain's mail that people have marked as spam on a day, as a provider says: 0.003 for 0.3 %.
create table domain_spam_rates (
  workspace_id uuid not null,
  domain_id uuid not null,
  day date not null,
  provider text not null,
  rate numeric not null check (rate between 0 and 1),
  primary key (workspace_id, domain_id, day, provider)
);

-- What a provider says of a source on a day. complaint_rate: null where it says none, 0 where it says less than 0.1 %.
-- braked_on: the day (UTC) whose cap went back for it.
create table source_reputations (
  source text not null,
  provider text not null,
  day date not null,
  result text not null check (result in ('GREEN', 'YELLOW', 'RED')),
  complaint_rate numeric check (complaint_rate between 0 and 1),
  trap_hits integer not null,
  braked_on date,
  primary key (source, provider, day)
);
`
