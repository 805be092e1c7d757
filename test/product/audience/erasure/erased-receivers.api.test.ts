import { beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { addressAt, createReceiver, receivedBy } from '../../../support/webhooks/webhook-receivers.js'

/** Tests the erasure of requests that came to webhook receivers and name the erased person. */

const email = 'ada@larkspur.example'

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

test.each(['workspace', 'project'])('of a %s goes as a whole, and what names others stays', async (scope) => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const receiver = await createReceiver(service.url, key)
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(addressAt(service.url, receiver), { method: 'POST', body, headers })
  await send('{"data":{"recipient":"ADA@larkspur.example","name":"Ada"}}')
  await send('https://shop.example/?to=ada%40larkspur.example')
  await send('{}', { 'X-Recipient': email })
  await send('{"data":{"recipient":"bob@larkspur.example"}}')
  await send('{"data":{"recipient":"not-ada@larkspur.example"}}')
  expect(await receivedBy(service.url, key, receiver.id)).toHaveLength(5)

  const reply = await call(service.url, 'POST', '/v1/compliance/deletions', {
    key,
    body: { email, ...(scope === 'project' && { project_id: tenant.liveProject }) },
  })
  expect(reply.body, reply.text).toMatchObject({ status: 'completed' })
  expect((await receivedBy(service.url, key, receiver.id)).map(({ body }) => body)).toEqual([
    '{"data":{"recipient":"not-ada@larkspur.example"}}',
    '{"data":{"recipient":"bob@larkspur.example"}}',
  ])
  const left = (await dump(service.sql, tenant.workspaceId)).get('webhook_receiver_requests') ?? []
  expect(left).toHaveLength(2)
  expect(found(new Map([['left', left]]), ['"Ada"'])).toEqual([])
})
