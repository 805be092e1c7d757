import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import {
  fromTypeId,
  newUuid,
  newWorkspaceId,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { inboundLinks, type InboundLinks } from '../../../../server/product/inbound/links/links.js'
import { chunkBytes } from '../../../../server/product/inbound/messages/inbound-message-rows.js'
import { call } from '../../../support/api/api.js'
import { insertInbound, insertRoute, type InsertedMessage } from '../../../support/inbound/inbound-rows.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Messages and attachments as files, by session and by signed link. */

let service: TestService
let tenant: Tenant
let key: string
let owner: { workspaceId: WorkspaceId; projectId: Uuid; routeId: Uuid }
let links: InboundLinks
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.session('member')
  const of = { workspaceId: tenant.workspaceId, projectId: fromTypeId('prj', tenant.liveProject) }
  owner = { ...of, routeId: await insertRoute(service.sql, of) }
  links = inboundLinks(loadServiceKey(service.config).derive('subscription'), service.url)
})

const put = (message: InsertedMessage = {}) => insertInbound(service.sql, owner, message)
const pathOf = (id: Uuid) => `/v1/inbound/messages/${toTypeId('inm', id)}`
const attachmentPath = (id: Uuid, attachment = '') =>
  `${pathOf(id)}/attachments/${toTypeId('att', attachment)}`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function download(at: string, init: RequestInit = { headers: { Authorization: `Bearer ${key}` } }) {
  const reply = await fetch(at.startsWith('/') ? `${service.url}${at}` : at, init)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Headers of every reply with the words of strangers. */
const safe = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'no-store',
}

describe('a message as it came', () => {
  test.each([
    ['nothing', 0],
    ['a byte', 1],
    ['a whole piece', chunkBytes],
    ['a byte more than a piece', chunkBytes + 1],
    ['several pieces', 5 * chunkBytes + 77],
  ])('is the same to the byte: %s', async (_name, length) => {
    const raw = randomBytes(length)
    const { row } = await put({ raw })
    for (const at of [
      `${pathOf(row.id)}/raw`,
      links.rawUrl({ ...owner, messageId: row.id, expiresAt: row.expires_at }),
    ]) {
      const { status, headers, bytes } = await download(at)
      expect(status).toBe(200)
      expect(bytes.equals(raw)).toBe(true)
      expect(Object.fromEntries(headers)).toMatchObject({
        ...safe,
        'content-type': 'message/rfc822',
        'content-length': String(length),
        'content-disposition': `attachment; filename="${toTypeId('inm', row.id)}.eml"`,
      })
    }
  })

  test('fits the contract', async () => {
    const { row, attachments } = await put({ attachments: [{ bytes: Buffer.from('%PDF-1.7') }] })
    const raw = await call(service.url, 'GET', `${pathOf(row.id)}/raw`, { key })
    expect([raw.status, raw.text.startsWith('From: Ada')]).toEqual([200, true])
    const attachment = await call(service.url, 'GET', attachmentPath(row.id, attachments[0]), { key })
    expect([attachment.status, String(attachment.body)]).toEqual([200, '%PDF-1.7'])
    const json = await call(service.url, 'GET', `${pathOf(row.id)}/raw`, {
      key,
      headers: { Accept: 'application/json' },
    })
    expect(json.body.error.code).toBe('not_acceptable')
  })

  test('is cut off where its bytes go meanwhile, and the client knows', async () => {
    const { row } = await put({ raw: randomBytes(3 * chunkBytes) })
    await service.sql.query('delete from inbound_chunks where message_id = $1 and number = 2', [row.id])
    await expect(download(`${pathOf(row.id)}/raw`)).rejects.toThrow()
    await service.sql.query('delete from inbound_chunks where message_id = $1', [row.id])
    expect((await download(`${pathOf(row.id)}/raw`)).status).toBe(404)
  })
})

describe('an attachment', () => {
  const decoded = randomBytes(2 * chunkBytes + 12_345)
  const base64 = Buffer.from(decoded.toString('base64').replace(/.{76}/g, '$&\r\n'))
  const quoted = Buffer.from('Gr=C3=BC=C3=9Fe=\r\n!')
  const html = Buffer.from('<script>alert(1)</script>')

  test('is decoded from its place in the message, whatever type its sender names', async () => {
    const { row, attachments } = await put({
      // The first one begins within the second piece.
      raw: randomBytes(chunkBytes + 1000),
      attachments: [
        { bytes: base64, decoded, encoding: 'base64', filename: 'Größe "1".pdf' },
        { bytes: quoted, decoded: Buffer.from('Grüße!'), encoding: 'quoted-printable', filename: null },
        { bytes: html, contentType: 'text/html', filename: 'page.html', disposition: 'inline' },
        { bytes: Buffer.alloc(0), filename: 'empty.txt' },
      ],
    })
    const expected: [Buffer, string][] = [
      [decoded, `attachment; filename="Gr__e _1_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.pdf`],
      [Buffer.from('Grüße!'), 'attachment; filename="attachment"'],
      [html, 'attachment; filename="page.html"'],
      [Buffer.alloc(0), 'attachment; filename="empty.txt"'],
    ]
    const { body } = await call(service.url, 'GET', pathOf(row.id), { key })
    for (const [index, [bytes, disposition]] of expected.entries()) {
      const attachmentId = attachments[index] ?? ''
      for (const at of [
        attachmentPath(row.id, attachmentId),
        links.attachmentUrl({ ...owner, messageId: row.id, attachmentId, expiresAt: row.expires_at }),
      ]) {
        const got = await download(at)
        expect([got.status, sha256(got.bytes)]).toEqual([200, sha256(bytes)])
        expect(sha256(got.bytes)).toBe(body.attachments[index].sha256)
        expect(Object.fromEntries(got.headers)).toMatchObject({
          ...safe,
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.length),
          'content-disposition': disposition,
        })
      }
    }
  })

  test('is not found by the id of another message, or by that of none', async () => {
    const one = await put({ attachments: [{ bytes: html }] })
    const other = await put({ attachments: [{ bytes: html }] })
    const [attachmentId = ''] = other.attachments
    expect((await download(attachmentPath(one.row.id, attachmentId))).status).toBe(404)
    expect((await download(attachmentPath(one.row.id, newUuid()))).status).toBe(404)
    const link = { ...owner, messageId: one.row.id, attachmentId, expiresAt: one.row.expires_at }
    expect((await download(links.attachmentUrl(link))).status).toBe(404)
  })

  test('that is not as long as it was said to be is cut off', async () => {
    const { row, attachments } = await put({ attachments: [{ bytes: html, decoded: html.subarray(1) }] })
    const failed = await download(attachmentPath(row.id, attachments[0]))
    expect(failed.status).toBe(500)
    expect(failed.bytes.toString()).not.toContain('alert')
  })
})

describe('a signed link', () => {
  const plain = {}

  test('to the content answers as the API does, as a file', async () => {
    const { row } = await put({ columns: { html: '<script>alert(1)</script>' } })
    const url = links.contentUrl({ ...owner, messageId: row.id, expiresAt: row.expires_at })
    const { status, headers, bytes } = await download(url, plain)
    expect(status).toBe(200)
    expect(JSON.parse(bytes.toString())).toEqual(
      (await call(service.url, 'GET', pathOf(row.id), { key })).body,
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      ...safe,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${toTypeId('inm', row.id)}.json"`,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  test('answers HEAD with the head of GET, and no other method', async () => {
    const { row, raw, attachments } = await put({ attachments: [{ bytes: randomBytes(1000) }] })
    const link = {
      ...owner,
      messageId: row.id,
      attachmentId: attachments[0] ?? '',
      expiresAt: row.expires_at,
    }
    for (const [url, length] of [
      [links.contentUrl(link), undefined],
      [links.rawUrl(link), raw.length],
      [links.attachmentUrl(link), 1000],
    ] as const) {
      const { status, headers, bytes } = await download(url, { method: 'HEAD' })
      expect([status, bytes.length]).toEqual([200, 0])
      expect(Object.fromEntries(headers)).toMatchObject(safe)
      if (length !== undefined) expect(headers.get('content-length')).toBe(String(length))
      const refused = await download(url, { method: 'POST' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('that leads to nothing says the same, for whatever reason', async () => {
    const { row, attachments } = await put({ attachments: [{ bytes: Buffer.from('PDF') }] })
    const { row: old } = await put({ columns: { expires_at: new Date(Date.now() - 1000) } })
    const { row: gone } = await put()
    const admin = { workspaceId: owner.workspaceId, messageId: gone.id, expiresAt: gone.expires_at }
    expect((await download(links.rawUrl(admin), plain)).status).toBe(200)
    await service.sql.query('delete from inbound_messages where id = $1', [gone.id])

    const link = {
      ...owner,
      messageId: row.id,
      attachmentId: attachments[0] ?? '',
      expiresAt: row.expires_at,
    }
    const later = new Date(Date.now() + 3_600_000)
    const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
    const [content, raw] = [tokenOf(links.contentUrl(link)), tokenOf(links.rawUrl(link))]
    const attachment = tokenOf(links.attachmentUrl(link))
    const nothing = [
      links.contentUrl({ ...link, expiresAt: new Date(Date.now() - 1) }),
      links.rawUrl({ ...link, messageId: old.id, expiresAt: later }),
      links.contentUrl({ ...link, messageId: gone.id }),
      links.rawUrl({ ...link, messageId: gone.id }),
      links.attachmentUrl({ ...link, messageId: gone.id }),
      links.attachmentUrl({ ...link, attachmentId: newUuid() }),
      links.contentUrl({ ...link, workspaceId: newWorkspaceId() }),
      `${service.url}/inbound/content/${raw}`,
      `${service.url}/inbound/raw/${content}`,
      `${service.url}/inbound/raw/${attachment}`,
      `${service.url}/inbound/attachments/${raw}`,
      `${links.rawUrl(link).slice(0, -1)}`,
      `${service.url}/inbound/raw/x`,
      `${service.url}/inbound/raw`,
      `${service.url}/inbound/`,
      `${service.url}/inbound/raw/${raw}/x`,
    ]
    const replies = new Set<string>()
    for (const url of nothing) {
      const { status, headers, bytes } = await download(url, plain)
      const { error } = JSON.parse(bytes.toString()) as { error: Record<string, unknown> }
      expect(error, url).toEqual({
        code: 'not_found',
        message: expect.any(String) as string,
        request_id: headers.get('request-id'),
      })
      const same = ['request-id', 'date'].reduce((all, name) => (all.delete(name), all), new Headers(headers))
      replies.add(JSON.stringify([status, error['message'], [...same]]))
    }
    expect([...replies]).toHaveLength(1)
    expect([...replies][0]).toMatch(/^\[404,/)
    for (const url of [links.contentUrl(link), links.rawUrl(link), links.attachmentUrl(link)])
      expect((await download(url, plain)).status).toBe(200)
  })

  test('ends when the message is deleted, and works from a replay', async () => {
    const { row } = await put()
    const tenantKey = await tenant.session('admin')
    const replayed = await call(service.url, 'POST', `${pathOf(row.id)}/replay`, { key: tenantKey })
    const { rows } = await service.sql.query<{ data: Record<string, string> }>(
      'select data from events where workspace_id = $1 and id = $2',
      [owner.workspaceId, fromTypeId('evt', replayed.body.event_id as string)],
    )
    const { content_url: content = '', raw_url: raw = '' } = rows[0]?.data ?? {}
    for (const url of [content, raw]) expect((await download(url, plain)).status).toBe(200)
    expect((await call(service.url, 'DELETE', pathOf(row.id), { key: tenantKey })).status).toBe(204)
    for (const url of [content, raw]) expect((await download(url, plain)).status).toBe(404)
  })
})
