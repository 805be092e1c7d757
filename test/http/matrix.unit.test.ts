import { expect, test } from 'vitest'
import type { Principal } from '../../server/auth/principal.js'
import { newUuid } from '../../server/db/ids.js'
import { refusalOf } from '../../server/http/authenticate.js'
import { operationsOf, ownContract } from '../../server/http/contract.js'
import { operations } from '../support/contract.js'
import { credentials, expectedOf, type Credential } from '../support/credential-kinds.js'

/** Every operation as the service reads it with every credential, held against the `security` of the contract. */

const served = operationsOf(ownContract())
const given = Object.entries(credentials).flatMap(([name, credential]) =>
  credential === undefined ? [] : [[name, credential] as const],
)

function principalOf({ kind, holds }: Credential): Principal {
  const workspaceId = newUuid()
  if (kind === 'workspaceSession') {
    const role = holds[0] as 'owner' | 'admin' | 'member'
    return { kind, workspaceId, userId: newUuid(), sessionId: newUuid(), email: 'ada@shop.example', role }
  }
  const restrictions = { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null }
  const key = { workspaceId, keyId: newUuid(), scopes: holds, restrictions }
  return kind === 'projectKey' ? { ...key, kind, projectId: newUuid() } : { ...key, kind }
}

test('the service has every operation', () => {
  expect(served.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort())
})

test.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const security = served.find((found) => found.id === id)?.security ?? []
  expect(security).toEqual(operation.security)
  // One without security asks for no credential, and who asks the others without one is refused before.
  if (security.length === 0) return
  const outcomes = given.map(([name, credential]) => {
    const refusal = refusalOf(principalOf(credential), security, '127.0.0.1')
    return [name, refusal ? `${refusal.status} ${refusal.code}` : 'allowed']
  })
  expect(outcomes).toEqual(given.map(([name, credential]) => [name, expectedOf(operation, credential)]))
})

test('every outcome comes up', () => {
  const outcomes = operations.flatMap((operation) =>
    Object.values(credentials).map((credential) => expectedOf(operation, credential)),
  )
  expect(new Set(outcomes)).toEqual(
    new Set(['allowed', '401 missing_credentials', '403 wrong_credential_kind', '403 insufficient_scope']),
  )
})
