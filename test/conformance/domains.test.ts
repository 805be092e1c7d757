import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import { call, type ApiReply } from '../support/api.js'
import { hasSession, sessionOf, useInstance } from '../support/instance/instance.js'
import { domainOf } from '../support/instance/prepare.js'
import { failureIn } from '../support/webhooks.js'

/**
 * Sending domains and what is known of them. Those that are added here are in nobody's DNS, so no check verifies them,
 * whatever servers the instance asks.
 */

type Domain = components['schemas']['Domain']

const at = useInstance()

const newName = () => `${randomUUID().slice(0, 8)}.${domainOf(at.run)}`
const add = (name: string, fields: object = {}): Promise<ApiReply> =>
  call(at.url, 'POST', '/v1/domains', { key: sessionOf(at), body: { name, ...fields } })

async function added(fields: object = {}): Promise<Domain> {
  const reply = await add(newName(), fields)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as Domain
}

const read = (query = '') => call(at.url, 'GET', `/v1/domains?limit=100${query}`, { key: at.workspaceKey })
const get = (id: string) => call(at.url, 'GET', `/v1/domains/${id}`, { key: at.workspaceKey })
const dkimNames = ({ records }: Domain) =>
  records.filter(({ kind }) => kind === 'dkim').map((record) => record.name)

describe.runIf(hasSession)('a domain', () => {
  test('is added with a key of its own, tells what to publish, and is found', async () => {
    const domain = await added()
    expect(domain).toMatchObject({ state: 'pending', vouched: false, verified_at: null, fails_at: null })
    expect(domain.dkim_keys).toMatchObject([{ algorithm: 'rsa', state: 'active', retires_at: null }])
    const selector = domain.dkim_keys[0]?.selector
    const dkim = domain.records.find(({ kind }) => kind === 'dkim')
    expect(dkim).toMatchObject({ need: 'required', type: 'TXT', selector, found: [] })
    expect(dkim?.name).toBe(`${selector}._domainkey.${domain.name}`)
    expect(dkim?.expected).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}=*$/)
    expect(domain.records.map(({ kind }) => kind)).toContain('dmarc')

    expect((await get(domain.id)).body).toMatchObject({ id: domain.id, name: domain.name })
    const byName = (await read(`&name=${domain.name.toUpperCase()}`)).body.data as Domain[]
    expect(byName.map(({ id }) => id)).toEqual([domain.id])
    const pending = (await read(`&state=pending&since=${domain.created_at}`)).body.data as Domain[]
    expect(pending.map(({ id }) => id)).toContain(domain.id)
    expect((await read(`&name=${domain.name}&state=verified`)).body.data).toEqual([])
  })

  test('is kept as its A-labels, and once', async () => {
    const [own, ...rest] = newName().split('.')
    const reply = await add([`Bücher-${own}`, ...rest].join('.'))
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.name).toMatch(/^xn--bcher-/)
    const again = await add(reply.body.name as string)
    expect(failureIn(again)).toBe('422 validation_failed')
    expect(again.body.error.details).toMatchObject([{ path: '/body/name', code: 'taken' }])
  })

  test.each([
    ['co.uk', 'public_suffix'],
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

  test('is not verified by a check that finds nothing, which says what to do', async () => {
    const { id } = await added()
    const path = `/v1/domains/${id}/check`
    const reply = await call(at.url, 'POST', path, { key: at.workspaceKey })
    expect(reply.status, reply.text).toBe(200)
    const domain = reply.body as Domain
    expect(domain.state).toBe('pending')
    expect(domain.checked_at).not.toBeNull()
    const dkim = domain.records.find(({ kind }) => kind === 'dkim')
    // Its servers may not answer, and some answer for names that there are not.
    expect(['missing', 'wrong', 'unknown']).toContain(dkim?.state)
    expect(dkim?.problem).toMatch(/^[a-z_]+$/)
    expect(dkim?.advice).toMatch(/\.$/)
    expect((await get(id)).body).toEqual(domain)
  })

  test('gets new keys, for each algorithm, once until they are published', async () => {
    const domain = await added({ ed25519: true })
    const path = `/v1/domains/${domain.id}/rotate-dkim`
    const reply = await call(at.url, 'POST', path, { key: sessionOf(at) })
    expect(reply.status, reply.text).toBe(200)
    const rotated = reply.body as Domain
    const keys = rotated.dkim_keys.map(({ algorithm, state }) => `${algorithm} ${state}`)
    expect(keys.sort()).toEqual(['ed25519 active', 'ed25519 pending', 'rsa active', 'rsa pending'])
    expect(new Set(dkimNames(rotated)).size).toBe(4)
    expect(dkimNames(rotated)).toEqual(expect.arrayContaining(dkimNames(domain)))
    const again = await call(at.url, 'POST', path, { key: sessionOf(at) })
    expect(failureIn(again)).toBe('409 invalid_state')
  })

  test('is deleted with what belongs to it', async () => {
    const { id, name } = await added()
    const remove = () => call(at.url, 'DELETE', `/v1/domains/${id}`, { key: sessionOf(at) })
    expect((await remove()).status).toBe(204)
    expect(failureIn(await remove())).toBe('404 not_found')
    expect(failureIn(await get(id))).toBe('404 not_found')
    const ramp = await call(at.url, 'GET', `/v1/domains/${id}/dmarc-ramp`, { key: at.workspaceKey })
    expect(failureIn(ramp)).toBe('404 not_found')
    // The name is free again, and gets a key that nobody has in a cache.
    const next = await add(name)
    expect([next.status, next.body.id === id]).toEqual([201, false])
  })

  test('has a ramp, which begins with a record that only asks for reports', async () => {
    const { id, name } = await added()
    const { body } = await call(at.url, 'GET', `/v1/domains/${id}/dmarc-ramp`, { key: at.workspaceKey })
    expect(body).toMatchObject({ domain_id: id, domain: name, stage: null, next_stage: 'monitor' })
    expect(body.next_record).toMatchObject({ type: 'TXT', name: `_dmarc.${name}` })
    expect(body.next_record.value).toMatch(/^v=DMARC1; ?p=none;.*rua=mailto:dmarc@/)
    expect(body.evidence).toMatchObject({ messages: 0, aligned: 0, aligned_share: null, reporters: [] })
    const ramps = await call(at.url, 'GET', '/v1/domains/dmarc-ramp?limit=100', { key: at.workspaceKey })
    expect(ramps.body.data.map((ramp: { domain_id: string }) => ramp.domain_id)).toContain(id)
    const query = `?domain_id=${id}`
    const sources = await call(at.url, 'GET', `/v1/deliverability/dmarc/sources${query}`, {
      key: at.workspaceKey,
    })
    expect(sources.body.data).toEqual([])
  })

  test('is on one page of the list, newest first', async () => {
    const first = await added()
    const ids = [first.id, (await added()).id, (await added()).id]
    const listed: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body, text } = await call(
        at.url,
        'GET',
        `/v1/domains?limit=1&since=${first.created_at}${cursor && `&cursor=${cursor}`}`,
        { key: at.workspaceKey },
      )
      expect(body.has_more, text).toBe(body.next_cursor !== null)
      listed.push(...(body.data as Domain[]).map(({ id }) => id))
      cursor = body.next_cursor as string | null
    }
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids.reverse())
  })
})

test.each(['/v1/domains', '/v1/domains/dmarc-ramp', '/v1/deliverability/dmarc/sources'])(
  '%s is not for the keys of projects',
  async (path) => {
    const reply = await call(at.url, 'GET', path, { key: at.projectKey })
    expect(failureIn(reply)).toBe('403 wrong_credential_kind')
  },
)

test('sources are of whole days within the retention, and what is asked for is checked', async () => {
  const list = (query: string) =>
    call(at.url, 'GET', `/v1/deliverability/dmarc/sources${query}`, { key: at.workspaceKey })
  const { status, body } = await list('?since=2000-01-01T00:00:00Z')
  expect(status).toBe(200)
  expect(body.window.since > '2000-01-02').toBe(true)
  for (const query of [
    'kind=mine',
    'ours=perhaps',
    'review=null',
    'domain_id=prj_01kbf3x5vce1v8h0ja5z9w2kxm',
  ]) {
    const [name] = query.split('=')
    const reply = await list(`?${query}`)
    expect(failureIn(reply), query).toBe('422 validation_failed')
    expect(reply.body.error.details).toMatchObject([{ path: `/query/${name}` }])
  }
})
