import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { plain, refusalOf, templateCalls } from '../../../support/templates/template-calls.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Tests the limits on templates and versions, also if many are made at once. */

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

async function ownCalls() {
  const tenant = await addTenant(service)
  const session = await tenant.session('admin')
  return { tenant, session, calls: templateCalls(service.url, session) }
}

const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort()

describe('a workspace', () => {
  const insert = (workspaceId: string, count: number) =>
    service.sql.query(
      `insert into templates (workspace_id, id, name, kind, latest_version)
       select $1, gen_random_uuid(), 'x', 'message', 1 from generate_series(1, $2::int)`,
      [workspaceId, count],
    )

  test('has 1,000 templates at most, however many are made at once', async () => {
    const { tenant, calls } = await ownCalls()
    await insert(tenant.workspaceId, 997)
    const replies = await Promise.all(Array.from({ length: 10 }, () => calls.create()))
    expect(statusesOf(replies)).toEqual([...Array<number>(3).fill(201), ...Array<number>(7).fill(409)])
    const refused = await calls.create()
    expect(refusalOf(refused)).toEqual([409, 'invalid_state'])
    expect(refused.body.error.message).toContain('1000')
    // Others have their own, and one that is deleted makes room.
    expect((await (await ownCalls()).calls.create()).status).toBe(201)
    const made = replies.find(({ status }) => status === 201)
    expect((await calls.remove(made?.body.id as string)).status).toBe(204)
    expect((await calls.create()).status).toBe(201)
  })
})

describe('a template', () => {
  test('has 500 versions at most', async () => {
    const { tenant, calls } = await ownCalls()
    const id = await calls.made()
    await service.sql.query('update templates set latest_version = 498 where workspace_id = $1 and id = $2', [
      tenant.workspaceId,
      fromTypeId('tpl', id),
    ])
    const replies = await Promise.all(Array.from({ length: 5 }, () => calls.createVersion(id)))
    expect(statusesOf(replies)).toEqual([201, 201, 409, 409, 409])
    const refused = await calls.createVersion(id)
    expect(refusalOf(refused)).toEqual([409, 'invalid_state'])
    expect(refused.body.error.message).toContain('500')
    expect((await calls.publish(id, 500)).status).toBe(200)
  })

  test('gives each of many versions that are made at once a number of its own', async () => {
    const { calls } = await ownCalls()
    const id = await calls.made()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        calls.createVersion(id, { ...plain, subject: `No. ${index}` }),
      ),
    )
    expect(statusesOf(replies)).toEqual(Array<number>(20).fill(201))
    const numbers = replies.map(({ body }) => body.version as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 2))
    for (const { body } of replies) expect((await calls.version(id, body.version)).body).toEqual(body)
    expect((await calls.get(id)).body.latest_version).toBe(21)
  })

  test('makes one version for an idempotency key', async () => {
    const { calls, session } = await ownCalls()
    const id = await calls.made()
    const headers = { 'Idempotency-Key': randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(service.url, 'POST', `/v1/templates/${id}/versions`, { key: session, headers, body: plain }),
      ),
    )
    expect(statusesOf(replies)).toEqual(Array<number>(10).fill(201))
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body)
    expect((await calls.get(id)).body.latest_version).toBe(2)
  })

  test('keeps the largest content that there can be', async () => {
    const { calls, session } = await ownCalls()
    const html = `<p>${'ü'.repeat(249_990)}</p>`
    const locales = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [
        `a${String.fromCharCode(97 + index)}`,
        { subject: 'x', html, text: 'y' },
      ]),
    )
    const id = await calls.made({ html, locales })
    expect((await calls.version(id, 1)).body).toMatchObject({ html, locales })
    // A repetition is answered with all of it.
    const request = {
      key: session,
      body: { ...plain, html, locales },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    const versions = `/v1/templates/${id}/versions`
    const made = await call(service.url, 'POST', versions, request)
    expect(made.status).toBe(201)
    const again = await call(service.url, 'POST', versions, request)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(made.body)
  })
})
