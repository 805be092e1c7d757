import { describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../support/api/api.js'
import { operations, type ContractOperation } from '../support/api/contract.js'
import { hasSession, sessionOf, useInstance } from '../support/instance/instance.js'
import { keyFields } from '../support/instance/prepare.js'
import { unknownIds } from '../support/instance/unknown-ids.js'
import { requestOf } from '../support/api/requests.js'
import { failureIn } from '../support/webhooks/webhooks.js'
import { askedOf } from '../support/run/sampled.js'

/** Tests each operation's reply to credentials that it does not take, as its `security` says. */

const at = useInstance()

async function ask(operation: ContractOperation, key: string | undefined): Promise<ApiReply> {
  const { method, path, body, raw, headers } = await requestOf(operation, unknownIds)
  return call(at.url, method, path, { key, body, headers, ...(raw && { raw }) })
}

const guarded = operations.filter(({ security }) => security.length > 0)
const takes = ({ security }: ContractOperation, kind: string) => security.some((way) => kind in way)
/** The scope that the keys of these tests have. */
const scope = 'contacts:*'
/** Returns true if an operation needs another scope of a key of this kind. */
const needsScope = (operation: ContractOperation, kind: string) =>
  takes(operation, kind) &&
  operation.security.every((way) => way[kind]?.some((needed) => needed !== scope) ?? true)

const named = (list: readonly ContractOperation[]) =>
  list.map((operation) => [operation.id, operation] as const)

describe.each(named(askedOf(guarded)))('%s', (_id, operation) => {
  test('asks for a credential', async () => {
    const reply = await ask(operation, undefined)
    expect(failureIn(reply)).toBe('401 missing_credentials')
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer /)
  })

  test('refuses what is none', async () => {
    const mistyped = at.workspaceKey.slice(0, -1) + (at.workspaceKey.endsWith('a') ? 'b' : 'a')
    const replies = await Promise.all(['x', 'a.b.c', mistyped].map((key) => ask(operation, key)))
    for (const reply of replies) {
      expect(failureIn(reply)).toBe('401 invalid_credentials')
      expect(reply.headers['www-authenticate']).toContain('error="invalid_token"')
    }
  })

  test('refuses the kinds that it does not take', async () => {
    const kinds = {
      projectKey: at.projectKey,
      workspaceKey: at.workspaceKey,
      ...(at.session !== undefined && { workspaceSession: at.session }),
    }
    for (const [kind, key] of Object.entries(kinds)) {
      if (takes(operation, kind)) continue
      expect(failureIn(await ask(operation, key)), kind).toBe('403 wrong_credential_kind')
    }
  })
})

async function issue(as: string, fields: object): Promise<string> {
  const body = { scopes: [scope], ...keyFields(at.run), ...fields }
  const reply = await call(at.url, 'POST', '/v1/api-keys', { key: as, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.secret as string
}

test('a project key has no more than its scopes', async () => {
  const key = await issue(at.workspaceKey, { kind: 'project', project_id: at.project })
  const needing = guarded.filter((operation) => needsScope(operation, 'projectKey'))
  expect(needing.length).toBeGreaterThan(5)
  for (const operation of needing) {
    expect(failureIn(await ask(operation, key)), operation.id).toBe('403 insufficient_scope')
  }
})

test.runIf(hasSession)('a workspace key has no more than its scopes', async () => {
  const key = await issue(sessionOf(at), { kind: 'workspace' })
  const needing = guarded.filter((operation) => needsScope(operation, 'workspaceKey'))
  expect(needing.length).toBeGreaterThan(10)
  for (const operation of needing) {
    expect(failureIn(await ask(operation, key)), operation.id).toBe('403 insufficient_scope')
  }
})
