import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { operations } from '../../../support/api/contract.js'
import { knownIds } from '../../../support/ids/known-ids.js'
import { requestOf, type DerivedRequest } from '../../../support/api/requests.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { runs } from '../../../support/run/sampled.js'
import { askedOf } from '../../../support/run/sampled.js'

/** Cursors that nobody was given, for every operation that takes one: 422 that names the cursor, and never a 500. */

const cursorOf = ({ id }: { id: string }) => (id === 'followEvents' ? 'after' : 'cursor')
const lists = askedOf(
  operations.filter((operation) =>
    operation.parameters.some((parameter) => parameter.name === cursorOf(operation)),
  ),
)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digit = fc.constantFrom(...alphabet)
const text = (length: number) => fc.string({ unit: digit, minLength: length, maxLength: length })
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((all) => Buffer.from(all).toString('base64url'))

/** In the form of a list's cursor, of a cursor of events that are followed, and of neither. */
const madeUp = fc.oneof(
  text(22),
  bytes(16),
  text(42),
  bytes(31),
  fc.constantFrom(
    'A'.repeat(22),
    `${'_'.repeat(21)}w`,
    'A'.repeat(42),
    'AQ'.padEnd(42, 'A'),
    `AQAAAQ${'A'.repeat(36)}`,
  ),
  fc.string({ unit: digit, minLength: 1, maxLength: 60 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
)

/**
 * Returns true if a list could have made the cursor: the one text in base64url (RFC 4648) of a UUIDv7 (RFC 9562,
 * section 5.7).
 */
function isUuid(cursor: string): boolean {
  const all = Buffer.from(cursor, 'base64url')
  const [version, variant] = [(all[6] ?? 0) >> 4, (all[8] ?? 0) >> 6]
  return all.length === 16 && version === 7 && variant === 2 && all.toString('base64url') === cursor
}

const made = new Map<string, { request: DerivedRequest; key: string; url: string }>()
beforeAll(async () => {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const [key, session] = [await tenant.key(), await tenant.session('owner')]
  const ids = knownIds(service, tenant, key, session)
  for (const operation of lists) {
    const bySession = (operation.security ?? []).some((one) => 'workspaceSession' in one)
    const request = await requestOf(operation, ids)
    made.set(operation.id, { request, key: bySession ? session : key, url: service.url })
  }
})

describe.each(lists)('$id', (operation) => {
  const { id } = operation
  const name = cursorOf(operation)
  test('refuses cursors that are made up', async () => {
    const { request, key, url } = made.get(id) ?? { request: undefined, key: '', url: '' }
    expect(request).toBeDefined()
    const ask = (cursor: string) =>
      call(url, 'GET', `${request?.path}?limit=2&${name}=${encodeURIComponent(cursor)}`, { key })
    await fc.assert(
      fc.asyncProperty(madeUp, async (cursor) => {
        const reply = await ask(cursor)
        if (name === 'cursor' && isUuid(cursor)) return expect(reply.status).toBe(200)
        expect([reply.status, reply.body.error?.details?.[0]?.path]).toEqual([422, `/query/${name}`])
      }),
      { numRuns: runs(25), seed: 8, examples: [['A'.repeat(22)], ['AQAAAQ'.padEnd(42, 'A')], ['a']] },
    )
  })
})
