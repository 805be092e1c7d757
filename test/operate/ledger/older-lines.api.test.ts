import { cpSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { clientId, startLyingProvider, type LyingProvider } from '../../support/sign-in/openid-provider.js'
import { putBack, rowsOf } from '../../support/ledger/put-back.js'
import { scratchFolder } from '../../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { signIn } from '../../support/workspace/sessions.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/**
 * A ledger may know less than the database: its disk was away, or it is the one of another machine. Its lines must not
 * undo what came later, and a replay must not do again what people took back.
 */

let service: TestService
let provider: LyingProvider
let dns: TestDns
let ledger: string
let tenant: Tenant
let owner: string

beforeAll(async () => {
  ledger = path.join(mkdtempSync(path.join(scratchFolder, 'ledger-')), 'ledger')
  dns = await startDns()
  provider = await startLyingProvider()
  service = await startTestService({
    env: {
      POSTSEAL_LEDGER: ledger,
      POSTSEAL_DNS_SERVERS: dns.server,
      POSTSEAL_ALLOWED_PROVIDER_CIDRS: '127.0.0.0/8',
    },
  })
})
afterAll(async () => {
  await service.stop()
  await provider.close()
  await dns.close()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  owner = (await signIn(service, tenant.workspaceId, 'owner')).token
})

async function ask(method: string, url: string, body?: object, key = owner) {
  const reply = await call(service.url, method, url, { key, ...(body && { body }) })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body as { id: string; scopes: string[] } & Record<string, unknown>
}
const operator = (...args: string[]) =>
  answerOf(command({ ...commandEnv(service), POSTSEAL_LEDGER: ledger }, ...args))
const ofWorkspace = () => ['--workspace', toTypeId('ws', tenant.workspaceId)]

/** The ledger as it is now, in a folder of its own. */
function copied(): string {
  const copy = path.join(mkdtempSync(path.join(scratchFolder, 'ledger-')), 'copy')
  cpSync(ledger, copy, { recursive: true })
  return copy
}

const rows = (...tables: string[]) => rowsOf(service.sql, tenant.workspaceId, tables)

/** Does something, keeps the ledger, does something later, and expects a replay of what was kept to change nothing. */
async function staysAfter(earlier: () => Promise<unknown>, later: () => Promise<unknown>, table: string) {
  await earlier()
  const old = copied()
  await later()
  const before = await rows(table)
  await operator('ledger', 'replay', old)
  expect(await rows(table)).toEqual(before)
}

test('a key that lost more rights gets none of them back', async () => {
  const { api_key: made } = await ask('POST', '/v1/api-keys', {
    kind: 'project',
    name: 'Shop',
    project_id: tenant.liveProject,
    scopes: ['messages:send', 'reports:read', 'contacts:*'],
  })
  const narrow = (body: object) => ask('PATCH', `/v1/api-keys/${(made as { id: string }).id}`, body)
  await staysAfter(
    () => narrow({ scopes: ['messages:send', 'reports:read'] }),
    () => narrow({ scopes: ['reports:read'] }),
    'api_keys',
  )
  await staysAfter(
    () => narrow({ restrictions: { ip_cidrs: ['192.0.2.0/24', '2001:db8::/32'] } }),
    () => narrow({ restrictions: { ip_cidrs: ['192.0.2.128/25'] } }),
    'api_keys',
  )
  await staysAfter(
    () => narrow({ restrictions: { expires_at: '2041-01-01T00:00:00.000Z' } }),
    () => narrow({ restrictions: { expires_at: '2040-01-01T00:00:00.000Z' } }),
    'api_keys',
  )
  await staysAfter(
    () => narrow({ restrictions: { sender_domains: ['a.example', 'b.example'] } }),
    () => narrow({ restrictions: { sender_domains: ['b.example'] } }),
    'api_keys',
  )
})

test('a user whose role became lower gets no higher one back', async () => {
  const { userId } = await signIn(service, tenant.workspaceId, 'member')
  const give = (role: string) => ask('PATCH', `/v1/users/${toTypeId('usr', userId)}`, { role })
  await staysAfter(
    () => give('owner'),
    () => give('admin'),
    'users',
  )
})

test('an address that is suppressed again stays so', async () => {
  const key = await tenant.key()
  const suppress = (reason: string) =>
    ask('POST', '/v1/suppressions', { email: 'ann@example.com', reason }, key)
  const { id } = await suppress('manual')
  await staysAfter(
    () => call(service.url, 'DELETE', `/v1/suppressions/${id}?force=true`, { key }),
    () => suppress('manual'),
    'suppressions',
  )
})

test('what a contact has chosen of a topic later stays', async () => {
  const key = await tenant.key()
  const project_id = tenant.liveProject
  await ask('POST', '/v1/topics', { project_id, key: 'news', name: 'News' }, key)
  const { id } = await ask('PUT', '/v1/contacts', { project_id, email: 'bob@example.com' }, key)
  const choose = (subscribed: boolean) => ask('PUT', `/v1/contacts/${id}/topics/news`, { subscribed }, key)
  await choose(false)
  await staysAfter(
    () => choose(true),
    () => choose(false),
    'topic_consents',
  )
})

test('links that ended for good do not work again with the halt that they ended with before', async () => {
  await operator('workspace', 'halt', '--for-abuse', ...ofWorkspace())
  const before = await rows('ended_links')
  await operator('workspace', 'links', 'end', ...ofWorkspace())
  const after = await rows('ended_links')
  await putBack(service.sql, tenant.workspaceId, before)
  await operator('ledger', 'replay')
  const reasons = (saved: typeof after) => saved.get('ended_links')?.map(({ reason }) => reason)
  expect(reasons(await rows('ended_links'))).toEqual(reasons(after))
})

test.each([1, 2])('a deletion that was taken back, %i times, is not done again', async (times) => {
  await operator('workspace', 'delete', ...ofWorkspace())
  const before = await rows('workspaces')
  for (let done = 0; done < times; done += 1) await operator('workspace', 'restore', ...ofWorkspace())
  await putBack(service.sql, tenant.workspaceId, before)
  await operator('ledger', 'replay')
  const [workspace] = (await rows('workspaces')).get('workspaces') ?? []
  expect(workspace).toMatchObject({ delete_at: null, closed_at: expect.any(String) as string })
})

test('a provider that was replaced, and a domain that was given up, sign nobody in', async () => {
  await service.sql.query(
    `insert into identity_providers (workspace_id, issuer, client_id, assume_email_verified, create_users, roles)
     values ($1, 'https://id.example.com', 'postseal', true, false, '{}')`,
    [tenant.workspaceId],
  )
  await service.sql.query(`insert into identity_domains (workspace_id, domain) values ($1, 'old.example')`, [
    tenant.workspaceId,
  ])
  const before = await rows('identity_providers', 'identity_domains')
  const settings = { issuer: provider.issuer, client_id: clientId, domains: ['new.example'] }
  await ask('PUT', '/v1/identity-provider', settings)
  await putBack(service.sql, tenant.workspaceId, before)
  await operator('ledger', 'replay')
  const after = await rows('identity_providers', 'identity_domains')
  expect(after.get('identity_providers')).toEqual([])
  expect(after.get('identity_domains')?.map(({ domain }) => domain)).not.toContain('old.example')
  // The one that it has at last stays where the database knows it.
  await ask('PUT', '/v1/identity-provider', settings)
  await operator('ledger', 'replay')
  expect((await rows('identity_providers')).get('identity_providers')).toMatchObject([
    { issuer: provider.issuer },
  ])
})
