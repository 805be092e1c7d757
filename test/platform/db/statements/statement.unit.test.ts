import { expect, expectTypeOf, test } from 'vitest'
import type { Uuid, WorkspaceId } from '../../../../server/platform/db/ids.js'
import { gather, statement } from '../../../../server/platform/db/statements/statement.js'

test('a name belongs to one text: a connection has prepared one statement by it', () => {
  const text = 'select 1 as one'
  expect(() => [statement('only_of_this_test', text), statement('only_of_this_test', text)]).not.toThrow()
  expect(() => statement('only_of_this_test', 'select 2 as two')).toThrow('another one has this name')
})

test('a text has no question mark, which would be taken for a placeholder', () => {
  expect(() => statement('with_question', "select '?'")).toThrow('question marks')
})

test('a statement of one workspace takes the id of a workspace first, and the compiler refuses anything else', () => {
  const text = 'select from workspaces where id = $1'
  const ofWorkspace = statement<[workspaceId: WorkspaceId]>('of_a_workspace', text)
  expectTypeOf<Uuid>().not.toExtend<Parameters<typeof ofWorkspace>[1]>()
  expectTypeOf<WorkspaceId>().toExtend<Uuid>()
  // @ts-expect-error the id of something else
  statement<[id: Uuid]>('of_a_workspace', text)
  // @ts-expect-error a string that could be anything
  statement<[id: string]>('of_a_workspace', text)
})

test.each([
  'update workspaces set name = $1 returning id',
  'with gone as (DELETE from workspaces returning id) select id from gone',
  'select id from workspaces for no key update skip locked',
  'select id from workspaces for key share',
  'with recursive next as (select id from workspaces union all select id from next) select id from next',
])('what gathers from all workspaces neither writes nor locks: %s', (text) => {
  expect(() => gather<[], unknown>('gathers_with_more', text)).toThrow('only reads')
})

test('what gathers may read columns that are called like writes', () => {
  const text = 'select updated_at, deleted_at from contacts order by id limit $1'
  expect(() => gather<[max: number], unknown>('gathers_only', text)).not.toThrow()
})
