/** The return path of each domain's own, and the names of all that were ever in use. */
export const up = `
-- What stands before the domain in the name of its return path, since when mail leaves with that one, and since when
-- its record is lost again.
alter table domains add column return_path_label text not null default 'bounces',
  add column return_path_verified_at timestamptz, add column return_path_broken_at timestamptz;

-- Mail with any of these as its envelope sender may still bounce, so a name stays when its domain has another one or
-- is gone.
create table return_path_names (
  name text not null,
  workspace_id uuid not null,
  verified_at timestamptz not null default now(),
  primary key (name, workspace_id)
);
`
