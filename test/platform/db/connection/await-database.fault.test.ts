import { createServer, connect, type AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { awaitDatabase } from '../../../../server/platform/db/connection/await-database.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { heldPort } from '../../../support/network/ports.js'
import { run, serviceEnv } from '../../../support/service/process.js'
import { until } from '../../../support/time/until.js'

/** A start where the database is not there yet. */

const failing = (code: string) => Object.assign(new Error('it is not there'), { code })
const silent = { warn: () => undefined, info: () => undefined }

test.each(['ECONNREFUSED', '53300', '57P03'])('%s passes by itself', async (code) => {
  let tries = 0
  const raw = () => Promise.resolve((tries += 1)).then((n) => (n < 4 ? Promise.reject(failing(code)) : n))
  await awaitDatabase({ raw } as never, silent, { maxMs: 10_000, everyMs: 1 })
  expect(tries).toBe(4)
})

test.each([
  ['ECONNREFUSED', 3],
  ['28P01', 1],
  ['3D000', 1],
])('%s is not waited for without end', async (code, min) => {
  let tries = 0
  const raw = () => Promise.resolve((tries += 1)).then(() => Promise.reject(failing(code)))
  const waiting = awaitDatabase({ raw } as never, silent, { maxMs: 100, everyMs: 10 })
  await expect(waiting).rejects.toMatchObject({ code })
  expect(tries).toBeGreaterThanOrEqual(min)
  if (min === 1) expect(tries).toBe(1)
})

test('a service that starts before its database is ready once that is there', async () => {
  const database = await createMigratedDatabase()
  const port = await heldPort()
  const { hostname, port: databasePort } = new URL(database.url)
  const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(port) }).href
  const env = await serviceEnv({
    DATABASE_URL: url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
  })
  const started = run('main.js', [], env)
  await until(() => started.stdout().includes('waiting for it'), 'a start that waits')
  const proxy = createServer((near) => {
    const far = connect({ host: hostname, port: Number(databasePort) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
    }
  }).listen(port, '127.0.0.1')
  await until(() => started.stdout().includes('"ready"'), 'a start that went on')
  expect((proxy.address() as AddressInfo).port).toBe(port)
  await started.kill('SIGTERM')
  proxy.close()
  await database.drop()
})
