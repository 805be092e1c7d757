import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileRule } from '../../../../../server/product/audience/segments/sql/compile.js'
import type { ResolvedRule } from '../../../../../server/product/audience/segments/rules/rule.js'
import { newUuid, newWorkspaceId } from '../../../../../server/platform/db/ids.js'
import { runSql } from '../../../../../server/platform/db/statements/run-sql.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import { asOfMs, retainedMs } from './arbitrary.js'
import { selects, type Profile } from './evaluator.js'
import { storeProfiles } from './stored-profiles.js'

/** Needs a database. Every operator on every type: what it finds, in the server's SQL and in the tests' evaluator. */

let database: ConnectedDatabase
let db: Knex
const context = {
  workspaceId: newWorkspaceId(),
  projectId: newUuid(),
  asOf: new Date(asOfMs),
  retainedSince: new Date(retainedMs),
}

const person: Profile = {
  address: 'ada@shop.example',
  name: 'Ada',
  properties: {
    text: 'pro',
    number: 5,
    flag: true,
    time: '2026-05-31T00:00:00Z',
    day: '2026-05-31',
  },
  unsubscribed: false,
  createdMs: Date.UTC(2026, 4, 31),
  events: [],
  messages: [],
  mails: [],
  subscriptions: {},
  choices: [],
}
const names = ['text', 'number', 'flag', 'time', 'day', 'missing']
const without = (...some: string[]) => names.filter((name) => !some.includes(name))

beforeAll(async () => {
  database = await openMigratedDatabase(1)
  db = database.db
  await storeProfiles(db, context, [person])
})
afterAll(() => database.drop())

/** Which of the rules select the person. */
async function selected(rules: readonly ResolvedRule[]): Promise<boolean[]> {
  const values: unknown[] = []
  const columns = rules.map((rule) => compileRule(rule, context, values)).join(', ')
  values.push(context.workspaceId)
  const text = `select array[${columns}] as found from contacts contact where workspace_id = $${values.length}::uuid`
  const [row] = await runSql<{ found: boolean[] }>(db, text, values)
  const found = row?.found ?? []
  const expected = rules.map((rule) => selects(rule, person, { asOfMs, retainedMs }))
  expect(found).toEqual(expected)
  return found
}

const ofProperties: [op: string, value: any, found: string[]][] = [
  ['eq', 'pro', ['text']],
  ['eq', 'Pro', []],
  ['eq', 5, ['number']],
  ['eq', '5', []],
  ['eq', 5.0000001, []],
  ['eq', true, ['flag']],
  ['eq', 'true', []],
  ['eq', '2026-05-31', ['day']],
  ['ne', 'pro', without('text')],
  ['ne', 5, without('number')],
  ['ne', true, without('flag')],
  ['in', ['pro', 5], ['text', 'number']],
  ['in', ['true', '5'], []],
  ['in', [false, true], ['flag']],
  ['exists', true, without('missing')],
  ['exists', false, ['missing']],
  ['gt', 4.9, ['number']],
  ['gt', 5, []],
  ['gte', 5, ['number']],
  ['gte', 5.1, []],
  ['lt', 5.1, ['number']],
  ['lt', 5, []],
  ['lte', 5, ['number']],
  ['lte', 4.9, []],
  ['contains', 'r', ['text']],
  ['contains', 'R', []],
  ['contains', '', ['text', 'time', 'day']],
  ['contains', '5', ['time', 'day']],
  ['contains', '%', []],
  ['starts_with', 'pr', ['text']],
  ['starts_with', 'ro', []],
  ['starts_with', '2026', ['time', 'day']],
  ['before', '2026-06-01', ['time', 'day']],
  ['before', '2026-05-31', []],
  ['before', '2026-05-31T00:00:00.001Z', ['time', 'day']],
  ['before', '2026-05-31T02:00:00+02:00', []],
  ['after', '2026-05-30T23:59:59.999Z', ['time', 'day']],
  ['after', '2026-05-31', []],
  ['within', 'PT36H', ['time', 'day']],
  ['within', 'PT35H59M59S', []],
]

test.each(ofProperties)('a property %s %j', async (op, value, found) => {
  const rules = names.map((name) => ({ property: { name, op, value } }))
  const flags = await selected(rules)
  expect(names.filter((_, index) => flags[index])).toEqual(found)
})

const ofFields: [field: any, op: string, value: any, found: boolean][] = [
  ['email_domain', 'eq', 'shop.example', true],
  ['email_domain', 'eq', 'Shop.example', false],
  ['email_domain', 'ne', 'shop.example', false],
  ['email_domain', 'in', ['a.example', 'shop.example'], true],
  ['email_domain', 'exists', true, true],
  ['email_domain', 'contains', 'ada', false],
  ['email_domain', 'contains', '.ex', true],
  ['email_domain', 'starts_with', 'shop', true],
  ['name', 'eq', 'Ada', true],
  ['name', 'ne', 'Ada', false],
  ['name', 'in', ['Ida'], false],
  ['name', 'exists', false, false],
  ['name', 'contains', 'd', true],
  ['name', 'starts_with', 'A', true],
  ['created_at', 'eq', '2026-05-31', true],
  ['created_at', 'eq', '2026-05-31T00:00:00.001Z', false],
  ['created_at', 'ne', '2026-05-31T02:00:00+02:00', false],
  ['created_at', 'in', ['2026-05-30', '2026-05-31'], true],
  ['created_at', 'exists', true, true],
  ['created_at', 'before', '2026-05-31', false],
  ['created_at', 'before', '2026-05-31T00:00:00.001Z', true],
  ['created_at', 'after', '2026-05-31', false],
  ['created_at', 'after', '2026-05-30T23:59:59.999Z', true],
  ['created_at', 'within', 'PT36H', true],
  ['created_at', 'within', 'PT35H', false],
  ['unsubscribed', 'eq', false, true],
  ['unsubscribed', 'ne', false, false],
  ['unsubscribed', 'in', [true], false],
  ['unsubscribed', 'exists', true, true],
  ['unsubscribed', 'exists', false, false],
]

test('fields of the contact', async () => {
  const rules = ofFields.map(([field, op, value]) => ({ contact: { field, op, value } }))
  expect(await selected(rules)).toEqual(ofFields.map(([, , , found]) => found))
})

test('names and values are no SQL', async () => {
  const hostile = [`'; drop table contacts; --`, `$1`, `"x"`, `\\'`, `{"a":1}`, `?`, `%_`, `a'||'b`]
  const rules = hostile.flatMap((text) => [
    { property: { name: text, op: 'eq', value: text } },
    { property: { name: 'text', op: 'contains', value: text } },
    { property: { name: 'text', op: 'in', value: [text] } },
    { contact: { field: 'name' as const, op: 'in', value: [text] } },
    { event: { name: text, where: [{ name: text, op: 'starts_with', value: text }] } },
  ])
  expect(await selected(rules)).toEqual(rules.map(() => false))
})
