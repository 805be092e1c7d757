import { expect, test } from 'vitest'
import type { Principal } from '../../../../server/platform/auth/principal.js'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { refusalOf } from '../../../../server/platform/http/access/authenticate.js'
import { operationsOf, ownContract } from '../../../../server/platform/http/operation/contract.js'
import { operations } from '../../../support/api/contract.js'
import { credentials, expectedOf, type Credential } from '../../../support/api/credential-kinds.js'

/** Every operation as the service reads it with every credential, held against the `security` of the contract. */

const served = operationsOf(ownContract())
const given = Object.entries(credentials).flatMap(([name, credential]) =>
  credential === undefined ? [] : [[name, credential] as const],
)

function principalOf({ kind, holds }: Credential): Principal {
  const workspaceId = newWorkspaceId()
  if (kind === 'workspaceSession') {
    const role = holds[0] as 'owner' | 'admin' | 'member'
    const ids = { workspaceId, userId: newUuid(), sessionId: newUuid() }
    return { kind, ...ids, email: 'ada@shop.example', role, program: null }
  }
  const restrictions = { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null }
  const key = { workspaceId, keyId: newUuid(), scopes: holds, restrictions }
  return kind === 'projectKey' ? { ...key, kind, projectId: newUuid() } : { ...key, kind }
}

test('the service has every operation', () => {
  expect(served.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort())
})

test.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const { security, tags } = served.find((found) => found.id === id) ?? { security: [], tags: [] }
  expect(security).toEqual(operation.security)
  // One without security asks for no credential, and who asks the others without one is refused before.
  if (security.length === 0) return
  const outcomes = given.map(([name, credential]) => {
    const refusal = refusalOf(principalOf(credential), { security, tags }, '127.0.0.1')
    return [name, refusal ? `${refusal.status} ${refusal.code}` : 'allowed']
  })
  expect(outcomes).toEqual(given.map(([name, credential]) => [name, expectedOf(operation, credential)]))
})

const reading: readonly Credential[] = [
  { kind: 'workspaceKey', holds: ['reports:read'], make: () => Promise.resolve('') },
  { kind: 'projectKey', holds: ['reports:read'], make: () => Promise.resolve('') },
]

test.each(reading)('a $kind that only reads changes nothing', (credential) => {
  const changing = served.filter(
    ({ method, security }) => method !== 'get' && security.some((way) => credential.kind in way),
  )
  expect(changing.length).toBeGreaterThan(0)
  const outcomes = changing.map((operation) => {
    const refusal = refusalOf(principalOf(credential), operation, '127.0.0.1')
    return [operation.id, refusal?.code]
  })
  expect(outcomes).toEqual(changing.map(({ id }) => [id, 'insufficient_scope']))
})

test.each<[held: string[], security: Record<string, string[]>[], missing: string]>([
  [['contacts:*'], [{ workspaceKey: ['contacts:*', 'messages:send'] }], 'messages:send'],
  [['reports:read'], [{ workspaceKey: ['contacts:*', 'messages:send'] }], 'contacts:* and messages:send'],
  [
    ['webhooks:*'],
    [{ workspaceKey: ['reports:read'] }, { workspaceKey: ['domains:*'] }],
    'reports:read, or domains:*',
  ],
])('a refusal names the scopes that are missing, and no other: %s', (holds, security, missing) => {
  const key: Credential = { kind: 'workspaceKey', holds, make: () => Promise.resolve('') }
  const refusal = refusalOf(principalOf(key), { security, tags: [] }, '127.0.0.1')
  expect(refusal?.message).toBe(`This operation needs the scope ${missing}, which this key does not have.`)
})

test('every outcome comes up', () => {
  const outcomes = operations.flatMap((operation) =>
    Object.values(credentials).map((credential) => expectedOf(operation, credential)),
  )
  expect(new Set(outcomes)).toEqual(
    new Set(['allowed', '401 missing_credentials', '403 wrong_credential_kind', '403 insufficient_scope']),
  )
})

test("a program's session may use the operations of its tags, from its addresses, and no others", () => {
  const owner: Credential = { kind: 'workspaceSession', holds: ['owner'], make: () => Promise.resolve('') }
  const program = { name: 'ci', tags: ['templates', 'segments'], ipCidrs: ['192.0.2.0/24'] }
  const principal = { ...principalOf(owner), program } as Principal
  const ofSessions = served.filter(({ security }) => security.some((one) => 'workspaceSession' in one))
  const allowed = ofSessions.filter((operation) => refusalOf(principal, operation, '192.0.2.7') === undefined)
  const tagged = operations.filter(({ tags }) => tags.includes('Templates') || tags.includes('Segments'))
  expect(allowed.map(({ id }) => id).sort()).toEqual(tagged.map(({ id }) => id).sort())
  expect(new Set(ofSessions.map((operation) => refusalOf(principal, operation, '192.0.3.7')?.code))).toEqual(
    new Set(['ip_not_allowed']),
  )
})
