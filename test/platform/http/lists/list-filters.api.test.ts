import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { document } from '../../../support/api/contract.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

let service: TestService
let tenant: Tenant
let owner: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  owner = await tenant.session('owner')
})

interface Row {
  readonly id: string
}

async function list<Listed extends Row = Row>(path: string, by: string): Promise<Listed[]> {
  const { status, body } = await call(service.url, 'GET', path, { key: by })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Listed[]
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).sort()

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly schema?: { readonly $ref?: string; readonly type?: string; readonly enum?: readonly string[] }
}

const followed = (value: object | undefined): object => {
  const { $ref: reference } = (value ?? {}) as { $ref?: string }
  if (reference === undefined) return value ?? {}
  const [, , kind = '', name = ''] = reference.split('/')
  const components = document.components as Record<string, Record<string, object>>
  return followed(components[kind]?.[name])
}

describe('several values of a filter', () => {
  /** Few rows each: a client that wants several kinds of them reads the whole list. */
  const ofOneValue = new Set(['automatic', 'group_by', 'role', 'review'])

  test('are taken, by a plural, wherever a list has a filter with a fixed set of them', () => {
    const without: string[] = []
    for (const [path, item] of Object.entries(document.paths)) {
      const parameters = ((item['get'] as { parameters?: Parameter[] } | undefined)?.parameters ?? [])
        .map((parameter) => followed(parameter) as Parameter)
        .filter((parameter) => parameter.in === 'query')
      const names = parameters.map(({ name }) => name)
      if (!names.includes('since')) continue
      for (const { name = '', schema } of parameters) {
        const { enum: values = [] } = followed(schema) as { enum?: string[] }
        const isSeveral = names.includes(`${name}s`) || names.includes(`${name}es`)
        if (values.length > 2 && !ofOneValue.has(name) && !isSeveral) without.push(`${path}: ${name}`)
      }
    }
    expect(without).toEqual(['/v1/deliverability/dmarc/sources: kind'])
  })
})

describe('settings are listed by', () => {
  test('kind, project and whether a key is revoked', async () => {
    await tenant.key()
    await tenant.key({ project: tenant.liveProject })
    await tenant.key({ project: tenant.testProject })
    const all = await list<Row & { kind: string; project_id: string | null; revoked_at: string | null }>(
      '/v1/api-keys?limit=100',
      owner,
    )
    const gone = all.find(({ project_id: project }) => project === tenant.testProject)?.id ?? ''
    await call(service.url, 'DELETE', `/v1/api-keys/${gone}`, { key: owner })
    const found = async (query: string, by = owner) =>
      idsOf(await list(`/v1/api-keys?limit=100&${query}`, by))
    for (const kind of ['project', 'workspace'])
      expect(await found(`kind=${kind}`)).toEqual(idsOf(all.filter((key) => key.kind === kind)))
    expect(await found(`project_id=${tenant.liveProject}`)).toEqual(
      idsOf(all.filter((key) => key.project_id === tenant.liveProject)),
    )
    expect(await found('revoked=true')).toEqual([gone])
    expect(await found('revoked=false')).toEqual(idsOf(all.filter(({ id }) => id !== gone)))
    expect(await found('')).toEqual(idsOf(all))
    const stranger = await (await addTenant(service)).session('owner')
    expect(await found(`project_id=${tenant.liveProject}`, stranger)).toEqual([])
    expect((await call(service.url, 'GET', '/v1/api-keys?revoked=perhaps', { key: owner })).status).toBe(422)
  })

  test('role and address of users', async () => {
    await tenant.session('member')
    const all = await list<Row & { role: string; email: string }>('/v1/users?limit=100', owner)
    for (const role of ['owner', 'admin', 'member'])
      expect(idsOf(await list(`/v1/users?role=${role}`, owner))).toEqual(
        idsOf(all.filter((user) => user.role === role)),
      )
    const [one] = all
    const query = `email=${encodeURIComponent(one?.email.toUpperCase() ?? '')}`
    expect(idsOf(await list(`/v1/users?${query}`, owner))).toEqual([one?.id])
    const stranger = await (await addTenant(service)).session('owner')
    expect(await list(`/v1/users?${query}`, stranger)).toEqual([])
    expect((await call(service.url, 'GET', '/v1/users?role=king', { key: owner })).status).toBe(422)
  })

  test('the project of subscriptions, the status of deletions, and whether a session is a program’s', async () => {
    const save = async (body: object) =>
      (await call(service.url, 'PUT', '/v1/webhooks/status', { key: owner, body })).body.webhook as Row
    const events = ['message.bounced']
    await save({ url: 'https://one.example/hooks', events })
    const own = await save({ url: 'https://two.example/hooks', events, project_id: tenant.liveProject })
    expect(idsOf(await list(`/v1/webhooks/status?project_id=${tenant.liveProject}`, owner))).toEqual([own.id])
    expect(await list(`/v1/webhooks/status?project_id=${tenant.testProject}`, owner)).toEqual([])

    const body = { email: 'nobody@example.com' }
    const made = await call(service.url, 'POST', '/v1/compliance/deletions', { key: owner, body })
    const deletions = async (status: string) =>
      idsOf(await list(`/v1/compliance/deletions?status=${status}`, owner))
    expect(await deletions(String(made.body.status))).toContain(made.body.id)
    const other = made.body.status === 'running' ? 'completed' : 'running'
    expect(await deletions(other)).not.toContain(made.body.id)

    const sessions = await list<Row & { program: object | null }>('/v1/sessions?limit=100', owner)
    const people = idsOf(sessions.filter(({ program }) => program === null))
    expect(idsOf(await list('/v1/sessions?program=false', owner))).toEqual(people)
    expect(idsOf(await list('/v1/sessions?program=true', owner))).toEqual(
      idsOf(sessions.filter(({ program }) => program !== null)),
    )
  })
})
