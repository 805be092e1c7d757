/** Passkeys, by which users sign in without a mail (WebAuthn). */
export const up = `
-- A credential of a user. public_key is a COSE_Key (RFC 9052), and sign_count what the device counted at the last use:
-- 0 from devices that do not count. synced: whether the credential can be on several devices.
create table passkeys (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  synced boolean not null,
  last_used_at timestamptz,
  primary key (workspace_id, id)
);
create unique index passkeys_by_credential on passkeys (workspace_id, credential_id);
create index passkeys_by_user on passkeys (workspace_id, user_id, id);

-- What a browser has to sign, of which this has the SHA-256. A row goes when it is used. Those of registrations have a
-- user; those of people who sign in have the nil UUID for a workspace, since nobody knows yet who they are.
create table passkey_challenges (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

alter table sessions drop constraint sessions_origin_check;
alter table sessions add constraint sessions_origin_check check (origin in ('link', 'command_line', 'passkey'));
`
