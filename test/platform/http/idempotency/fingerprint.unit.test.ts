import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nilUuid } from '../../../../server/platform/db/ids.js'
import { claimOf } from '../../../../server/platform/http/idempotency/claim.js'
import type { Principal } from '../../../../server/platform/auth/principal.js'

const workspaceId = '01890000-0000-7000-8000-000000000001'
const projectId = '01890000-0000-7000-8000-000000000002'
const key = {
  keyId: '01890000-0000-7000-8000-000000000003',
  workspaceId,
  scopes: [],
  restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
}
const workspaceKey: Principal = { kind: 'workspaceKey', ...key }

function fingerprint(body: unknown, path: unknown = {}): string {
  return claimOf(workspaceKey, 'sendMessage', 'k', { path, body }).fingerprint.toString('hex')
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([name, item]) => [name, reversed(item)]))
}

test('the order of keys does not matter, at any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprint(reversed(value))).toBe(fingerprint(value))
    }),
  )
})

test('nor does how a value was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const again = JSON.parse(JSON.stringify(value, null, 2)) as unknown
      expect(fingerprint(again)).toBe(fingerprint(JSON.parse(JSON.stringify(value))))
    }),
  )
})

test('different values have different fingerprints', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      fc.pre(JSON.stringify(reversed(a)) !== JSON.stringify(reversed(b)))
      fc.pre(JSON.stringify(a) !== JSON.stringify(b))
      const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
      expect(fingerprint(a) === fingerprint(b)).toBe(same)
    }),
  )
  for (const [a, b] of [
    [1, '1'],
    [null, 'null'],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: null }, {}],
    [{ a: 1 }, { A: 1 }],
  ]) {
    expect(fingerprint(a)).not.toBe(fingerprint(b))
  }
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]))
}

test('the address is part of it', () => {
  expect(fingerprint(null, { id: 'key_1' })).not.toBe(fingerprint(null, { id: 'key_2' }))
})

describe('what a key belongs to', () => {
  const belongsTo = (principal: Principal) => claimOf(principal, 'x', 'k', { path: {}, body: {} }).projectId

  test('is the project of a project key', () => {
    expect(belongsTo({ kind: 'projectKey', projectId, ...key })).toBe(projectId)
  })
  test('is no project for others', () => {
    expect(belongsTo(workspaceKey)).toBe(nilUuid)
    const user = { userId: nilUuid, sessionId: nilUuid, email: 'ada@shop.example', role: 'owner' as const }
    expect(belongsTo({ kind: 'workspaceSession', workspaceId, ...user, program: null })).toBe(nilUuid)
  })
})
