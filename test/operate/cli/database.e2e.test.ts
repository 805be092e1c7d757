import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, commandEnv } from '../../support/commands/cli.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Commands about a database of many machines, on one that is not: test/citus has the others. */

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test.each([
  [['distribute']],
  [['distribute', '--plan']],
  [['status']],
  [['isolate', 'ws_01m8b084k1ex4rrek5nz88949z']],
])('database %j says what a PostgreSQL without Citus lacks', async (args) => {
  const { code, stdout, stderr } = await command(commandEnv(service), 'database', ...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('This PostgreSQL has no Citus: install it on every machine')
})

test('the embedded database stays on its machine', async () => {
  const { DATABASE_URL: _, ...env } = commandEnv(service)
  const { code, stderr } = await command(env, 'database', 'status')
  expect(code).toBe(1)
  expect(stderr).toContain('The embedded database is on one machine')
})
