import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

describe('Markdown is served', () => {
  const markdown = 'text/markdown; charset=utf-8'
  const html = 'text/html; charset=utf-8'
  const types: Readonly<Record<string, string>> = {
    md: markdown,
    txt: 'text/plain; charset=utf-8',
    atom: 'application/atom+xml; charset=utf-8',
  }

  test.each([
    ['text/markdown', markdown],
    ['text/markdown, */*', markdown],
    ['text/markdown, text/html;q=0.9', markdown],
    ['text/html;q=0.2, text/markdown;q=0.3', markdown],
    ['*/*', html],
    ['text/*', html],
    ['text/html, text/markdown', html],
    ['text/html, text/markdown;q=0.9', html],
    ['text/markdown;q=0, */*', html],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', html],
    ['image/png', html],
  ])('to who accepts %s: %s', async (accept, type) => {
    for (const page of ['/docs', '/docs/errors', '/docs/guide/sending', '/docs/api/sendMessage']) {
      const reply = await supertest(service.url).get(page).set('Accept', accept)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, type])
      expect(reply.headers['vary']).toBe('Accept, Accept-Encoding')
      if (type === markdown) expect(reply.text).toBe((await supertest(service.url).get(`${page}.md`)).text)
    }
  })

  test.each([
    '/llms.txt',
    '/llms-full.txt',
    '/docs.md',
    '/docs/api.md',
    '/docs/guide/sending.md',
    '/docs/changelog.atom',
  ])('at %s: to be read, compressed, and asked for again by its tag', async (path) => {
    const plain = await supertest(service.url).get(path).set('Accept-Encoding', 'identity')
    expect(plain.headers).toMatchObject({
      'content-type': types[path.replace(/^.*\./, '')],
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    const zipped = await supertest(service.url).get(path).set('Accept-Encoding', 'gzip')
    expect([zipped.headers['content-encoding'], zipped.text]).toEqual(['gzip', plain.text])
    const head = await supertest(service.url).head(path).set('Accept-Encoding', 'identity')
    expect([head.status, head.headers['content-length']]).toEqual([200, plain.headers['content-length']])
    const known = await supertest(service.url)
      .get(path)
      .set('If-None-Match', plain.headers['etag'] ?? '')
    expect([known.status, known.text]).toEqual([304, ''])
    const posted = await supertest(service.url).post(path)
    expect([posted.status, posted.headers['allow'], posted.body.error.code]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ])
  })

  test.each([
    '/docs/index.md',
    '/docs/nothing.md',
    '/docs/errors.md.md',
    '/docs/guide/nothing.md',
    '/docs/guide/sending.md/',
    '/docs/llms.txt',
    '/docs/llms.txt.md',
    '/docs/..%2fllms.txt',
    '/llms.txt.md',
    '/docs/__proto__.md',
  ])('and nothing at %s', async (path) => {
    const reply = await supertest(service.url).get(path).set('Accept', 'application/json')
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
    const page = await supertest(service.url).get(path).set('Accept', 'text/html')
    expect([page.status, page.headers['content-type']]).toEqual([404, html])
  })

  test('and each page names its own', async () => {
    for (const page of [
      '/docs',
      '/docs/errors',
      '/docs/guide/sending',
      '/docs/api',
      '/docs/api/message.bounced',
    ]) {
      const { text } = await supertest(service.url).get(page)
      const [, href = ''] =
        text.match(/<link rel="alternate" type="text\/markdown" [^>]*href="([^"]+)">/) ?? []
      expect(new URL(href, service.url + page).pathname).toBe(`${page}.md`)
      // Behind a proxy that has the service under a path of its own.
      expect(new URL(href, `https://shop.example/mail${page}`).pathname).toBe(`/mail${page}.md`)
    }
  })
})
