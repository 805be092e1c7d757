import { rmSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig, type Config } from '../../../../server/platform/config/config.js'
import type { startEmbedded as Start } from '../../../../embedded/embedded.js'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { startService, type Service } from '../../../../server/process/service.js'
import type { FirstCredentials } from '../../../../server/product/workspace/bootstrap.js'
import { call } from '../../../support/api/api.js'
import { operations, type ContractOperation } from '../../../support/api/contract.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { copyMigratedFolder } from '../../../support/database/embedded-template.js'
import { knownIds } from '../../../support/ids/known-ids.js'
import { requestOf, type KnownIds } from '../../../support/api/requests.js'
import { aQuarter, testAll } from '../../../support/run/sampled.js'
import { scratchFolder } from '../../../support/run/scratch-folder.js'
import type { TestService } from '../../../support/service/service.js'
import { firstTenant } from '../../../support/workspace/tenant.js'

/**
 * Each operation as the first request of a new service on the embedded database: nothing is cached, so whatever an
 * operation asks the database, it asks now. Inside a transaction it must not ask the pool, which would wait for ever.
 * What is kept between requests belongs to a resource or to all of them, so a quarter of each resource's operations
 * tells.
 */

// The database outlives the services, so that each operation gets a new service and not a new database.
vi.mock('../../../../server/platform/db/connection/database.js', async (original) => {
  const real = await original<{ openDatabaseBeside: unknown }>()
  return { ...real, openDatabase: real.openDatabaseBeside }
})
// Nor is it migrated more than once.
vi.mock('../../../../server/platform/db/schema/migrate.js', async (original) => {
  const real = await original<{ migrate: (db: unknown) => Promise<void> }>()
  let migrated: Promise<void> | undefined
  return { ...real, migrate: (db: unknown) => (migrated ??= real.migrate(db)) }
})

// The built one: its worker is a file that Node can run.
const { startEmbedded } = (await import(
  new URL('../../../../dist/parts/embedded/embedded.js', import.meta.url).href
)) as { startEmbedded: typeof Start }

const dataDir = mkdtempSync(path.join(scratchFolder, 'postseal-cold-'))
const errors: string[] = []
const log = pino({ level: 'error', base: null }, { write: (line: string) => void errors.push(line) })
const closers: (() => Promise<unknown>)[] = []
const credentials: Record<string, string> = {}
let config: Config
let ids: KnownIds

async function startCold(): Promise<Service & { url: string }> {
  const service = await startService(config, log)
  return { ...service, url: `http://127.0.0.1:${service.port}` }
}

beforeAll(async () => {
  await copyMigratedFolder(path.join(dataDir, 'db'))
  const database = await startEmbedded(dataDir, { flush: false })
  closers.push(() => database.close())
  const sql = new pg.Pool({ host: database.socketFolder, user: 'postgres', database: 'postgres', max: 1 })
  closers.push(() => sql.end())
  // It knows no names.
  const dns: TestDns = await startDns()
  closers.push(() => dns.close())
  config = readConfig({
    POSTSEAL_SHUTDOWN_GRACE: '0',
    PORT: '0',
    POSTSEAL_DATA_DIR: dataDir,
    POSTSEAL_ROLES: 'api',
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_ALLOWED_PROVIDER_CIDRS: '127.0.0.0/8',
    // The same for all, whatever their ports: sign-ins are of an origin.
    POSTSEAL_PUBLIC_URL: 'http://localhost:4000',
  })
  // What the requests are about is made by another one.
  const warm = await startCold()
  closers.push(() => warm.stop())
  const first = JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')) as FirstCredentials
  const service = { url: warm.url, dataDir, config, credentials: first, sql } as unknown as TestService
  const tenant = firstTenant(service)
  credentials['projectKey'] = first.project_key
  credentials['workspaceKey'] = first.workspace_key
  credentials['workspaceSession'] = await tenant.session('owner')
  ids = knownIds(service, tenant, first.workspace_key, credentials['workspaceSession'])
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function expectAnswered(cold: { readonly url: string }, operation: ContractOperation): Promise<void> {
  const { method, path, body, raw, headers } = await requestOf(operation, ids)
  const kind = Object.keys(operation.security[0] ?? {})[0] ?? ''
  const reply = await call(cold.url, method, path, {
    key: credentials[kind],
    body,
    headers,
    ...(raw && { raw }),
  })
  expect(errors).toEqual([])
  expect(reply.status, reply.text).toBeLessThan(300)
}

const reads = operations.filter(({ method }) => method.toLowerCase() === 'get')
const others = operations.filter((operation) => !reads.includes(operation))

test.each((testAll ? others : aQuarter(others)).map((operation) => [operation.id, operation] as const))(
  '%s as the first request',
  async (_id, operation) => {
    const cold = await startCold()
    await expectAnswered(cold, operation)
    await cold.stop()
  },
)

/** A read has no transaction, so what was asked before it does not matter. */
test('every read', async () => {
  const cold = await startCold()
  for (const operation of reads) await expectAnswered(cold, operation)
  await cold.stop()
})

test('a replay of a webhook delivery that is not there, as the first request, finds nothing', async () => {
  const cold = await startCold()
  const [subscription, delivery] = [toTypeId('whk', newUuid()), toTypeId('whd', newUuid())]
  const reply = await call(
    cold.url,
    'POST',
    `/v1/webhooks/status/${subscription}/deliveries/${delivery}/replay`,
    { key: credentials['workspaceKey'] },
  )
  expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  await cold.stop()
})
