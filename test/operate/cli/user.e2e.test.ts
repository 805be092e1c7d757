import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** The operator manages users beside a running service, by the rules of the API. */

let service: TestService

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
})
afterAll(() => service.stop())

const cli = (...args: string[]) => command(commandEnv(service), 'user', ...args)
const answered = (...args: string[]) => answerOf(cli(...args))
const failed = (message: string, code = 1) => ({ code, stdout: '', stderr: `${message}\n` })

test('users are added, listed, changed and removed', async () => {
  expect(await answered('list')).toMatch(/^usr_\w+ {2}owner {3}owner@postseal.localhost$/)
  const added = await answered('create', '--email', 'Ada@Shop.Example', '--role', 'admin', '--name', 'Ada')
  expect(added).toMatch(
    /^usr_\w+ {2}admin {3}ada@shop\.example {2}Ada\n.*session link --email ada@shop\.example$/,
  )
  expect(JSON.parse(await answered('list', '--json'))).toMatchObject([
    { email: 'ada@shop.example', name: 'Ada', role: 'admin', last_signed_in_at: null },
    { email: 'owner@postseal.localhost', name: null, role: 'owner' },
  ])
  const key = await answerOf(command(commandEnv(service), 'session', 'create', '--email', 'ada@shop.example'))
  const keys = async () => (await call(service.url, 'GET', '/v1/api-keys', { key })).status
  expect(await keys()).toBe(200)
  expect(await answered('role', 'ADA@shop.example', 'member')).toContain('member  ada@shop.example')
  await until(async () => (await keys()) === 403, 'the role')
  expect(await answered('remove', 'ada@shop.example')).toBe(
    'Removed ada@shop.example, and ended the sessions.',
  )
  await until(async () => (await keys()) === 401, 'the end of the session')
  const { rows } = await service.sql.query(
    `select operation from audit_events where operation like 'cli.user.%' order by id`,
  )
  expect(rows.map(({ operation }) => operation as string)).toEqual([
    'cli.user.create',
    'cli.user.role',
    'cli.user.remove',
  ])
})

test('what cannot be done is said in a sentence', async () => {
  const create = (email: string, role: string, ...more: string[]) =>
    cli('create', '--email', email, '--role', role, ...more)
  expect(await create('ada', 'admin')).toMatchObject(
    failed('"ada" is not an address such as ada@shop.example.', 2),
  )
  expect(await create('a@b.example', 'boss')).toMatchObject(
    failed('"boss" is not a role: use owner, admin or member.', 2),
  )
  expect(await create('a@b.example', 'admin', '--name', '\u202e')).toMatchObject(
    failed('name must have a visible character.'),
  )
  await create('a@b.example', 'member')
  expect(await create('A@b.example', 'owner')).toMatchObject(
    failed('a@b.example is the address of a user of this workspace already.'),
  )
  const lastOwner =
    'The last owner of a workspace cannot be removed and cannot get another role. Make another user an owner first.'
  expect(await cli('remove', 'owner@postseal.localhost')).toMatchObject(failed(lastOwner))
  expect(await cli('role', 'owner@postseal.localhost', 'admin')).toMatchObject(failed(lastOwner))
  expect(await cli('remove', 'nobody@b.example')).toMatchObject({ code: 1, stdout: '' })
})

test('a session without an address is for the owner who was added first, whatever the address is', async () => {
  await service.sql.query(`update users set email = 'ada@b.example' where role = 'owner'`)
  const created = await answerOf(command(commandEnv(service), 'session', 'create', '--json'))
  expect(JSON.parse(created)).toMatchObject({ email: 'ada@b.example', role: 'owner' })
})
