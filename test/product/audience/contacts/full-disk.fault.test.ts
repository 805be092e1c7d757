import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { fillDisk, refusedByDisk } from '../../../support/database/full-disk.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { plain, templateCalls } from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Requests that store in pieces, or much at once, while the database's disk is full. */

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({ erasures: { everySeconds: 0.05 } })
  tenant = await addTenant(service)
  key = await tenant.key()
})
afterAll(() => service.stop())

const count = async (table: string) =>
  (await service.sql.query(`select from ${table} where workspace_id = $1`, [tenant.workspaceId])).rowCount

test('a file of suppressions says that some of it may be there, and the same file completes it', async () => {
  const file = Array.from({ length: 1_700 }, (_, n) => `n${n}@full.example`).join('\n')
  const send = () =>
    call(service.url, 'POST', '/v1/suppressions/import', {
      key,
      raw: file,
      headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': 'full-disk' },
    })
  const disk = await fillDisk(service, ['suppressions'], `new.address like 'n1200@%'`)
  expect(await send()).toMatchObject(refusedByDisk('Some lines may be imported: send the file again.'))
  expect(await count('suppressions')).toBe(1_000)
  await disk.makeRoom()
  expect((await send()).body).toMatchObject({ imported: 700, already_present: 1_000, rejected: 0 })
})

test('a deletion that has begun says so, and goes on by itself', async () => {
  const body = { email: 'ada@full.example' }
  await call(service.url, 'POST', '/v1/suppressions', { key, body })
  const ask = () => call(service.url, 'POST', '/v1/deletions', { key, body })
  const disk = await fillDisk(service, ['deletions'], 'new.step is not null')
  expect(await ask()).toMatchObject(
    refusedByDisk('The deletion has started and continues on its own. Repeat the request to get the result.'),
  )
  await disk.makeRoom()
  expect(await ask()).toMatchObject({ status: 201, body: { status: 'completed' } })
  expect(await count('deletions')).toBe(1)
})

test('a version of a template is there as a whole or not at all', async () => {
  const templates = templateCalls(service.url, await service.session('admin'))
  const id = await templates.published()
  for (const table of ['template_versions', 'templates']) {
    const disk = await fillDisk(service, [table])
    const told = refusedByDisk('Nothing was stored.')
    expect(await templates.createVersion(id, { ...plain, text: table })).toMatchObject(told)
    expect(await templates.create({ name: table })).toMatchObject(told)
    await disk.makeRoom()
    expect((await templates.get(id)).body).toMatchObject({ latest_version: 1, published_version: 1 })
  }
  expect((await templates.createVersion(id)).body).toMatchObject({ version: 2 })
})
