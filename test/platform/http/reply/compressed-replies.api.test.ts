import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Asks without decoding the body. */
async function ask(path: string, encoding?: string) {
  const { headers, body } = await request(`${service.url}${path}`, {
    headers: {
      Authorization: `Bearer ${service.credentials.project_key}`,
      ...(encoding !== undefined && { 'Accept-Encoding': encoding }),
    },
  })
  return { headers, body: Buffer.from(await body.arrayBuffer()) }
}

function rowsOf(body: Buffer): unknown {
  return (JSON.parse(body.toString()) as { data: unknown }).data
}

test('a long reply is compressed for a client that takes that, and a short one never', async () => {
  const to = Array.from({ length: 20 }, (_, index) => `person-${index}@example.com`)
  await send(service, to)
  const plain = await ask('/v1/message-logs?limit=20')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toContain('Accept-Encoding')
  const small = await ask('/v1/message-logs?limit=20', 'gzip, br')
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(small.body.length),
  })
  expect(small.body.length).toBeLessThan(plain.body.length / 3)
  expect(rowsOf(gunzipSync(small.body))).toEqual(rowsOf(plain.body))
  const short = await ask('/v1/message-logs?limit=1', 'gzip')
  expect(short.headers['content-encoding']).toBeUndefined()
})
