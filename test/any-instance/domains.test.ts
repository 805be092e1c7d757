import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import { call, type ApiReply } from '../support/api/api.js'
import { hasSession, sessionOf, useInstance } from '../support/instance/instance.js'
import { patiently } from '../support/instance/patiently.js'
import { domainOf } from '../support/instance/prepare.js'
import { failureIn } from '../support/webhooks/webhooks.js'

/**
 * Sending domains and what is known of them. Those that are added here are in nobody's DNS, so no check verifies them,
 * whatever servers the instance asks.
 */

type Domain = components['schemas']['Domain']

const at = useInstance()

const newName = (label = randomUUID().slice(0, 8)) => `${label}.${domainOf(at.run)}`
const add = (name: string, fields: object = {}): Promise<ApiReply> =>
  call(at.url, 'POST', '/v1/domains', { key: sessionOf(at), body: { name, ...fields } })

async function added(name: string, fields: object = {}): Promise<Domain> {
  const reply = await add(name, fields)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as Domain
}

const read = (path: string) => call(at.url, 'GET', path, { key: at.workspaceKey })
const get = (id: string) => read(`/v1/domains/${id}`)
const dkimNames = ({ records }: Domain) =>
  records.filter(({ kind }) => kind === 'dkim').map((record) => record.name)
const idsIn = ({ body }: ApiReply) => (body.data as { id: string }[]).map(({ id }) => id)

describe.runIf(hasSession)('a domain', () => {
  let plain: Domain
  let international: Domain
  let doublyKeyed: Domain
  beforeAll(async () => {
    plain = await added(newName())
    international = await added(newName(`Bücher-${randomUUID().slice(0, 8)}`))
    doublyKeyed = await added(newName(), { ed25519: true })
  })

  test('is added with a key of its own, tells what to publish, and is found', async () => {
    const { id, name, dkim_keys, records, created_at } = plain
    expect(plain).toMatchObject({ status: 'pending', vouched: false, verified_at: null, fails_at: null })
    expect(dkim_keys).toMatchObject([{ algorithm: 'rsa', status: 'active', retires_at: null }])
    const selector = dkim_keys[0]?.selector
    const dkim = records.find(({ kind }) => kind === 'dkim')
    expect(dkim).toMatchObject({ need: 'required', type: 'TXT', selector, found: [] })
    expect(dkim?.name).toBe(`${selector}._domainkey.${name}`)
    expect(dkim?.expected).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}=*$/)
    expect(records.map(({ kind }) => kind)).toContain('dmarc')

    expect((await get(id)).body).toMatchObject({ id, name })
    expect(idsIn(await read(`/v1/domains?name=${name.toUpperCase()}`))).toEqual([id])
    expect(idsIn(await read(`/v1/domains?limit=100&status=pending&since=${created_at}`))).toContain(id)
    expect(idsIn(await read(`/v1/domains?name=${name}&status=verified`))).toEqual([])
  })

  test('is kept as its A-labels, and once', async () => {
    expect(international.name).toMatch(/^xn--bcher-/)
    const again = await add(international.name)
    expect(failureIn(again)).toBe('422 validation_failed')
    expect(again.body.error.details).toMatchObject([{ path: '/body/name', code: 'taken' }])
  })

  test.each([
    ['co.uk', 'public_suffix'],
    ['gmail.com', 'mailbox_provider'],
    ['com', undefined],
    ['a@shop.example', undefined],
    ['192.0.2.1', undefined],
    ['*.shop.example', undefined],
    ['shop..example', undefined],
  ])('cannot be %s', async (name, code) => {
    const reply = await add(name)
    expect(failureIn(reply)).toBe('422 validation_failed')
    const expected = { path: '/body/name', ...(code !== undefined && { code }) }
    expect(reply.body.error.details).toMatchObject([expected])
  })

  test('is listed newest first, a page at a time', async () => {
    const ids = [doublyKeyed.id, international.id, plain.id]
    const listed: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `limit=2&since=${plain.created_at}${cursor && `&cursor=${cursor}`}`
      const reply = await read(`/v1/domains?${query}`)
      listed.push(...idsIn(reply))
      expect(new Set(listed).size).toBe(listed.length)
      expect(reply.body.has_more).toBe(reply.body.next_cursor !== null)
      cursor = reply.body.next_cursor as string | null
    }
    // Others may have been added meanwhile.
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
  })

  test('has a ramp, which begins with a record that only asks for reports', async () => {
    const { id, name } = plain
    const { body } = await read(`/v1/domains/${id}/dmarc-ramp`)
    expect(body).toMatchObject({ domain_id: id, domain: name, stage: null, next_stage: 'monitor' })
    expect(body.next_record).toMatchObject({ type: 'TXT', name: `_dmarc.${name}` })
    expect(body.next_record.value).toMatch(/^v=DMARC1; ?p=none;.*rua=mailto:dmarc@/)
    expect(body.evidence).toMatchObject({ messages: 0, aligned: 0, aligned_share: null, reporters: [] })
    const ramps = await read('/v1/domains/dmarc-ramp?limit=100')
    expect(ramps.body.data.map((ramp: { domain_id: string }) => ramp.domain_id)).toContain(id)
    expect(idsIn(await read(`/v1/deliverability/dmarc/sources?domain_id=${id}`))).toEqual([])
  })

  test('is not verified by a check that finds nothing, which says what to do', async () => {
    const path = `/v1/domains/${plain.id}/check`
    const reply = await patiently(() => call(at.url, 'POST', path, { key: at.workspaceKey }))
    expect(reply.status, reply.text).toBe(200)
    const domain = reply.body as Domain
    expect(domain.status).toBe('pending')
    expect(domain.checked_at).not.toBeNull()
    const dkim = domain.records.find(({ kind }) => kind === 'dkim')
    // Its servers may not answer, and some answer for names that there are not.
    expect(['missing', 'wrong', 'unknown']).toContain(dkim?.status)
    expect(dkim?.problem).toMatch(/^[a-z_]+$/)
    expect(dkim?.advice).toMatch(/\.$/)
    expect((await get(plain.id)).body).toEqual(domain)
  })

  test('gets new keys, for each algorithm, once until they are published', async () => {
    const path = `/v1/domains/${doublyKeyed.id}/rotate-dkim`
    const reply = await call(at.url, 'POST', path, { key: sessionOf(at) })
    expect(reply.status, reply.text).toBe(200)
    const rotated = reply.body as Domain
    const keys = rotated.dkim_keys.map(({ algorithm, status }) => `${algorithm} ${status}`)
    expect(keys.sort()).toEqual(['ed25519 active', 'ed25519 pending', 'rsa active', 'rsa pending'])
    expect(new Set(dkimNames(rotated)).size).toBe(4)
    expect(dkimNames(rotated)).toEqual(expect.arrayContaining(dkimNames(doublyKeyed)))
    const again = await call(at.url, 'POST', path, { key: sessionOf(at) })
    expect(failureIn(again)).toBe('409 invalid_state')
  })

  test('is deleted with what belongs to it, and its name is free again', async () => {
    const { id, name } = international
    const remove = () => call(at.url, 'DELETE', `/v1/domains/${id}`, { key: sessionOf(at) })
    expect((await remove()).status).toBe(204)
    expect(failureIn(await remove())).toBe('404 not_found')
    expect(failureIn(await get(id))).toBe('404 not_found')
    expect(failureIn(await read(`/v1/domains/${id}/dmarc-ramp`))).toBe('404 not_found')
    // Its key stands elsewhere, as the old one may still be in somebody's cache.
    const next = await added(name)
    expect(next.id).not.toBe(id)
    expect(dkimNames(next)).not.toEqual(dkimNames(international))
  })
})

test.each(['/v1/domains', '/v1/domains/dmarc-ramp', '/v1/deliverability/dmarc/sources'])(
  '%s is not for the keys of projects',
  async (path) => {
    const reply = await call(at.url, 'GET', path, { key: at.projectKey })
    expect(failureIn(reply)).toBe('403 wrong_credential_kind')
  },
)

test('sources are of the retention, and what is asked for is checked', async () => {
  const list = (query: string) => read(`/v1/deliverability/dmarc/sources?${query}`)
  const { status, body } = await list('since=2000-01-01T00:00:00Z')
  expect(status).toBe(200)
  expect(body.window.since > '2000-01-02').toBe(true)
  const wrong = ['kind=mine', 'ours=perhaps', 'review=null', 'address=mail.shop.example']
  for (const query of [...wrong, 'domain_id=prj_01kbf3x5vce1v8h0ja5z9w2kxm']) {
    const [name] = query.split('=')
    const reply = await list(query)
    expect(failureIn(reply), query).toBe('422 validation_failed')
    expect(reply.body.error.details).toMatchObject([{ path: `/query/${name}` }])
  }
})
