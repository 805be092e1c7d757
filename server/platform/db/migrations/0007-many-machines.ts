/**
 * Prepares the schema for a database of many machines, which keeps a key unique within a workspace only, so that
 * indexes of the hashes of random tokens are not unique, and which cannot take an identity column back.
 */
export const up = `
drop index sign_in_links_by_token;
create index sign_in_links_by_token on sign_in_links (token_hash);
drop index webhook_receivers_by_token;
create index webhook_receivers_by_token on webhook_receivers (token_hash);

alter table statistics_pending alter column id drop identity;
create sequence statistics_pending_ids owned by statistics_pending.id;
select setval('statistics_pending_ids', (select coalesce(max(id), 0) + 1 from statistics_pending), false);
alter table statistics_pending alter column id set default nextval('statistics_pending_ids');
-- An identity column needs no right to its sequence; processes that run meanwhile go on inserting.
do $grant$
declare
  role_that_inserts text;
begin
  for role_that_inserts in
    select distinct grantee from information_schema.role_table_grants
    where table_schema = current_schema() and table_name = 'statistics_pending' and privilege_type = 'INSERT'
      and grantee <> 'PUBLIC'
  loop
    execute format('grant usage, select on sequence statistics_pending_ids to %I', role_that_inserts);
  end loop;
end $grant$;
`
