import { readdirSync } from 'node:fs'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { startupBanner } from '../../../server/product/workspace/startup-banner.js'
import { call } from '../../support/api/api.js'
import { document, operations } from '../../support/api/contract.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { codeOf, unescaped } from '../../support/documentation/unescaped.js'

let service: TestService
/** The pages of the reference, by their addresses: `api`, `api/sendMessage`, `api/messages`. */
let pages: Map<string, string>

beforeAll(async () => {
  service = await sharedApi()
  const built = new URL('../../../dist/operate/reference/built/pages/api/', import.meta.url)
  const addresses = ['api', ...readdirSync(built).map((file) => `api/${file.replace(/\.html$/, '')}`)]
  const read = addresses.map(async (address): Promise<[string, string]> => {
    const reply = await fetch(`${service.url}/docs/${address}`)
    expect(reply.status, address).toBe(200)
    return [address, await reply.text()]
  })
  pages = new Map(await Promise.all(read))
})

function pageOf(name: string): string {
  return pages.get(`api/${name}`) ?? ''
}

/** A sample on the page of an operation or of an event, as it is pasted. */
function sampleOn(name: string, language: string): string {
  const [, source = ''] =
    pageOf(name).match(new RegExp(`data-language="${language}">[\\s\\S]*?<code>([\\s\\S]*?)</code>`)) ?? []
  return codeOf(source)
}

/** The addresses on a page, as a browser resolves them. */
function addressesOn(address: string): URL[] {
  return [...(pages.get(address) ?? '').matchAll(/ (?:src|href|data-index)="([^"]+)"/g)].map(
    ([, found = '']) => new URL(unescaped(found), `${service.url}/docs/${address}`),
  )
}

describe('there is a page', () => {
  test.each(operations.map(({ id, ...operation }) => [id, operation] as const))('of %s', (id, operation) => {
    const page = pageOf(id)
    expect(page).toContain(`<h1>${escapedAsHtml(operation.summary ?? '')}</h1>`)
    expect(plain(page)).toContain(`${operation.method.toUpperCase()} ${operation.path}`)
    expect(page).toContain(`Since version ${operation.since}<`)
    for (const requirement of operation.security) {
      for (const needed of Object.values(requirement).flat()) expect(page).toContain(`<code>${needed}</code>`)
    }
    for (const status of Object.keys(operation.responses)) {
      expect(page).toMatch(new RegExp(`<(h3|dt)>${status}</\\1>`))
    }
    for (const { name } of operation.parameters) expect(plain(page)).toContain(name)
    for (const language of ['curl', 'TypeScript', 'Python']) expect(sampleOn(id, language)).not.toBe('')
  })

  test.each(Object.keys(document.webhooks))('of the event %s', (type) => {
    const page = pageOf(type)
    expect(plain(page)).toContain(`EVENT ${type}`)
    expect(page).toContain(`Since version ${String(document.webhooks[type]?.['post']?.['x-since'])}<`)
    for (const name of ['Service-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(page).toContain(name)
    expect(sampleOn(type, 'TypeScript')).toContain(`event.type === '${type}'`)
    expect(sampleOn(type, 'Python')).toContain(`event["type"] == "${type}"`)
  })

  test('of each tag, and each page is in the navigation of its tag and there alone marked', () => {
    const tags = new Set(operations.map(({ tags }) => tags[0] ?? ''))
    for (const tag of tags) {
      const name = tag.toLowerCase().replaceAll(' ', '-')
      for (const { id } of operations.filter((operation) => operation.tags[0] === tag)) {
        expect(pageOf(name)).toContain(`href="../../docs/api/${id}"`)
        expect(pageOf(id)).toContain(`href="../../docs/api/${id}" aria-current="page"`)
      }
    }
    for (const [address, page] of pages) {
      expect(page.match(/aria-current="page"/g), address).toHaveLength(1)
      expect(page.match(/<h1/g), address).toHaveLength(1)
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
      expect(new Set(ids).size, address).toBe(ids.length)
    }
  })

  test('of what holds for all of them', () => {
    const headings = [...(pages.get('api') ?? '').matchAll(/<h2 id="([^"]+)"/g)].map((match) => match[1])
    expect(headings).toEqual(
      expect.arrayContaining(['operations', 'conventions', 'credentials', 'idempotency', 'limits']),
    )
  })
})

describe('a page', () => {
  test('is asked for each time, and tells nobody where its reader came from', async () => {
    for (const address of ['api', 'api/sendMessage', 'api/message.bounced', 'api/messages']) {
      const reply = await call(service.url, 'GET', `/docs/${address}`)
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    }
    const plain = (method: 'get' | 'head') =>
      supertest(service.url)[method]('/docs/api').set('Accept-Encoding', 'identity')
    expect((await plain('head')).headers['content-length']).toBe(
      (await plain('get')).headers['content-length'],
    )
  })

  test('may load from this service alone, run no script within it, and be framed by nobody', async () => {
    const reply = await call(service.url, 'GET', '/docs/api/sendMessage')
    const directives = (reply.headers['content-security-policy'] ?? '').split('; ')
    expect(directives.toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ])
    for (const [address, page] of pages) {
      expect(page, address).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="/)
      expect(page, address).not.toMatch(/<(script|link|img)[^>]* (src|href)="(https?:)?\/\//)
    }
  })

  test('leads to pages, headings and files that are there, also under a path of a proxy', async () => {
    const statuses = new Map<string, number>()
    const guides = new Map<string, string>()
    for (const [address, page] of pages) {
      expect(page, address).not.toMatch(/ (src|href|data-index)="\//)
      for (const { href, hash, origin, pathname, protocol } of addressesOn(address)) {
        if (protocol === 'data:' || origin !== service.url || pathname.startsWith('/console')) continue
        const found = pages.get(pathname.replace('/docs/', ''))
        if (found === undefined && !statuses.has(pathname)) {
          const reply = await fetch(new URL(pathname, service.url))
          statuses.set(pathname, reply.status)
          guides.set(pathname, await reply.text())
        }
        const target = found ?? guides.get(pathname)
        expect(found === undefined ? statuses.get(pathname) : 200, href).toBe(200)
        if (hash !== '') expect(target, `${address}: ${href}`).toContain(` id="${hash.slice(1)}"`)
      }
    }
  })

  test('has the address of this service, and no mark of the build', () => {
    const base = service.url.replace('127.0.0.1', 'localhost')
    expect(sampleOn('sendMessage', 'curl')).toContain(`curl -sS '${base}/v1/messages'`)
    expect(sampleOn('sendMessage', 'TypeScript')).toContain(`baseURL: '${base}'`)
    expect(sampleOn('sendMessage', 'Python')).toContain(`base_url="${base}"`)
    for (const [address, page] of pages) expect(page, address).not.toMatch(/@[A-Z]+@/)
  })

  test('leads from each code of an error to what to do about it', () => {
    expect(pageOf('sendMessage')).toMatch(/<a href="\.\.\/\.\.\/docs\/errors#sending_halted">/)
    const linked = new Set(
      [...pages.values()].flatMap((page) =>
        [...page.matchAll(/docs\/errors#(\w+)"/g)].map((match) => match[1]),
      ),
    )
    const { enum: codes } = document.components['schemas']?.['ErrorCode'] as { enum: string[] }
    // Those answer what is a request for no operation.
    expect(codes.filter((code) => !linked.has(code)).sort()).toEqual([
      'expectation_failed',
      'method_not_allowed',
    ])
  })

  test('tries what a test key may do, and says of the others what they take', () => {
    for (const { id, security } of operations) {
      const takesProjectKey = security.some(({ projectKey }) => projectKey !== undefined)
      expect(pageOf(id).includes('name="key" type="password"'), id).toBe(takesProjectKey)
      if (!takesProjectKey) expect(pageOf(id), id).toMatch(/takes nothing but keys of test projects/)
    }
  })

  test('is small', () => {
    const sizes = [...pages.values()].map((page) => page.length)
    expect(Math.max(...sizes)).toBeLessThan(80_000)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(6_000_000)
  })

  test('is named where there is nothing, and by a start', async () => {
    const { body } = await call(service.url, 'GET', '/nothing')
    expect(body.error.message).toContain('/docs')
    const steps = startupBanner({ dataDir: '/nowhere', roles: ['api'] }, { port: 4100 })
    expect(steps).toContain('http://localhost:4100/docs')
  })
})

describe('what a page loads', () => {
  const files = ['reference.js', 'try.js', 'ids.js', 'reference.css', 'search.json']
  const addressOf = (name: string) => {
    const loaded = addressesOn('api/sendMessage').find(({ pathname }) => pathname.endsWith('/reference.js'))
    return loaded?.pathname.replace('reference.js', name) ?? ''
  }

  test.each(files)(
    '%s is kept for good under an address of its version, compressed for who takes that',
    async (name) => {
      const pathname = addressOf(name)
      const zipped = await supertest(service.url).get(pathname).set('Accept-Encoding', 'gzip, br')
      const plain = await supertest(service.url).get(pathname).set('Accept-Encoding', 'identity')
      for (const reply of [zipped, plain]) {
        expect(reply.status).toBe(200)
        expect(reply.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        })
      }
      expect([zipped.headers['content-encoding'], plain.headers['content-encoding']]).toEqual([
        'gzip',
        undefined,
      ])
      expect(zipped.text).toBe(plain.text)
      const refusing = await supertest(service.url).get(pathname).set('Accept-Encoding', 'gzip;q=0')
      expect(refusing.headers['content-encoding']).toBeUndefined()
    },
  )

  test('is not kept under the address of another version, as of a page that another process made', async () => {
    const other = await call(service.url, 'GET', addressOf('try.js').replace(/[0-9a-f]{16}/, '0'.repeat(16)))
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  test('is nothing else', async () => {
    const { body } = await call(service.url, 'GET', `${addressOf('try.js')}.map`)
    expect(body.error.code).toBe('not_found')
  })
})

/** Returns the text that a reader sees of HTML. */
function plain(html: string): string {
  return unescaped(html.replaceAll('<wbr>', '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
}

function escapedAsHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
}
