/** Files of contacts that are being imported, and what became of their lines. */
export const up = `
-- layout: how the file is laid out and what its columns are for. next_byte and next_line: where the import goes on.
-- first_lines: the first of contact_import_lines. Whoever shows the lease has it in hand until due_at.
create table contact_imports (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  environment text not null,
  list_id uuid,
  consent text check (consent in ('proof', 'opt_in')),
  layout jsonb not null,
  status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
  bytes bigint not null,
  next_byte bigint not null,
  next_line integer not null,
  lines integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  rejected integer not null default 0,
  subscribed integer not null default 0,
  not_subscribed integer not null default 0,
  first_lines jsonb not null default '[]',
  error jsonb,
  lease uuid,
  due_at timestamptz,
  completed_at timestamptz,
  primary key (workspace_id, id)
);
create index contact_imports_by_project on contact_imports (workspace_id, project_id, id);
create index contact_imports_by_due on contact_imports (due_at) where due_at is not null;

-- The file, in parts, until its import ends. start: the byte of the file that the part begins with.
create table contact_import_parts (
  workspace_id uuid not null,
  import_id uuid not null,
  start bigint not null,
  content bytea not null,
  primary key (workspace_id, import_id, start)
);
-- Compressing each part would take longer than writing it.
alter table contact_import_parts alter column content set storage external;

-- Lines that were not imported, or not wholly, those of a batch together: a line's number, a code, and which column.
create table contact_import_lines (
  workspace_id uuid not null,
  import_id uuid not null,
  first_line integer not null,
  refused jsonb not null,
  primary key (workspace_id, import_id, first_line)
);
`
