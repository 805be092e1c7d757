/** Sessions of programs. */
export const up = `
-- A session of a program has a name. It has a role of its own, which is never more than its user's, may be held to the
-- operations of some tags of the contract and to addresses, and lasts until expires_at, used or not.
alter table sessions add column name text;
alter table sessions add column role text check (role in ('owner', 'admin', 'member'));
alter table sessions add column tags text[] not null default '{}';
alter table sessions add column ip_cidrs text[] not null default '{}';
`
