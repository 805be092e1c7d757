/** Entries of events that are recorded by a contact's address are kept as long as those by the contact's id. */
export const up = `
-- The same function as before with one operation more. Its owner and who may call it stay as they are.
do $define$
declare
  own text := quote_ident(current_schema());
begin
  execute replace($body$
    -- Deletes up to max entries of a workspace: those older than the audit log's retention, and those of sends and of contacts'
    -- events that are older than the workspace's. Returns their number.
    create or replace function SCHEMA.purge_audit_events(of_workspace uuid, max integer) returns integer
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
  $body$, 'SCHEMA', own);
end $define$;
`
