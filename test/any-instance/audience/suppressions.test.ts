import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../support/api/api.js'
import { hasSuppressionsKey, suppressionsKeyOf, useInstance } from '../../support/instance/instance.js'
import { domainOf } from '../../support/instance/prepare.js'
import { send } from '../../support/messages/messages.js'
import { failureIn } from '../../support/webhooks/webhooks.js'

/** Suppressions of addresses that nobody has. They are taken back in the end. */

const at = useInstance()
const made: string[] = []
const newEmail = () => {
  const email = `${randomUUID()}@${domainOf(at.run)}`
  made.push(email)
  return email
}

const ask = (method: string, path: string, request: Parameters<typeof call>[3] = {}): Promise<ApiReply> =>
  call(at.url, method, path, { key: suppressionsKeyOf(at), ...request })
const suppress = (body: object) => ask('POST', '/v1/compliance/suppressions', { body })
const find = async (email: string) =>
  (await ask('GET', `/v1/suppressions/export?email=${email}`)).body.data as { id: string; reason: string }[]
const importing = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  ask('POST', '/v1/suppressions/import', { raw, headers: { 'Content-Type': 'text/csv', ...headers } })

describe.runIf(hasSuppressionsKey)('suppressions', () => {
  afterAll(async () => {
    for (const email of made) {
      const [{ id } = { id: '' }] = await find(email)
      if (id !== '') await ask('DELETE', `/v1/suppressions/${id}?force=true`)
    }
  })

  test('one that is made again stays as it is, and nothing is sent to it', async () => {
    const email = newEmail()
    const first = await suppress({ email: email.toUpperCase(), note: 'Asked by phone' })
    expect([first.status, first.body.email, first.body.reason]).toEqual([201, email, 'manual'])
    const again = await suppress({ email, reason: 'unsubscribe' })
    expect([again.status, again.body]).toEqual([200, first.body])
    const message = await send(at.url, at.projectKey, at.project, { to: [{ email }] })
    const { body } = await call(at.url, 'GET', `/v1/messages/${message}`, { key: at.projectKey })
    expect(body.recipients).toMatchObject([{ email, status: 'suppressed' }])
  })

  test('a complaint is taken back by force alone', async () => {
    const email = newEmail()
    const { id } = (await suppress({ email, reason: 'complaint' })).body as { id: string }
    for (const query of ['', '?force=false']) {
      expect(failureIn(await ask('DELETE', `/v1/suppressions/${id}${query}`))).toBe('409 invalid_state')
    }
    expect((await ask('DELETE', `/v1/suppressions/${id}?force=true`)).status).toBe(204)
    expect(await find(email)).toEqual([])
    expect(failureIn(await ask('DELETE', `/v1/suppressions/${id}?force=true`))).toBe('404 not_found')
  })

  test('an import takes what it can, and the same file twice changes nothing', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const file = `\ufeffReason,E-Mail\r\nhard_bounce,"${first}"\r\n,nobody\r\nimport,${second}`
    const once = await importing(file)
    expect(once.body).toMatchObject({ imported: 2, already_present: 0, rejected: 1 })
    expect(once.body.rejected_lines).toMatchObject([{ line: 3 }])
    expect((await importing(file)).body).toMatchObject({ imported: 0, already_present: 2, rejected: 1 })
    expect(await find(first)).toMatchObject([{ reason: 'hard_bounce' }])
  })

  test('an export imports as it is', async () => {
    const email = newEmail()
    await suppress({ email, note: '=SUM(A1), "quoted"' })
    const csv = await ask('GET', `/v1/suppressions/export?email=${email}`, {
      headers: { Accept: 'text/csv' },
    })
    expect(csv.headers['content-type']).toMatch(/^text\/csv\b/)
    const [{ id } = { id: '' }] = await find(email)
    await ask('DELETE', `/v1/suppressions/${id}`)
    expect((await importing(csv.text)).body).toMatchObject({ imported: 1, rejected: 0 })
    const again = await ask('GET', `/v1/suppressions/export?email=${email}`, {
      headers: { Accept: 'text/csv' },
    })
    expect(again.text).toBe(csv.text)
  })

  test('an import is CSV', async () => {
    expect(failureIn(await ask('POST', '/v1/suppressions/import', { body: {} }))).toBe(
      '415 unsupported_media_type',
    )
  })
})
