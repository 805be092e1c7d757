/** Stores the limits that the operator sets for each workspace, what is left of them, and how a workspace ends. */
export const up = `
-- limits: the operator's, by name; what is absent is not limited, or as the configuration has it. closed_at: since when
-- the workspace is archived. delete_at: all of an archived workspace is deleted from then on. Statements of earlier
-- versions join workspaces to other tables, so no column is called as one of theirs.
alter table workspaces
  add column limits jsonb not null default '{}',
  add column closed_at timestamptz,
  add column delete_at timestamptz;
create index workspaces_to_delete on workspaces (delete_at) where delete_at is not null;
alter table workspaces drop constraint workspaces_halt_reason_check;
alter table workspaces add constraint workspaces_halt_reason_check
  check (halt_reason in ('operator', 'bounce_rate', 'complaint_rate', 'archived'));

-- What is left of the recipients of a day and a month (UTC), of workspaces with such a limit. The checks refuse a
-- statement that stores mail for more than that, so that what is left is exact whatever the processes do.
create table workspace_quotas (
  workspace_id uuid primary key,
  day date not null,
  day_limit bigint,
  day_left bigint constraint quota_of_day check (day_left >= 0),
  month date not null,
  month_limit bigint,
  month_left bigint constraint quota_of_month check (month_left >= 0)
);

alter table automation_runs drop constraint automation_runs_blocked_by_check;
alter table automation_runs add constraint automation_runs_blocked_by_check
  check (blocked_by in ('automation_paused', 'sending_halted', 'quota_exceeded'));

do $define$
declare
  own text := quote_ident(current_schema());
begin
  execute replace($body$
    -- Deletes up to max entries of a workspace whose time has come. Returns their number.
    create function SCHEMA.delete_audit_events(of_workspace uuid, max integer) returns integer
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    declare
      gone integer;
    begin
      if not exists (select from SCHEMA.workspaces where id = of_workspace and delete_at <= now()) then
        raise exception 'the workspace is not to be deleted yet' using errcode = 'insufficient_privilege';
      end if;
      perform set_config('postseal.audit_change', 'allowed', true);
      delete from SCHEMA.audit_events where workspace_id = of_workspace and id = any(array(
        select id from SCHEMA.audit_events where workspace_id = of_workspace order by id limit max));
      get diagnostics gone = row_count;
      perform set_config('postseal.audit_change', '', true);
      return gone;
    end $$;
    revoke execute on function SCHEMA.delete_audit_events(uuid, integer) from public;
  $body$, 'SCHEMA', own);
end $define$;
`
