import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** A service that makes a block of each two logs at once, and looks at all workspaces only as it starts. */
let service: TestService
beforeAll(async () => {
  service = await startTestService({
    statistics: { everySeconds: 0.1 },
    logSearch: { everySeconds: 0.1, walkSeconds: 3600, blockLogs: 2, settledSeconds: 0 },
  })
})
afterAll(() => service.stop())

test('a service indexes what is sent from it, also between its looks at all workspaces', async () => {
  const tenant = firstTenant(service)
  const key = await tenant.key()
  const indexed = async () => {
    const { rows } = await service.sql.query<{ logs: string }>(
      'select coalesce(sum(logs), 0) as logs from log_search_blocks where workspace_id = $1',
      [tenant.workspaceId],
    )
    return Number(rows[0]?.logs)
  }
  // The first two may be found by the look at all; the next ones are not.
  for (const count of [2, 4, 6]) {
    for (const subject of ['Quokka', 'Numbat'])
      expect(await send(service.url, key, tenant.testProject, { subject })).toMatch(/^msg_/)
    await until(async () => (await indexed()) >= count, `${count} logs in the index`)
  }
})
