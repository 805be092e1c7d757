import { expect, test } from 'vitest'
import { maxAtOnceOfWorkspace } from '../../../../server/product/audience/erasure/deletion-handlers.js'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { erasureCalls } from '../../../support/erasure/erasure-calls.js'
import { startTestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

test('a workspace whose deletions wait leaves a place to others', async ({ onTestFinished }) => {
  const service = await startTestService({ erasures: { everySeconds: 3600, requestSeconds: 3600 } })
  onTestFinished(() => service.stop())
  const { erase } = erasureCalls(() => service)
  const [greedy, other] = [await addTenant(service), await addTenant(service)]
  const [key, keyOfOther] = [await greedy.key(), await other.key()]
  const addresses = Array.from({ length: maxAtOnceOfWorkspace + 3 }, (_, index) => `a${index}@flight.example`)
  const body = {
    project_id: greedy.liveProject,
    from_email: 'no-reply@shop.example',
    subject: 'Hi',
    text: 'Hi',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  for (const email of addresses) {
    const sent = await call(service.url, 'POST', '/v1/messages', { key, body: { ...body, to: [{ email }] } })
    expect(sent.status).toBe(202)
  }
  // As if another process were in the middle of their sessions.
  const held = [greedy.workspaceId, newUuid()]
  await service.sql.query(
    `update delivery_queue set lease = $2, due_at = now() + interval '1 hour' where workspace_id = $1`,
    held,
  )

  const asked = addresses.map((email) => erase(key, email))
  const countOf = async (which: string) => {
    const { rowCount } = await service.sql.query(
      `select from deletions where workspace_id = $1 and ${which}`,
      [greedy.workspaceId],
    )
    return rowCount
  }
  await until(async () => (await countOf('true')) === addresses.length, 'all deletions to begin')
  await until(async () => (await countOf('lease is not null')) === maxAtOnceOfWorkspace, 'its share')
  expect((await erase(keyOfOther, 'b@flight.example')).status).toBe('completed')
  expect(await countOf('lease is not null')).toBe(maxAtOnceOfWorkspace)
  expect(await countOf('completed_at is not null')).toBe(0)

  await service.sql.query(
    'update delivery_queue set lease = null where workspace_id = $1 and lease = $2',
    held,
  )
  for (const deletion of await Promise.all(asked)) expect(deletion.status).toBe('completed')
})
