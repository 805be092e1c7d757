import { request } from 'node:http'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../../../scripts/pages/navigation.js'
import { call } from '../../support/api/api.js'
import { startTestService, type TestService } from '../../support/service/service.js'

let service: TestService
/** The pages by their paths: their HTML. */
let html: Map<string, string>

const paths = pages.map(({ address }) => (address === '' ? '/docs' : `/docs/${address}`))

beforeAll(async () => {
  service = await startTestService()
  const read = paths.map(async (path): Promise<[string, string]> => [
    path,
    await (await fetch(service.url + path)).text(),
  ])
  html = new Map(await Promise.all(read))
})
afterAll(() => service.stop())

function addressesOn(path: string): URL[] {
  return [...(html.get(path) ?? '').matchAll(/ (?:src|href|data-index)="([^"]+)"/g)].map(
    ([, address = '']) => new URL(address.replaceAll('&amp;', '&'), service.url + path),
  )
}

describe('the first page', () => {
  test.each(['/', '/docs/'])('is where %s leads', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await fetch(service.url + path, { method, redirect: 'manual' })
      expect(reply.status).toBe(302)
      const to = reply.headers.get('location') ?? ''
      expect(new URL(to, service.url + path).href).toBe(`${service.url}/docs`)
      // Behind a proxy that has the service under a path of its own.
      expect(new URL(to, `https://shop.example/mail${path}`).href).toBe('https://shop.example/mail/docs')
    }
  })

  test('is the quick start, and leads links to headings of the reference on to it', () => {
    const page = html.get('/docs') ?? ''
    expect(page).toContain('npm ci &amp;&amp; npm start')
    expect(page).toMatch(/<script src="[^"]+\/moved\.js" data-reference="docs\/api"><\/script>/)
  })
})

describe.each(paths)('the page %s', (path) => {
  test('is HTML with a title, one navigation and the search', async () => {
    const page = html.get(path) ?? ''
    expect(page).toMatch(/<html lang="en" [\s\S]*<title>[^<]+ · Postseal<\/title>/)
    expect(page.match(/<h1 /g)).toHaveLength(1)
    expect(page.match(/<nav /g)).toHaveLength(1)
    expect(page.match(/aria-current="page"/g)).toHaveLength(1)
    expect(page).toContain('role="search"')
    const [, feed = ''] =
      /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)">/.exec(page) ?? []
    expect(new URL(feed, service.url + path).href).toBe(`${service.url}/docs/changelog.atom`)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('loads only what this service serves, and runs no script within it', async () => {
    const reply = await call(service.url, 'GET', path)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const policy = new Map(
      (reply.headers['content-security-policy'] ?? '')
        .split('; ')
        .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]),
    )
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('style-src')).toEqual(["'self'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    const page = html.get(path) ?? ''
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="/)
    expect(page).not.toMatch(/<(script|link|img)[^>]* (src|href)="(https?:)?\/\//)
  })

  test('has links to pages and headings that are there, also under a path of a proxy', async () => {
    const page = html.get(path) ?? ''
    expect(page).not.toMatch(/ (src|href|data-index)="\//)
    for (const { href, hash, origin, pathname } of addressesOn(path)) {
      if (origin !== service.url) continue
      const target = html.get(pathname)
      if (target === undefined) {
        expect((await fetch(href)).status, href).toBe(200)
      } else if (hash !== '') {
        expect(target, href).toContain(` id="${hash.slice(1)}"`)
      }
    }
  })
})

describe('a browser that has a page', () => {
  test('is told so, and gets it again if it has changed', async () => {
    const first = await call(service.url, 'GET', '/docs/errors')
    const tag = first.headers['etag'] ?? ''
    const ask = (known: string) => supertest(service.url).get('/docs/errors').set('If-None-Match', known)
    expect([(await ask(tag)).status, (await ask(tag)).text]).toEqual([304, ''])
    expect((await ask(`"other", ${tag.replace('W/', '')}`)).status).toBe(304)
    expect((await ask('"other"')).status).toBe(200)
    expect((await call(service.url, 'GET', '/docs/limits')).headers['etag']).not.toBe(tag)
  })

  test('keeps what the page loads for good, and gets both compressed', async () => {
    const loaded = addressesOn('/docs').filter(({ pathname }) => /^\/docs\/[0-9a-f]{16}\//.test(pathname))
    expect(loaded.map(({ pathname }) => pathname.split('/').at(-1)).sort()).toEqual([
      'article.css',
      'code.css',
      'console-overview.png',
      'moved.js',
      'navigation.css',
      'page.js',
      'pages.css',
      'search.js',
      'search.json',
    ])
    for (const { pathname } of [...loaded, new URL('/docs/errors', service.url)]) {
      const reply = await supertest(service.url).get(pathname).set('Accept-Encoding', 'gzip')
      const isPage = pathname === '/docs/errors'
      expect(reply.headers['vary']).toBe(isPage ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
      expect(reply.headers['content-encoding']).toBe(pathname.endsWith('.png') ? undefined : 'gzip')
      if (!isPage) expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })
})

describe('nothing else is served', () => {
  /** Asks for a path as it stands, which fetch() would make plain first. */
  function statusOf(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(service.url)
      request({ port, path }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
        .on('error', reject)
        .end()
    })
  }

  test.each([
    '/docs/../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/guide/..%2f..%2f..%2f..%2fpackage.json',
    '/docs/0000000000000000/..%2fpages%2ferrors.html',
    '/docs/guide',
    '/docs/guide/',
    '/docs/index',
    '/docs/errors.html',
    '/docs/Errors',
    '/docs/guide/nothing',
    '/docs/__proto__',
  ])('%s', async (path) => {
    expect(await statusOf(path)).toBe(404)
  })

  test.each(['/', '/docs', '/docs/', '/docs/errors', '/docs/guide/sending', '/docs/0/start.js'])(
    '%s is only to be read',
    async (path) => {
      const reply = await call(service.url, 'POST', path)
      expect([reply.status, reply.headers['allow']]).toEqual([405, 'GET, HEAD'])
    },
  )
})
