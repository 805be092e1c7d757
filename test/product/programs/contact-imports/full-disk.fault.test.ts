import { afterAll, beforeAll, expect, test } from 'vitest'
import { countsOf, ended, importFile, type ContactImport } from '../../../support/audience/contact-imports.js'
import { fillDisk, refusedByDisk } from '../../../support/database/full-disk.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Files of contacts while the database's disk is full. */

let service: TestService
let tenant: Tenant
let importer: { url: string; key: string; project: string }
beforeAll(async () => {
  service = await startTestService({ programs: { pollMs: 20 } })
  tenant = await addTenant(service)
  importer = { url: service.url, key: await tenant.key(), project: tenant.testProject }
})
afterAll(() => service.stop())

const count = async (table: string) =>
  (await service.sql.query(`select from ${table} where workspace_id = $1`, [tenant.workspaceId])).rowCount
const fileOf = (lines: number, domain: string) =>
  `email,note\n${Array.from({ length: lines }, (_, n) => `n${n}@${domain},${Math.sin(n)}`).join('\n')}\n`

test('a file that finds no room is refused, and nothing of it stays', async () => {
  const disk = await fillDisk(service, ['contact_import_parts'], 'new.start > 0')
  // Of several parts, of which the first is stored.
  const file = fileOf(30_000, 'parts.example')
  expect(await importFile(importer, file)).toMatchObject(refusedByDisk('Nothing was stored.'))
  expect([await count('contact_import_parts'), await count('contact_imports')]).toEqual([0, 0])
  await disk.makeRoom()
  const { id } = (await importFile(importer, file)).body as ContactImport
  expect(countsOf(await ended(importer, id))).toEqual({ lines: 30_000, created: 30_000 })
})

test('an import that finds no room for itself leaves no file', async () => {
  const disk = await fillDisk(service, ['contact_imports'])
  expect(await importFile(importer, fileOf(10, 'row.example'))).toMatchObject(
    refusedByDisk('Nothing was stored.'),
  )
  await until(async () => (await count('contact_import_parts')) === 0, 'the file to be deleted')
  await disk.makeRoom()
})

test('an accepted one waits for room, loses no line, and imports none twice', async () => {
  const before = (await count('contacts')) ?? 0
  const disk = await fillDisk(service, ['contacts'], `new.email like 'n1600@%'`)
  const { status, body } = await importFile(importer, fileOf(3_000, 'waits.example'))
  expect(status).toBe(202)
  const { id } = body as ContactImport
  await until(async () => (await disk.refusals()) > 0, 'a refused batch')
  const { body: waiting } = await importFile(importer, 'a@beside.example\n')
  const found = await until(async () => {
    const { rows } = await service.sql.query<{ lines: number; status: string; lease: string | null }>(
      `select lines, status, lease from contact_imports where workspace_id = $1 and lines = 1500 and lease is null`,
      [tenant.workspaceId],
    )
    return rows[0]
  }, 'the import to wait')
  expect(found).toMatchObject({ lines: 1_500, status: 'running' })
  expect(countsOf(await ended(importer, (waiting as ContactImport).id))).toEqual({ lines: 1, created: 1 })
  await disk.makeRoom()
  // It would be looked at in some seconds.
  await service.sql.query('update contact_imports set due_at = now() where due_at is not null')
  expect(countsOf(await ended(importer, id))).toEqual({ lines: 3_000, created: 3_000 })
  expect(await count('contacts')).toBe(before + 3_001)
  expect(await count('contact_import_parts')).toBe(0)
})
