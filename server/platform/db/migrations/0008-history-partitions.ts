/**
 * Adds functions that divide the tables of the history by time, once they are large (scheduler/partitions). Each runs
 * as the schema's owner, since the service's own role may not change tables, and names the schema, since tables of
 * the caller's session could stand before its own otherwise. A function that locks a table gives up after half a
 * second, so that nobody waits for longer.
 */
export const up = `
do $define$
declare
  own text := quote_ident(current_schema());
begin
  execute replace($body$

-- The column whose time a table is divided by. Whoever may call these functions has them change no other table.
create function SCHEMA.history_key(of_table text) returns text language plpgsql immutable as $$
begin
  case
    when of_table in ('messages', 'message_logs', 'events', 'webhook_deliveries') then return 'id';
    when of_table in ('message_contents', 'message_attachments') then return 'message_id';
    when of_table in ('message_metadata', 'attempt_conversations') then return 'log_id';
    else raise exception 'the history has no table %', of_table;
  end case;
end $$;

-- The name of a partition: the first one, or one by its first day.
create function SCHEMA.history_part(of_table text, part text) returns text language plpgsql immutable as $$
begin
  perform SCHEMA.history_key(of_table);
  if part !~ '^([0-9]{8}|first)$' then raise exception 'the history has no partition %', part; end if;
  return of_table || '_' || part;
end $$;

-- The bytes of a table with its indexes, on whatever machines it is.
create function SCHEMA.history_bytes(of_table text) returns bigint language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  own regclass := format('SCHEMA.%I', of_table)::regclass;
  distributed boolean := false;
  total bigint;
begin
  perform SCHEMA.history_key(of_table);
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1)' into distributed using own;
  end if;
  if distributed then
    execute 'select citus_total_relation_size($1)' into total using own;
  else
    total := pg_total_relation_size(own);
  end if;
  return total;
end $$;

-- Makes of a table the default partition of one that is divided by time, with the same columns, indexes and rights.
create function SCHEMA.begin_history_partitions(of_table text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  key text := SCHEMA.history_key(of_table);
  rest text := of_table || '_default';
  definitions text[] := '{}';
  definition text;
  distributed boolean := false;
  item record;
begin
  if exists (select from pg_class where oid = format('SCHEMA.%I', of_table)::regclass and relkind = 'p') then
    return;
  end if;
  execute format('alter table SCHEMA.%I rename to %I', of_table, rest);
  for item in
    select class.relname as name, pg_get_indexdef(class.oid) as definition, pg_get_constraintdef(con.oid) as primary_key
    from pg_index index join pg_class class on class.oid = index.indexrelid
    left join pg_constraint con on con.conindid = class.oid and con.contype = 'p'
    where index.indrelid = format('SCHEMA.%I', rest)::regclass
  loop
    execute format('alter index SCHEMA.%I rename to %I', item.name, item.name || '_default');
    definitions := definitions || case
      when item.primary_key is null then replace(item.definition, format(' ON SCHEMA.%I ', rest), format(' ON SCHEMA.%I ', of_table))
      else format('alter table SCHEMA.%I add constraint %I %s', of_table, item.name, item.primary_key) end;
  end loop;
  execute format('create table SCHEMA.%I (like SCHEMA.%I including defaults including constraints including storage)
    partition by range (%I)', of_table, rest, key);
  foreach definition in array definitions loop
    execute definition;
  end loop;
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1)' into distributed
      using format('SCHEMA.%I', rest)::regclass;
  end if;
  if distributed then
    execute format('select create_distributed_table(%L, %L, colocate_with => %L)', format('SCHEMA.%I', of_table), 'workspace_id',
      format('SCHEMA.%I', rest));
  end if;
  for item in
    select entry.privilege_type as privilege,
      case when entry.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(entry.grantee)) end as grantee
    from pg_class, aclexplode(relacl) entry where oid = format('SCHEMA.%I', rest)::regclass
  loop
    execute format('grant %s on SCHEMA.%I to %s', item.privilege, of_table, item.grantee);
  end loop;
  execute format('alter table SCHEMA.%I attach partition SCHEMA.%I default', of_table, rest);
end $$;

-- Has the default partition take only ids from one on (null: any) and below another, so as to become a partition of
-- these. validate_history_bound then reads all of it, while others read and write.
create function SCHEMA.bound_history_default(of_table text, lower uuid, upper uuid) returns void language plpgsql
  security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
begin
  execute format('alter table SCHEMA.%1$I add constraint %2$I check (%3$I < %4$L and (%5$L::uuid is null or %3$I >= %5$L)) not valid',
    of_table || '_default', of_table || '_default_bound', SCHEMA.history_key(of_table), upper, lower);
end $$;
create function SCHEMA.validate_history_bound(of_table text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
begin
  perform SCHEMA.history_key(of_table);
  execute format('alter table SCHEMA.%I validate constraint %I', of_table || '_default', of_table || '_default_bound');
end $$;
create function SCHEMA.unbound_history_default(of_table text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
begin
  perform SCHEMA.history_key(of_table);
  execute format('alter table SCHEMA.%I drop constraint if exists %I', of_table || '_default', of_table || '_default_bound');
end $$;

-- The bound of a partition: from an id on, or from the least.
create function SCHEMA.history_range(lower uuid, upper uuid) returns text language sql immutable as $$
  select pg_catalog.format('for values from (%s) to (%L)', coalesce(pg_catalog.quote_literal(lower), 'minvalue'), upper)
$$;

-- Makes of the default partition, which has a validated bound, a partition of its ids, and a new, empty default partition.
create function SCHEMA.close_history_default(of_table text, part text, lower uuid, upper uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  rest text := of_table || '_default';
  closed text := SCHEMA.history_part(of_table, part);
begin
  execute format('alter table SCHEMA.%I detach partition SCHEMA.%I', of_table, rest);
  execute format('alter table SCHEMA.%I rename to %I', rest, closed);
  execute format('alter table SCHEMA.%I attach partition SCHEMA.%I %s', of_table, closed, SCHEMA.history_range(lower, upper));
  execute format('alter table SCHEMA.%I drop constraint %I', closed, rest || '_bound');
  execute format('create table SCHEMA.%I (like SCHEMA.%I including defaults including constraints including storage)', rest, of_table);
  execute format('alter table SCHEMA.%I attach partition SCHEMA.%I default', of_table, rest);
end $$;

-- Adds an empty partition. The default partition must have no row of its ids.
create function SCHEMA.add_history_partition(of_table text, part text, lower uuid, upper uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  added text := SCHEMA.history_part(of_table, part);
begin
  execute format('create table SCHEMA.%I (like SCHEMA.%I including defaults including constraints including storage)', added, of_table);
  execute format('alter table SCHEMA.%I attach partition SCHEMA.%I %s', of_table, added, SCHEMA.history_range(lower, upper));
end $$;

create function SCHEMA.drop_history_partition(of_table text, part text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
begin
  execute format('drop table SCHEMA.%I', SCHEMA.history_part(of_table, part));
end $$;

-- Counts what the planner goes by: PostgreSQL by itself does so for partitions, and not for what they are parts of.
create function SCHEMA.analyze_history(of_table text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform SCHEMA.history_key(of_table);
  execute format('analyze SCHEMA.%I', of_table);
end $$;

  $body$, 'SCHEMA', own);
  for own in select oid::regprocedure::text from pg_proc
    where pronamespace = current_schema()::regnamespace and proname ~ '(^|_)history(_|$)'
  loop
    execute format('revoke execute on function %s from public', own);
  end loop;
end $define$;
`
