/**
 * Sign-in: links by mail, sessions as rows, and what is known of users.
 */
export const up = `
alter table users add column name text;
alter table users add column last_signed_in_at timestamptz;
create index users_by_email on users (email);

-- A session ends at expires_at, or 7 days after its last use. Its token is signed and not stored.
create table sessions (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  origin text not null check (origin in ('link', 'command_line')),
  ip_address text,
  user_agent text,
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
create index sessions_by_user on sessions (workspace_id, user_id, id);
create index sessions_by_end on sessions (workspace_id, expires_at);

-- A link is known by the SHA-256 of its token. It is for the address that its user had, of which it has the SHA-256.
create table sign_in_links (
  workspace_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  address_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, token_hash)
);
create unique index sign_in_links_by_token on sign_in_links (token_hash);
create index sign_in_links_by_end on sign_in_links (workspace_id, expires_at);

-- The queue of sign-in mails. Whom a mail is for is sealed. Rows of strangers' requests have the nil UUID for a
-- workspace, and whether there is such a user is looked up when the row is due.
create table sign_in_mails (
  workspace_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  due_at timestamptz not null default now(),
  lease uuid,
  attempts integer not null default 0,
  primary key (workspace_id, id)
);
create index sign_in_mails_by_due on sign_in_mails (due_at);

-- When mails to an address were asked for lately. The address is a keyed hash.
create table sign_in_limits (
  address_token text primary key,
  requested_at timestamptz[] not null
);
`
