/**
 * Sign-in: links by mail, sessions as rows, and what is known of users.
 */
export const up = `
alter table users add column name text;
alter table users add column last_signed_in_at timestamptz;

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
`
