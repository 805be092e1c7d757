/** Counts the mail of each domain to mailbox providers, which demand more of domains that send much. */
export const up = `
-- Since when the domain is one that has sent more than 1,000 mails to one provider in a day, which no provider forgets.
alter table domains add column bulk_since timestamptz;

-- The mails of a domain that a mailbox provider has taken on a day (UTC), by From.
create table domain_provider_days (
  workspace_id uuid not null,
  domain_id uuid not null,
  day date not null,
  provider text not null,
  mails integer not null,
  primary key (workspace_id, domain_id, day, provider)
);
`
