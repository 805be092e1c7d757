/** Sessions, sign-in links and the queue of their mails. */
export const signIn = `
-- A session ends at expires_at, or 7 days after its last use. Its token is signed and not stored. A session
-- of a program has a name. It has a role of its own, which is never more than its user's, may be held to the
-- operations of some tags of the contract and to addresses, and lasts until expires_at, used or not.
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
  name text,
  role text check (role in ('owner', 'admin', 'member')),
  tags text[] not null default '{}',
  ip_cidrs text[] not null default '{}',
  primary key (workspace_id, id)
);
create index sessions_by_user on sessions (workspace_id, user_id, id);
create index sessions_by_end on sessions (workspace_id, expires_at);

-- A link is known by the SHA-256 of its token. It is for the address that its user had, of which it has the
-- SHA-256.
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

-- The queue of sign-in mails. Whom a mail is for is sealed. Rows of strangers' requests have the nil UUID for
-- a workspace, and whether there is such a user is looked up when the row is due. destination is
-- a keyed hash of the domain that a mail goes to. Its order is that of its bytes, so that '~' stands behind all.
create table sign_in_mails (
  workspace_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  due_at timestamptz not null default now(),
  lease uuid,
  attempts integer not null default 0,
  destination text collate "C" not null,
  primary key (workspace_id, id)
);
create index sign_in_mails_by_due on sign_in_mails (due_at);
create index sign_in_mails_by_destination on sign_in_mails (workspace_id, destination, due_at);

-- When mails to an address were asked for lately. The address is a keyed hash.
create table sign_in_limits (
  address_token text primary key,
  requested_at timestamptz[] not null
);
`
