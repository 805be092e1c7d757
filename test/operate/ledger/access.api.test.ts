import { mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { linesIn } from '../../../server/platform/ledger/read.js'
import type { LedgerLine } from '../../../server/platform/ledger/entries.js'
import { call } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { entriesFor } from '../../support/workspace/audit.js'
import { scratchFolder } from '../../support/run/scratch-folder.js'
import { register, signInWith } from '../../support/sign-in/passkeys.js'
import { putBack, rowsOf } from '../../support/ledger/put-back.js'
import { signIn } from '../../support/workspace/sessions.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { subscribe, webhookCalls } from '../../support/webhooks/webhooks.js'

/**
 * Tests that the ledger keeps the access that was taken away from people and programs, and tells a database of it
 * again that is as it was before.
 */

let service: TestService
let ledger: string
let env: Record<string, string>

beforeAll(async () => {
  ledger = path.join(mkdtempSync(path.join(scratchFolder, 'ledger-')), 'ledger')
  service = await startTestService({
    env: { POSTSEAL_LEDGER: ledger, POSTSEAL_PUBLIC_URL: 'http://localhost:4000' },
  })
  env = { ...commandEnv(service), POSTSEAL_LEDGER: ledger }
})
afterAll(() => service.stop())

/** The tables of access. */
const tables = [
  'workspaces',
  'api_keys',
  'users',
  'sessions',
  'passkeys',
  'identity_providers',
  'identity_domains',
  'projects',
  'webhook_subscriptions',
  'ended_links',
]

async function linesOf(workspaceId: string): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  for await (const line of linesIn(ledger, () => expect.unreachable())) lines.push(line)
  return lines.filter(({ ws }) => ws === workspaceId)
}

interface Act {
  readonly tenant: Tenant
  readonly owner: string
  readonly ownerId: string
}

interface Case {
  readonly name: string
  /** Makes what is taken away. @returns what takes it */
  readonly make: (act: Act) => Promise<() => Promise<unknown>>
  /** The kinds of lines that it leaves. */
  readonly kinds: readonly string[]
}

const ok = async (reply: Promise<{ status: number; text: string; body: unknown }>) => {
  const { status, text, body } = await reply
  expect(status, text).toBeLessThan(300)
  return body as Record<string, unknown> & { id: string }
}
const asked = (method: string, url: string, key: string, body?: object) =>
  ok(call(service.url, method, url, { key, ...(body && { body }) }))
const operator = (...args: string[]) => answerOf(command(env, ...args))
const workspaceOf = ({ tenant }: Act) => ['--workspace', toTypeId('ws', tenant.workspaceId)]

async function newKey({ tenant, owner }: Act, scopes: readonly string[] = ['messages:send', 'reports:read']) {
  const { api_key } = await asked('POST', '/v1/api-keys', owner, {
    kind: 'project',
    name: 'Shop',
    project_id: tenant.liveProject,
    scopes,
  })
  return (api_key as { id: string }).id
}

const cases: readonly Case[] = [
  {
    name: 'a key is revoked',
    kinds: ['api_key_revoked'],
    make: async (act) => {
      const id = await newKey(act)
      return () => asked('DELETE', `/v1/api-keys/${id}`, act.owner)
    },
  },
  {
    name: 'a key is stopped by the API',
    kinds: ['api_key_revoked'],
    make: async (act) => {
      const id = await newKey(act)
      return () => asked('POST', `/v1/api-keys/${id}/stop`, act.owner, {})
    },
  },
  {
    name: 'a key is stopped by the operator',
    kinds: ['api_key_revoked'],
    make: async (act) => {
      const id = await newKey(act)
      return () => operator('api-key', 'stop', id)
    },
  },
  {
    name: 'a key loses rights, twice',
    kinds: ['api_key_narrowed', 'api_key_narrowed'],
    make: async (act) => {
      const id = await newKey(act)
      return async () => {
        await asked('PATCH', `/v1/api-keys/${id}`, act.owner, { scopes: ['reports:read'] })
        await asked('PATCH', `/v1/api-keys/${id}`, act.owner, {
          restrictions: { ip_cidrs: ['192.0.2.0/24'], expires_at: '2040-01-01T00:00:00.000Z' },
        })
      }
    },
  },
  {
    name: 'a session ends',
    kinds: ['session_ended'],
    make: async ({ tenant, owner }) => {
      const { sessionId } = await signIn(service, tenant.workspaceId, 'member')
      return () => asked('DELETE', `/v1/sessions/${toTypeId('ses', sessionId)}`, owner)
    },
  },
  {
    name: 'the operator ends a session, and all of a user',
    kinds: ['session_ended', 'user_sessions_ended'],
    make: async (act) => {
      const [one, other] = await Promise.all([
        signIn(service, act.tenant.workspaceId, 'member'),
        signIn(service, act.tenant.workspaceId, 'member'),
      ])
      return async () => {
        await operator('session', 'revoke', toTypeId('ses', one.sessionId), ...workspaceOf(act))
        await operator('session', 'revoke', '--user', other.email, ...workspaceOf(act))
      }
    },
  },
  {
    name: 'a user is removed, with a passkey',
    kinds: ['user_removed'],
    make: async ({ tenant, owner }) => {
      const { userId, token } = await signIn(service, tenant.workspaceId, 'member')
      const { device } = await register(service, token)
      expect((await signInWith(service, device)).status).toBe(201)
      return () => asked('DELETE', `/v1/users/${toTypeId('usr', userId)}`, owner)
    },
  },
  {
    name: 'users get other roles, and back',
    kinds: ['user_role', 'user_role', 'user_role'],
    make: async (act) => {
      const [one, other] = await Promise.all([
        signIn(service, act.tenant.workspaceId, 'admin'),
        signIn(service, act.tenant.workspaceId, 'admin'),
      ])
      return async () => {
        await operator('user', 'role', one.email, 'member', ...workspaceOf(act))
        const id = toTypeId('usr', other.userId)
        await asked('PATCH', `/v1/users/${id}`, act.owner, { role: 'member' })
        await asked('PATCH', `/v1/users/${id}`, act.owner, { role: 'admin' })
      }
    },
  },
  {
    name: 'a passkey is removed',
    kinds: ['passkey_removed'],
    make: async ({ tenant }) => {
      const { token } = await signIn(service, tenant.workspaceId, 'member')
      const { id } = await register(service, token)
      return () => asked('DELETE', `/v1/passkeys/${id}`, token)
    },
  },
  {
    name: 'a workspace leaves its identity provider',
    kinds: ['identity_provider_deleted', 'identity_domain_removed'],
    make: async ({ tenant, owner }) => {
      await service.sql.query(
        `insert into identity_providers (workspace_id, issuer, client_id, assume_email_verified, create_users, roles)
         values ($1, 'https://id.example.com', 'postseal', true, false, '{}')`,
        [tenant.workspaceId],
      )
      await service.sql.query(
        `insert into identity_domains (workspace_id, domain) values ($1, 'people.example')`,
        [tenant.workspaceId],
      )
      return () => asked('DELETE', '/v1/identity-provider', owner)
    },
  },
  {
    name: 'a project is archived, and another one taken into use again',
    kinds: ['project_archived', 'project_archived', 'project_archived'],
    make: async ({ tenant, owner }) => {
      const [one, other] = [await tenant.project(), await tenant.project()]
      return async () => {
        await asked('PATCH', `/v1/projects/${one}`, owner, { archived: true })
        await asked('PATCH', `/v1/projects/${other}`, owner, { archived: true })
        await asked('PATCH', `/v1/projects/${other}`, owner, { archived: false })
      }
    },
  },
  {
    name: 'webhooks are deleted, disabled and enabled',
    kinds: ['webhook_stopped', 'webhook_stopped', 'webhook_stopped', 'webhook_stopped'],
    make: async ({ tenant }) => {
      const key = await tenant.key()
      const hooks = webhookCalls(service.url, key)
      const [deleted, disabled, enabled] = [
        await subscribe(service.url, key),
        await subscribe(service.url, key),
        await subscribe(service.url, key),
      ]
      return async () => {
        expect((await hooks.remove(deleted.id)).status).toBe(204)
        for (const { webhook } of [disabled, enabled])
          await ok(hooks.patch({ id: webhook.id, enabled: false }))
        await ok(hooks.patch({ id: enabled.id, enabled: true }))
      }
    },
  },
  {
    name: 'a workspace is halted for abuse',
    kinds: ['workspace_halted', 'workspace_links_ended'],
    make: (act) =>
      Promise.resolve(() =>
        operator('workspace', 'halt', '--for-abuse', '--note', 'Spam', ...workspaceOf(act)),
      ),
  },
  {
    name: 'a workspace is halted, and sends again',
    kinds: ['workspace_halted', 'workspace_links_ended', 'workspace_halted', 'workspace_links_ended'],
    make: (act) =>
      Promise.resolve(async () => {
        await operator('workspace', 'halt', '--for-abuse', ...workspaceOf(act))
        await operator('workspace', 'resume', ...workspaceOf(act))
      }),
  },
  {
    name: 'the links of a workspace end',
    kinds: ['workspace_links_ended'],
    make: (act) => Promise.resolve(() => operator('workspace', 'links', 'end', ...workspaceOf(act))),
  },
  {
    name: 'a workspace is archived',
    kinds: ['workspace_closed'],
    make: (act) => Promise.resolve(() => operator('workspace', 'archive', ...workspaceOf(act))),
  },
  {
    name: 'a workspace is deleted, but archived only in the end',
    kinds: ['workspace_closed', 'workspace_closed'],
    make: (act) =>
      Promise.resolve(async () => {
        await operator('workspace', 'delete', ...workspaceOf(act))
        await operator('workspace', 'restore', ...workspaceOf(act))
      }),
  },
  {
    name: 'a workspace is archived, and taken into use again',
    kinds: ['workspace_closed', 'workspace_closed', 'workspace_halted'],
    make: (act) =>
      Promise.resolve(async () => {
        await operator('workspace', 'archive', ...workspaceOf(act))
        await operator('workspace', 'restore', ...workspaceOf(act))
      }),
  },
]

/** Times, and what follows from them, are those of the replay. */
const withoutTimes = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  [...rows].map(([table, all]) => [
    table,
    all.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !['updated_at', 'last_used_at', 'resumed_at'].includes(column))
          .map(([column, value]) => [column, column.endsWith('_at') && value !== null ? 'a time' : value]),
      ),
    ),
  ])

test.each(cases)('$name', async ({ make, kinds }) => {
  const tenant = await addTenant(service)
  const { userId, token } = await signIn(service, tenant.workspaceId, 'owner')
  const { workspaceId } = tenant
  const take = await make({ tenant, owner: token, ownerId: userId })
  const before = await rowsOf(service.sql, workspaceId, tables)
  await take()
  const after = await rowsOf(service.sql, workspaceId, tables)
  const lines = await linesOf(workspaceId)
  expect(lines.map(({ kind }) => kind).sort()).toEqual([...kinds].sort())

  await putBack(service.sql, workspaceId, before)
  const replay = async (...options: string[]) =>
    JSON.parse(await operator('ledger', 'replay', '--json', ...options)) as {
      counts: { title: string; changed: number }[]
    }
  const changed = ({ counts }: Awaited<ReturnType<typeof replay>>) =>
    counts.reduce((sum, count) => sum + count.changed, 0)
  const wouldChange = changed(await replay('--dry-run'))
  expect(withoutTimes(await rowsOf(service.sql, workspaceId, tables))).toEqual(withoutTimes(before))
  expect(changed(await replay())).toBe(wouldChange)
  expect(withoutTimes(await rowsOf(service.sql, workspaceId, tables))).toEqual(withoutTimes(after))
  expect(changed(await replay())).toBe(0)
  // What the ledger has said is no news for it.
  expect(await linesOf(workspaceId)).toEqual(lines)
  if (wouldChange > 0) expect(await entriesFor(service, workspaceId, 'cli.ledger.replay')).not.toEqual([])
})

test('what does not come to pass, and what sends mail, leaves nothing in the ledger', async () => {
  const tenant = await addTenant(service)
  const { token } = await signIn(service, tenant.workspaceId, 'owner')
  const key = await tenant.key({ project: tenant.testProject })
  await asked('POST', '/v1/messages', key, {
    from: 'shop@example.com',
    to: ['ann@example.com'],
    subject: 'x',
    text: 'x',
  }).catch(() => undefined)
  expect((await call(service.url, 'DELETE', '/v1/api-keys/current', { key: token })).status).toBeGreaterThan(
    399,
  )
  expect(await linesOf(fromTypeId('ws', toTypeId('ws', tenant.workspaceId)))).toEqual([])
})

test('the commands show what the ledger has, and what is wrong with it', async () => {
  expect(await operator('ledger')).toContain(`The ledger in ${ledger} has`)
  expect(JSON.parse(await operator('ledger', 'status', '--json'))).toMatchObject({ lost: 0, faults: 0 })
  expect(await operator('ledger', 'verify')).toContain('whole')
  const folder = mkdtempSync(path.join(scratchFolder, 'ledger-'))
  expect(await operator('ledger', 'status', folder)).toContain('It is empty')
  expect(await operator('ledger', 'replay', folder)).toContain('has nothing for this database')
  expect(await command(env, 'ledger', 'replay', '--since', 'yesterday')).toMatchObject({ code: 2 })
  expect(await command({ ...env, POSTSEAL_LEDGER: 'off' }, 'ledger', 'status')).toMatchObject({ code: 2 })
  expect(await command(env, 'ledger', 'verify', path.join(folder, 'missing'))).toMatchObject({ code: 1 })
  expect(service.logs.filter((line) => line.includes('ledger'))).toEqual([])
  expect(readFileSync(path.join(ledger, '..', 'ledger', (await firstFile()) ?? ''), 'utf8')).toContain(
    'begin',
  )
})

async function firstFile(): Promise<string | undefined> {
  const { files } = JSON.parse(await operator('ledger', 'verify', '--json')) as { files: { name: string }[] }
  return files[0]?.name
}
