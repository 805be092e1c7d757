/** Templates: immutable versions, one of them published. */
export const templates = `
-- project_id is null where every project can use it. published_version is null until a version is published.
create table templates (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid,
  environment text,
  name text not null,
  kind text not null check (kind in ('message', 'layout', 'partial')),
  published_version integer,
  latest_version integer not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

-- Nothing of a version but published_at ever changes. all_variables are those of its layouts, too.
create table template_versions (
  workspace_id uuid not null,
  template_id uuid not null,
  version integer not null,
  id uuid not null,
  from_email text,
  from_name text,
  reply_to jsonb not null default '[]',
  variables jsonb not null,
  all_variables jsonb not null,
  inline_css boolean not null,
  locales text[] not null,
  uses_contact boolean not null,
  created_by uuid not null,
  published_at timestamptz,
  primary key (workspace_id, template_id, version)
);
create unique index template_versions_by_id on template_versions (workspace_id, template_id, id);

-- A version's content by language; locale is empty for the default content. compiled is the renderer's form
-- of it.
create table template_contents (
  workspace_id uuid not null,
  template_id uuid not null,
  version integer not null,
  locale text not null,
  subject text,
  html text,
  text text,
  preheader text,
  compiled text not null,
  primary key (workspace_id, template_id, version, locale)
);

-- The layouts and partials that a version uses.
create table template_pins (
  workspace_id uuid not null,
  template_id uuid not null,
  version integer not null,
  pinned_id uuid not null,
  pinned_version integer not null,
  primary key (workspace_id, template_id, version, pinned_id)
);
`
