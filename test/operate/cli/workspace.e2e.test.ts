import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advisoryLocks } from '../../../server/platform/db/transaction/advisory-locks.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { messageFor, send, settled } from '../../support/messages/messages.js'
import { run } from '../../support/service/process.js'
import { until } from '../../support/time/until.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { rowsOfWorkspace } from '../../support/database/rows-of-workspace.js'

/** The operator makes workspaces, limits them and ends them, beside a running service. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({ delivery: { pollMs: 20 } })
})
afterAll(() => service.stop())

const cli = (...args: string[]) => command(commandEnv(service), 'workspace', ...args)
const answered = (...args: string[]) => answerOf(cli(...args))
const json = async (...args: string[]) => JSON.parse(await answered(...args, '--json'))
const endedWith =
  (expected: number) =>
  async (...args: string[]) => {
    const { code, stderr, stdout } = await cli(...args)
    expect([code, stdout]).toEqual([expected, ''])
    return stderr.trimEnd()
  }
const refused = endedWith(1)
const misused = endedWith(2)

interface Made {
  readonly workspace_id: string
  readonly project_id: string
  readonly project_key: string
  readonly workspace_key: string
  readonly sign_in_link: string
}

const made = (name: string, ...options: string[]): Promise<Made> =>
  json('create', name, '--owner', 'ada@shop.example', '--keys', ...options)

test('a workspace is made with limits, and its owner signs in', async () => {
  const file = path.join(service.dataDir, 'limits.json')
  writeFileSync(file, JSON.stringify({ recipients_per_month: 3, contacts: 1, domains: null }))
  const { workspace_id: id, ...credentials } = await made('Shop', '--limits', file)
  const token = new URL(credentials.sign_in_link).hash.slice(1)
  const session = await call(service.url, 'POST', '/v1/sessions', { body: { token } })
  expect(session.status, session.text).toBe(201)
  expect(session.body.session.workspace).toEqual({ id, name: 'Shop' })
  const own = await call(service.url, 'GET', '/v1/workspace', { key: credentials.workspace_key })
  expect(own.body.limits).toMatchObject({
    recipients_per_month: 3,
    recipients_per_day: null,
    contacts: 1,
    domains: 1000,
  })

  const message = await send(service.url, credentials.project_key, credentials.project_id)
  await settled(service.url, credentials.project_key, message)
  const listed = await json('list')
  expect(listed).toHaveLength(2)
  expect(listed[1]).toMatchObject({ id, name: 'Shop', state: 'active', recipients_this_month: 1 })
  const lines = (await answered('list')).split('\n')
  expect(lines[0]).toMatch(/^ID +NAME +STATE +MONTH +LIMIT$/)
  expect(lines[2]).toMatch(new RegExp(`^${id} +Shop +active +1 +3$`))
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect((await json('show', '--workspace', id)).usage).toMatchObject({
    recipients_this_month: { used: 1, limit: 3, left: 2 },
    contacts: { used: 0, limit: 1, left: 1 },
    domains: { used: 0, limit: 1000, left: 1000 },
  })

  expect(await answered('rename', 'Big shop', '--workspace', id)).toContain(`${id}  Big shop`)
  expect(await answered('limits', 'contacts=none', 'domains=2', '--workspace', id)).toMatch(
    /recipients_per_month +3\ncontacts +none\ndomains +2\n/,
  )
  const { body } = await call(service.url, 'GET', '/v1/audit-events', { key: session.body.token })
  const operations = (body.data as { operation: string }[]).map(({ operation }) => operation)
  expect(operations).toEqual(
    expect.arrayContaining(['cli.workspace.create', 'cli.workspace.rename', 'cli.workspace.limits']),
  )
})

test('what makes no sense is refused in words', async () => {
  const id = service.credentials.workspace_id
  expect(await misused('create', '  ', '--owner', 'ada@shop.example')).toMatch(/^A name has 1 to 100/)
  expect(await misused('create', 'Shop', '--owner', 'ada')).toBe(
    '"ada" is not an address such as ada@shop.example.',
  )
  expect(await misused('limits', 'messages=1', '--workspace', id)).toMatch(
    /^There is no limit "messages"\. There are: /,
  )
  expect(await misused('limits', 'contacts', '--workspace', id)).toMatch(
    /^"contacts" is not a limit such as /,
  )
  expect(await misused('limits', 'contacts=-1', '--workspace', id)).toBe(
    'contacts takes a whole number from 0 to 1000000000, not "-1".',
  )
  const file = path.join(service.dataDir, 'not-limits.json')
  writeFileSync(file, '[]')
  expect(await misused('limits', '--file', file, '--workspace', id)).toContain('is not a JSON object such as')
  writeFileSync(file, '{')
  expect(await misused('create', 'Shop', '--owner', 'a@b.example', '--limits', file)).toContain(
    'is not JSON.',
  )
  expect(await refused('restore', '--workspace', id)).toBe('This workspace is not archived.')
  expect(await misused('delete', '--now', '--workspace', id, '--confirm', 'x')).toBe(
    'This deletes all of the workspace for good. Repeat its name: --confirm "Default"',
  )
})

test('an archived workspace can be read and does not send, until it is restored', async () => {
  const { workspace_id: id, project_id, project_key: key } = await made('Archived')
  const message = await send(service.url, key, project_id)
  expect(await answered('archive', '--workspace', id)).toContain('\narchived, made at ')
  const trySend = () => call(service.url, 'POST', '/v1/messages', { key, body: messageFor(project_id) })
  expect((await trySend()).body.error.code).toBe('sending_halted')
  expect((await call(service.url, 'GET', `/v1/messages/${message}`, { key })).status).toBe(200)
  const { body } = await call(service.url, 'GET', '/v1/sending-status', { key })
  expect([body.status, body.reason]).toEqual(['halted', 'archived'])
  expect(await refused('resume', '--workspace', id)).toMatch(/archived/)

  expect(await answered('delete', '--workspace', id)).toMatch(/\nto delete at 20.*, made at /)
  expect(await answered('restore', '--workspace', id)).toContain('\narchived, ')
  expect(await answered('restore', '--workspace', id)).toContain('\nactive, ')
  expect((await trySend()).status).toBe(202)
})

test('a workspace is deleted at once where its name is repeated', async () => {
  const { workspace_id: id, project_id, project_key: key } = await made('Gone')
  const message = await send(service.url, key, project_id)
  await settled(service.url, key, message)
  expect(await answered('delete', '--now', '--confirm', 'Gone', '--workspace', id)).toMatch(
    new RegExp(`^Deleted ${id} \\(Gone\\) with \\d+ rows\\.$`),
  )
  expect((await rowsOfWorkspace(service.sql, fromTypeId('ws', id))).size).toBe(0)
  expect(await refused('show', '--workspace', id)).toContain(`There is no workspace ${id}.`)
  await until(
    async () => (await call(service.url, 'GET', '/v1/messages', { key })).status === 401,
    'the key to be forgotten',
  )
})

/** Keeps the service from deleting workspaces until the returned function is called. */
async function holdDeletions(): Promise<() => Promise<void>> {
  const other = await service.sql.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock($1)', [advisoryLocks.workspaceDeletion])
  return async () => {
    await other.query('commit')
    other.release()
  }
}

test('a deletion waits for its turn where the service is deleting a workspace', async () => {
  const { workspace_id: id } = await made('Next')
  const letGo = await holdDeletions()
  const deleting = run(
    'cli/main.js',
    ['workspace', 'delete', '--now', '--confirm', 'Next', '--workspace', id],
    commandEnv(service),
  )
  await until(() => deleting.stderr().includes('Waiting: '), 'the command to wait')
  await letGo()
  const { code, stdout } = await deleting.ended
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Deleted ${id} (Next)`)])
})

test('once a deletion has begun it is not taken back', async () => {
  const { workspace_id: id } = await made('Held')
  const letGo = await holdDeletions()
  await answered('delete', '--workspace', id)
  await service.sql.query(`update workspaces set delete_at = now() - interval '1 second' where id = $1`, [
    fromTypeId('ws', id),
  ])
  expect(await refused('restore', '--workspace', id)).toBe(
    'This workspace is being deleted: it cannot be restored.',
  )
  await letGo()
})
