/**
 * Names of templates for code, and the keys that create versions. The first index finds the templates with an alias,
 * and keeps it unique in a project; the second keeps it unique among the templates of every project, whose project is
 * null.
 */
export const up = `
alter table templates add column alias text;
create unique index templates_by_alias on templates (workspace_id, alias, project_id) where alias is not null;
create unique index templates_by_shared_alias on templates (workspace_id, alias)
  where alias is not null and project_id is null;

-- True if created_by is the id of a key, false for the id of a user.
alter table template_versions add column by_key boolean not null default false;
`
