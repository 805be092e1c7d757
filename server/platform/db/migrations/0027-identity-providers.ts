/** Signing in by an OpenID provider, and without mailed links. */
export const up = `
-- The one provider of a workspace. roles: the values of role_claim by the role that they give.
create table identity_providers (
  workspace_id uuid primary key,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  assume_email_verified boolean not null,
  create_users boolean not null,
  role_claim text,
  roles jsonb not null,
  default_role text check (default_role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The domains of addresses of its people. verified_at: since when the record in the DNS proves one; failing_since: since
-- when it does no more.
create table identity_domains (
  workspace_id uuid not null,
  domain text not null,
  verified_at timestamptz,
  failing_since timestamptz,
  checked_at timestamptz,
  problem text,
  primary key (workspace_id, domain)
);
create index identity_domains_by_domain on identity_domains (domain, verified_at);

-- Whom a provider knows, as a user.
create table identities (
  workspace_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, issuer, subject)
);
create index identities_by_user on identities (workspace_id, user_id);

-- A browser that was sent to a provider. It is known by the SHA-256 of the state, and has a key of which this has the
-- SHA-256. The nonce and the verifier of PKCE follow from that key.
create table sign_in_authorizations (
  workspace_id uuid not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  issuer text not null,
  client_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, state_hash)
);
create index sign_in_authorizations_by_state on sign_in_authorizations (state_hash);
create index sign_in_authorizations_by_end on sign_in_authorizations (workspace_id, expires_at);

-- How people of a workspace may sign in. A workspace without a row has what was there before: links.
create table sign_in_rules (
  workspace_id uuid primary key,
  links boolean not null
);

alter table sessions drop constraint sessions_origin_check;
alter table sessions add constraint sessions_origin_check
  check (origin in ('link', 'command_line', 'passkey', 'provider'));

-- A link of the operator's command line works while links of mails do not.
alter table sign_in_links add column by_operator boolean;
`
