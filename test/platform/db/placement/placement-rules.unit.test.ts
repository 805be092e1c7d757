import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import type { StatementKind } from '../../../../server/platform/db/connection/client.js'
import { ownWorkspace } from '../../../../server/platform/db/statements/own-workspace.js'
import { violationsOf } from '../../../support/placement/rules.js'
import { statementsOf } from '../../../support/placement/syntax.js'

/** Tests the findings of the tests' own reading of statements. Each refusal here was seen from Citus 13. */

const tables = new Set(['messages', 'message_logs', 'delivery_queue', 'workspaces', 'users', 'lease_owners'])

beforeAll(() => loadModule())

function found(sql: string, kind?: StatementKind): string {
  return statementsOf(sql)
    .flatMap((statement) => violationsOf(statement, kind, tables))
    .join('; ')
}

test.each([
  ['select from messages where workspace_id = $1 and id = $2', 'workspace'],
  [
    'select from messages m join message_logs l on l.workspace_id = m.workspace_id where m.workspace_id = $1',
    'workspace',
  ],
  ['select from messages where (workspace_id, id) = ($1, $2)', 'workspace'],
  [
    'select from workspaces join users on users.workspace_id = workspaces.id where workspaces.id = $1',
    'workspace',
  ],
  [
    'insert into messages (workspace_id, id) select own.workspace_id, id from (select id as workspace_id from workspaces where id = $1) own cross join unnest($2::uuid[]) as given (id)',
    'workspace',
  ],
  ['insert into messages (workspace_id, id) values ($1, $2)', 'workspace'],
  ['update "messages" set "subject" = $1 where "workspace_id" = $2', undefined],
  [
    `with given as (
       select g.id from unnest($2::uuid[]) g (id)
       left join lateral (select from users where users.id = g.id limit 1) u on true)
     insert into messages (workspace_id, id) select own.workspace_id, id from ${ownWorkspace} cross join given`,
    'workspace',
  ],
  [
    `insert into messages as m (workspace_id, id) select own.workspace_id, $2 from ${ownWorkspace}
     where not exists (select from messages where workspace_id = $1) returning m.id`,
    'workspace',
  ],
  ['select from lease_owners join users on true', 'service'],
  [
    'select from workspaces w join users on users.workspace_id = w.id where w.id = $1 for share of users',
    'workspace',
  ],
  ['with o as (select from lease_owners) select from messages, o where workspace_id = $1', 'workspace'],
  [
    'select w.id from workspaces w cross join lateral (select from messages where workspace_id = w.id limit 1) m order by w.id limit 9',
    'gather',
  ],
  ['select count(*) from delivery_queue', 'gather'],
  ['select from not_of_the_schema', 'workspace'],
] as const)('takes %s', (sql, kind) => {
  expect(found(sql, kind)).toBe('')
})

test.each([
  ['update users set role = coalesce(role, now()::text) where id = $1', undefined, 'CASE or COALESCE'],
  [
    "update messages set a = case when b then c + interval '1 ms' else c end where workspace_id = $1",
    'workspace',
    'CASE or COALESCE',
  ],
  [
    `with given as (select id from unnest($2::uuid[]) as g (id)),
       known as (select id from given where id in (select id from users))
     insert into messages (workspace_id, id) select own.workspace_id, id from ${ownWorkspace} cross join known`,
    'workspace',
    'it joins users with other expressions',
  ],
  ['insert into messages (workspace_id, at) values ($1, (select now()))', 'workspace', 'has a subquery'],
  [
    `insert into messages (workspace_id, id) select own.workspace_id, $2 from ${ownWorkspace}
     where not exists (select from messages where workspace_id = $1) returning id`,
    'workspace',
    'has no alias',
  ],
  ['select from messages where id = $1', 'workspace', 'messages is not narrowed'],
  ['select from messages where workspace_id = $2', 'workspace', 'messages is not narrowed'],
  ['select from messages where workspace_id = any($1)', undefined, 'messages is not narrowed'],
  [
    'select from messages m where workspace_id = $1 and exists (select from message_logs where id = m.id)',
    'workspace',
    'message_logs is not narrowed',
  ],
  [
    'select from messages m cross join lateral (select from message_logs l where l.workspace_id = m.workspace_id limit 1) l where workspace_id = $1',
    'workspace',
    'message_logs l is not narrowed',
  ],
  ['delete from messages where id = $1', undefined, 'messages is not narrowed'],
  [
    'insert into messages (workspace_id, id) select other, $1 from x',
    'workspace',
    'takes the workspace from elsewhere',
  ],
  [
    'with m as (select $2::uuid as id) insert into messages (workspace_id, id) select $1, id from m',
    'workspace',
    'needs every machine',
  ],
  [
    'insert into messages (workspace_id, id) select $1::uuid, id from unnest($2::uuid[]) as given (id)',
    'workspace',
    'needs every machine',
  ],
  [
    "insert into messages (workspace_id, id) select workspace_id, case kind when 'a' then $2 end from message_logs where workspace_id = $1",
    'workspace',
    'compares a value with others in CASE',
  ],
  [
    "update messages set kind = case kind when 'a' then 'b' else kind end where workspace_id = $1",
    'workspace',
    'compares a value with others in CASE',
  ],
  [
    'insert into messages (workspace_id, id) select workspaces.id, m.id from workspaces cross join json_to_record($2) as m (id uuid) where workspaces.id = $1',
    'workspace',
    'reads a record from JSON',
  ],
  [
    'select from users where workspace_id = $1 for share',
    'workspace',
    'locks rows of users on every machine',
  ],
  ['insert into messages (id) values ($1)', undefined, 'does not say the workspace'],
  [
    'select from messages join lease_owners on true where workspace_id = $1',
    'workspace',
    'ones of one machine',
  ],
  ['select from messages where workspace_id = $1', 'service', 'uses a distributed table'],
  ['delete from messages where workspace_id = $1 and ctid = any($2)', 'workspace', 'by ctid'],
  [
    'insert into messages (workspace_id) values ($1) on conflict (workspace_id) do update set at = now()',
    'workspace',
    'where an insert conflicts',
  ],
  [
    "insert into messages (workspace_id) values ($1) on conflict (workspace_id) do update set at = excluded.at + interval '1 hour'",
    'workspace',
    'where an insert conflicts',
  ],
  ['update messages set at = coalesce(at, now()) where workspace_id = $1', 'workspace', 'CASE or COALESCE'],
  [
    'update messages set at = now() + make_interval(secs => attempts) where workspace_id = $1',
    'workspace',
    'adds a column to a time',
  ],
  [
    "update messages set at = date_trunc('day', now() + make_interval(secs => attempts)) where workspace_id = $1",
    'workspace',
    'depends on the session and another column',
  ],
  ['update messages set a = 1 where workspace_id = $1 returning now()', 'workspace', 'returns a time'],
  ['select from messages', 'gather', 'has no limit'],
  ['select from messages for update limit 1', 'gather', 'locks rows'],
  ['update messages set a = 1', 'gather', 'writes'],
  [
    'with recursive r as (select 1 union all select 1 from messages) select from r limit 1',
    'gather',
    'recurses',
  ],
] as const)('refuses %s', (sql, kind, why) => {
  expect(found(sql, kind)).toContain(why)
})
