/** The events, in the order in which they were recorded. */
export const events = `
-- Some events are about the workspace, and have no project. recorded_in is the transaction that recorded an event, as a
-- number that grows: its id, and ahead of it what event_order says.
create table events (
  workspace_id uuid not null,
  id uuid not null,
  project_id uuid,
  environment text,
  type text not null,
  data jsonb not null,
  recorded_in bigint not null default pg_current_xact_id()::text::bigint,
  primary key (workspace_id, id)
);
create index events_by_project on events (workspace_id, project_id, id);
create index events_by_recording on events (workspace_id, recorded_in, id);
create index events_by_message on events (workspace_id, (data ->> 'message_id'), id)
  where (data ->> 'message_id') is not null;

-- How far recorded_in is ahead of the ids of transactions. They start again where a database is restored, and
-- recorded_in has to go on. The default of the column has the same number.
create table event_order (
  only_row boolean primary key default true check (only_row),
  ahead bigint not null
);
insert into event_order (ahead) values (0);

-- Sets how far the order is ahead. It runs as the schema's owner, since the service's own role may not change a table. It names the
-- schema, since tables of the caller's session could stand before its own otherwise.
do $define$
declare
  own text := quote_ident(current_schema());
begin
  execute replace($body$
    create function SCHEMA.set_event_order(further bigint) returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    begin
      update SCHEMA.event_order set ahead = further where ahead < further;
      execute format('alter table SCHEMA.events alter column recorded_in set default (pg_current_xact_id()::text::bigint + %s)',
        (select ahead from SCHEMA.event_order));
    end $$;
    revoke execute on function SCHEMA.set_event_order(bigint) from public;
  $body$, 'SCHEMA', own);
end $define$;
`
