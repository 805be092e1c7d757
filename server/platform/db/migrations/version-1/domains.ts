/** Sending domains with the life of their keys, and what DMARC reports say. */
export const domains = `
-- The domains a workspace sends from. Live projects send from verified ones only, where that is required.
-- vouched_at is when the operator vouched for the domain, whatever its records say. records is what the last
-- check found, in the shape of the contract's DomainRecord; dmarc_policy the DMARC record in effect and the
-- domain it stands at.
create table domains (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  name text not null,
  status text not null check (status in ('pending', 'verified', 'degraded', 'failed')),
  vouched_at timestamptz,
  verified_at timestamptz,
  degraded_since timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null default now(),
  records jsonb not null default '[]',
  dmarc_policy jsonb,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index domains_by_next_check on domains (next_check_at);

-- DKIM keys by the domain they sign for. The private key is sealed; the public one is what the DNS publishes,
-- in base64. The key that signs the sink's mail for domains without one has the nil workspace and an empty
-- domain. A pending key signs once its record is found. One that is retiring signs no more, and is deleted at
-- retires_at.
create table dkim_keys (
  workspace_id uuid not null,
  domain text not null,
  selector text not null,
  algorithm text not null check (algorithm in ('rsa', 'ed25519')),
  private_key bytea not null,
  public_key text not null,
  created_at timestamptz not null default now(),
  status text not null default 'active' check (status in ('pending', 'active', 'retiring')),
  retires_at timestamptz,
  primary key (workspace_id, domain, selector),
  check ((status = 'retiring') = (retires_at is not null))
);

-- DMARC aggregate reports that were taken, once each: reporter and report_id are the report's own. messages
-- is the sum of the rows that were about the domain.
create table dmarc_reports (
  workspace_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  reporter text not null,
  report_id text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  day date not null,
  messages bigint not null,
  primary key (workspace_id, id)
);
create unique index dmarc_reports_once on dmarc_reports (workspace_id, domain_id, reporter, report_id);
create index dmarc_reports_by_day on dmarc_reports (workspace_id, domain_id, day);

-- Who sends as a domain. hostname and network are of the address by reverse DNS, looked up some time after it
-- was first seen.
create table dmarc_sources (
  workspace_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  address inet not null,
  header_from text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  hostname text,
  network text,
  named_at timestamptz,
  review text check (review in ('authorized', 'unauthorized')),
  review_note text,
  reviewed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index dmarc_sources_once on dmarc_sources (workspace_id, domain_id, address, header_from);
create index dmarc_sources_by_domain on dmarc_sources (workspace_id, domain_id, id);
create index dmarc_sources_by_address on dmarc_sources (workspace_id, address, id);
create index dmarc_sources_unnamed on dmarc_sources (workspace_id, id) where named_at is null;

-- What a source sent, by the day (UTC) that a report is of. own_signature counts messages with a DKIM
-- signature of a key of ours that held.
create table dmarc_source_days (
  workspace_id uuid not null,
  source_id uuid not null,
  day date not null,
  domain_id uuid not null,
  messages bigint not null,
  dkim_pass bigint not null,
  dkim_aligned bigint not null,
  spf_pass bigint not null,
  spf_aligned bigint not null,
  dmarc_pass bigint not null,
  own_signature bigint not null,
  disposition_none bigint not null,
  disposition_quarantine bigint not null,
  disposition_reject bigint not null,
  primary key (workspace_id, source_id, day)
);
create index dmarc_source_days_by_domain on dmarc_source_days (workspace_id, domain_id, day);
`
