import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { importFile, storedParts, type Importer } from '../../../support/audience/contact-imports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Files that arrive slowly, many at once. The role that imports them runs nowhere, so what is stored stays. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
})
afterAll(() => service.stop())

const importerOf = async (tenant: Tenant): Promise<Importer> => ({
  url: service.url,
  key: await tenant.key(),
  project: tenant.testProject,
})

/** Sends more than one part of a file, and keeps the rest back. */
function upload({ url, key, project }: Importer) {
  const asking = request(`${url}/v1/contacts/import?project_id=${project}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
  })
  asking.write(`email\n${'ada@example.com\n'.repeat(20_000)}`)
  const reply = new Promise<{ status: number; body: string }>((resolve, reject) => {
    asking.once('error', reject)
    asking.once('response', (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
  })
  return {
    end: () => {
      asking.end()
      return reply
    },
  }
}

test('ten files of a workspace arrive at once, and as many imports run, however they begin', async () => {
  const tenant = await addTenant(service)
  const importer = await importerOf(tenant)
  const other = await importerOf(await addTenant(service))
  const uploadMany = async (count: number) => {
    const before = await storedParts(service, tenant.workspaceId)
    const uploads = Array.from({ length: count }, () => upload(importer))
    const stored = async () => (await storedParts(service, tenant.workspaceId)) === before + count
    await until(stored, 'the first parts')
    return uploads
  }

  const ten = await uploadMany(10)
  const eleventh = await importFile(importer, 'email\neve@example.com\n')
  expect([eleventh.status, eleventh.body.error.code]).toEqual([503, 'unavailable'])
  const suppressions = await call(service.url, 'POST', '/v1/suppressions/import', {
    key: importer.key,
    raw: 'email\neve@example.com\n',
    headers: { 'Content-Type': 'text/csv' },
  })
  expect([suppressions.status, suppressions.body.error.code]).toEqual([503, 'unavailable'])
  expect((await importFile(other, 'email\neve@example.com\n')).status).toBe(202)
  const replies = await Promise.all(ten.map(({ end }) => end()))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(202))

  const { id } = JSON.parse(replies[0]?.body ?? '') as { id: string }
  const cancelled = await call(service.url, 'POST', `/v1/contact-imports/${id}/cancel`, { key: importer.key })
  expect(cancelled.status).toBe(200)
  await until(async () => (await storedParts(service, tenant.workspaceId)) === 18, 'the end of its file')
  // Both begin while nine run.
  const two = await uploadMany(2)
  const both = await Promise.all(two.map(({ end }) => end()))
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  await until(
    async () => (await storedParts(service, tenant.workspaceId)) === 20,
    'the end of the refused file',
  )
})
