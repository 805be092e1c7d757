/**
 * The key ring: the service's own keys, so that its secret can be rotated.
 */
export const up = `
-- Each key is sealed under every secret that may be in use: secret_id names the secret. A key with retired_at still verifies
-- and opens, until expires_at where there is one. At any time one key of a purpose is not retired.
create table service_keys (
  purpose text not null,
  id uuid not null,
  secret_id text not null,
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  expires_at timestamptz,
  primary key (purpose, id, secret_id)
);
`
