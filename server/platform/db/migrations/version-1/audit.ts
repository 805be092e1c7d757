/** The audit log: who changed what, and who tried to. */
export const audit = `
-- An entry never changes: see the trigger. resource_id is the id as it is shown (key_...). actor_name is a user's address, folded,
-- and null for keys, whose names are looked up. error_code is null where it succeeded.
create table audit_events (
  workspace_id uuid not null,
  id uuid not null,
  actor_kind text not null
    check (actor_kind in ('session', 'project_key', 'workspace_key', 'command_line', 'link', 'service')),
  actor_id uuid,
  actor_name text,
  session_id uuid,
  ip_address text,
  user_agent text,
  operation text not null,
  resource_type text,
  resource_id text,
  outcome text not null check (outcome in ('succeeded', 'refused', 'failed')),
  status smallint,
  error_code text,
  request_id uuid,
  project_id uuid,
  count integer,
  -- What the fewer entries have, for indexes that the many sends by keys of projects do not make larger.
  rare_kind text generated always as (case when actor_kind <> 'project_key' then actor_kind end) stored,
  rare_outcome text generated always as (case when outcome <> 'succeeded' then outcome end) stored,
  primary key (workspace_id, id)
);
create index audit_events_by_actor on audit_events (workspace_id, actor_id, id) where actor_id is not null;
create index audit_events_by_operation on audit_events (workspace_id, operation, id);
create index audit_events_by_resource on audit_events (workspace_id, resource_id, id) where resource_id is not null;
create index audit_events_by_kind on audit_events (workspace_id, rare_kind, id) where rare_kind is not null;
create index audit_events_by_outcome on audit_events (workspace_id, rare_outcome, id) where rare_outcome is not null;
create index audit_events_by_name on audit_events (workspace_id, actor_name, id) where actor_name is not null;

-- How long entries are kept, as the schema's owner sets it at each start. One row.
create table audit_retention (
  only_row boolean primary key default true check (only_row),
  days integer not null check (days >= 1)
);
insert into audit_retention (days) values (400);

-- Refuses what would change or remove entries, but for the two functions below.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('postseal.audit_change', true) is distinct from 'allowed' then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();

-- The functions run as the schema's owner, so that the service's own role needs no right to update or delete. They name the schema of
-- each table, since tables of the caller's session could stand before them otherwise.
do $define$
declare
  own text := quote_ident(current_schema());
begin
  execute replace($body$
    -- The least id of a time.
    create function SCHEMA.audit_id_at(moment timestamptz) returns uuid language sql immutable
    set search_path = pg_catalog, pg_temp as $$
      select (lpad(to_hex(greatest(0, extract(epoch from moment) * 1000)::bigint), 12, '0') || '70008000' || repeat('0', 12))::uuid
    $$;

    -- Deletes up to max entries of a workspace: those older than the audit log's retention, and those of sends and of contacts'
    -- events that are older than the workspace's. Returns their number.
    create function SCHEMA.purge_audit_events(of_workspace uuid, max integer) returns integer
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    declare
      oldest uuid := (select SCHEMA.audit_id_at(now() - days * interval '1 day') from SCHEMA.audit_retention);
      oldest_of_messages uuid := (select SCHEMA.audit_id_at(now() - retention_days * interval '1 day')
        from SCHEMA.workspaces where id = of_workspace);
      short_lived text;
      gone integer;
      total integer := 0;
    begin
      perform set_config('postseal.audit_change', 'allowed', true);
      delete from SCHEMA.audit_events where workspace_id = of_workspace and id = any(array(
        select id from SCHEMA.audit_events where workspace_id = of_workspace and id < oldest order by id limit max));
      get diagnostics total = row_count;
      foreach short_lived in array array[
        'sendMessage', 'sendMessageBatch', 'recordContactEvent', 'recordContactEventByAddress'] loop
        delete from SCHEMA.audit_events where workspace_id = of_workspace and id = any(array(
          select id from SCHEMA.audit_events
          where (workspace_id, operation) = (of_workspace, short_lived) and id < oldest_of_messages
          order by workspace_id, operation, id limit max - total));
        get diagnostics gone = row_count;
        total := total + gone;
      end loop;
      perform set_config('postseal.audit_change', '', true);
      return total;
    end $$;

    -- Takes a person's address, and what tells of the person's machine, from up to max entries. Returns their number.
    create function SCHEMA.erase_audit_name(of_workspace uuid, name text, max integer) returns integer
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    declare
      changed integer;
    begin
      perform set_config('postseal.audit_change', 'allowed', true);
      update SCHEMA.audit_events set actor_name = null, ip_address = null, user_agent = null
      where workspace_id = of_workspace and id = any(array(
        select id from SCHEMA.audit_events
        where workspace_id = of_workspace and actor_name = name order by workspace_id, actor_name, id limit max));
      get diagnostics changed = row_count;
      perform set_config('postseal.audit_change', '', true);
      return changed;
    end $$;

    -- Nobody may call them but the owner, and the service's own role where the owner lets it.
    revoke execute on function SCHEMA.purge_audit_events(uuid, integer), SCHEMA.erase_audit_name(uuid, text, integer) from public;
  $body$, 'SCHEMA', own);
end $define$;
`
