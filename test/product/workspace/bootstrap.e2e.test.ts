import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { startTestService } from '../../support/service/service.js'

test('a draft of credentials that a killed start did not finish is not handed over, and stops nobody', async () => {
  const first = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  const dataDir = newDataDir()
  writeFileSync(path.join(dataDir, 'credentials.json.new'), '{ "base_url": "http')
  const second = await startTestService({
    beside: first,
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_DATA_DIR: dataDir },
  })
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  expect(existsSync(path.join(dataDir, 'credentials.json'))).toBe(false)
  await second.stop()
  await first.stop()
})

test('a start at another address brings the one in credentials.json up to date, and keeps the rest', async () => {
  const first = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  const dataDir = newDataDir()
  const file = path.join(dataDir, 'credentials.json')
  writeFileSync(file, JSON.stringify({ ...first.credentials, note: 'mine' }), { mode: 0o600 })
  const env = { POSTSEAL_ROLES: 'api', POSTSEAL_DATA_DIR: dataDir }
  const second = await startTestService({ beside: first, env })
  const { port } = new URL(second.url)
  const expected = { ...first.credentials, note: 'mine', base_url: `http://localhost:${port}` }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(expected)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await second.stop()

  // Where the file cannot be replaced, the service starts all the same.
  mkdirSync(`${file}.complete`)
  const third = await startTestService({ beside: first, env })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(expected)
  await third.stop()
  await first.stop()
})

test('the keys of the first start are in the audit log, and the workspace key is privileged as its scopes ask for', async () => {
  const service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  const { rows } = await service.sql.query<{ scopes: string }>(
    "select scopes::text as scopes from api_keys where kind = 'workspace'",
  )
  expect(rows.map(({ scopes }) => scopes.includes('suppressions:*'))).toEqual([true])
  const entries = await service.sql.query<{ resource_id: string }>(
    "select resource_id from audit_events where operation = 'cli.start' and resource_type = 'api_key'",
  )
  expect(entries.rows).toHaveLength(3)
  const keys = await call(service.url, 'GET', '/v1/api-keys', { key: service.credentials.workspace_key })
  // A workspace key sees those of projects.
  const seen = (keys.body.data as { id: string }[]).map(({ id }) => id)
  expect(entries.rows.map((row) => row.resource_id)).toEqual(expect.arrayContaining(seen))
  await service.stop()
})
