/** Stores the TLS reports (RFC 8460) about mail to the domains of workspaces. */
export const up = `
-- Reports that were taken, once each: reporter and report_id are the report's own.
create table tls_reports (
  workspace_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  reporter text not null,
  report_id text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  day date not null,
  primary key (workspace_id, id)
);
create unique index tls_reports_once on tls_reports (workspace_id, domain_id, reporter, report_id);
create index tls_reports_by_day on tls_reports (workspace_id, domain_id, day);

-- The sessions of a day (UTC), by the policy that senders applied.
create table tls_policy_days (
  workspace_id uuid not null,
  domain_id uuid not null,
  day date not null,
  policy_type text not null,
  policy_domain text not null,
  successful bigint not null,
  failed bigint not null,
  primary key (workspace_id, domain_id, day, policy_type, policy_domain)
);

-- The sessions that failed on a day, by reason. receiving_mx is empty where the report does not name it; addresses are
-- some of those that the reporter sent from.
create table tls_failure_days (
  workspace_id uuid not null,
  domain_id uuid not null,
  day date not null,
  policy_type text not null,
  result_type text not null,
  receiving_mx text not null,
  reporter text not null,
  sessions bigint not null,
  addresses text[] not null,
  last_seen_at timestamptz not null,
  primary key (workspace_id, domain_id, day, policy_type, result_type, receiving_mx, reporter)
);
`
