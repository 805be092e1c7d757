import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api.js'
import { untilWaiting } from '../../support/lock-waits.js'
import { startTestService, type TestService } from '../../support/service.js'
import { addTenant } from '../../support/tenant.js'

const connections = 8

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_DATABASE_CONNECTIONS: `${connections}` },
  })
})
afterAll(() => service.stop())

test('reads of one workspace that take long do not keep another one from the database', async () => {
  const other = await addTenant(service)
  const session = await other.session('owner')
  const lock = await service.sql.connect()
  try {
    await lock.query('begin; lock table message_logs in access exclusive mode')
    const slow = Array.from({ length: 3 * connections }, () =>
      call(service.url, 'GET', '/v1/message-logs', { key: service.credentials.project_key }),
    )
    await untilWaiting(service.sql, 'reads', (connections * 3) / 4)
    for (let times = 0; times < 5; times += 1)
      expect((await call(service.url, 'GET', '/v1/projects', { key: session })).status).toBe(200)
    await lock.query('rollback')
    for (const reply of slow) expect((await reply).status).toBe(200)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
})
