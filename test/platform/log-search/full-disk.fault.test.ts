import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { fillDisk } from '../../support/database/full-disk.js'
import { send } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** The index of message logs while the database's disk is full for it. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    logSearch: { everySeconds: 0.05, walkSeconds: 0.05, blockLogs: 4, settledSeconds: 0 },
  })
})
afterAll(() => service.stop())

test.each(['log_search_blocks', 'log_search_words'])(
  'searches find everything while nothing can be added to %s, and the index goes on by itself',
  async (table) => {
    const tenant = firstTenant(service)
    const key = await tenant.key()
    const word = `quokka${table.replaceAll('_', '')}`
    const found = async () => {
      const { body } = await call(service.url, 'GET', `/v1/message-logs?q=${word}&limit=100`, { key })
      return (body as { data: unknown[] }).data.length
    }
    const count = async (sql: string) => Number((await service.sql.query<{ n: string }>(sql)).rows[0]?.n)
    const indexed = () => count('select coalesce(sum(logs), 0) as n from log_search_blocks')
    const halfWritten = () =>
      count(
        `select count(*) as n from log_search_blocks block, unnest(block.words) as own (word) where not exists (
           select from log_search_words pair
           where pair.workspace_id = block.workspace_id and pair.word = own.word and pair.block = block.block)`,
      )
    const before = await indexed()
    const disk = await fillDisk(service, [table])
    for (let sent = 1; sent <= 10; sent += 1) {
      await send(service.url, key, tenant.testProject, { subject: word })
      expect(await found()).toBe(sent)
    }
    await until(async () => (await disk.refusals()) >= 2, 'blocks to be refused, and tried again')
    expect([await indexed(), await halfWritten(), await found()]).toEqual([before, 0, 10])
    await disk.makeRoom()
    await until(async () => (await indexed()) >= before + 8, 'the index')
    expect([await halfWritten(), await found()]).toEqual([0, 10])
  },
)
