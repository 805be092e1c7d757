/** When a key was last used, by which people see whether they can revoke it; null where no use has been noted. */
export const up = `
alter table api_keys add column last_used_at timestamptz;
`
