import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests how the console is served: who may load what, for how long, and that nothing else is there. */

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

interface Reply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

/** Asks as it is told to: fetch would decode the body and clean the path. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url)
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

const built = readdirSync(new URL('../../../dist/operate/console/built/assets/', import.meta.url))
const script = `/console/assets/${built.find((name) => /^main-.*\.js\.br$/.test(name))?.replace(/\.br$/, '')}`

describe('the page', () => {
  test('is the same for every screen, and has a policy that lets it load its own alone', async () => {
    const page = await ask('/console/')
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    const text = page.body.toString()
    expect(text).toContain(`src="${script}"`)
    expect(text).not.toMatch(/%[A-Za-z]+%|<script>|style=|\son\w+=/)
    for (const other of [
      '/console',
      '/console/messages/msg_1?part=content',
      '/console/no/such/screen',
      '/console/sign-in',
    ]) {
      expect((await ask(other)).body.equals(page.body)).toBe(true)
    }
    expect((await ask('/console/', { 'If-None-Match': String(page.headers['etag']) })).status).toBe(304)
  })

  test('names its files below the path that a proxy has put the service under', async () => {
    const below = await startTestService({ env: { POSTSEAL_PUBLIC_URL: 'https://example.com/mail' } })
    const page = await fetch(`${below.url}/console/`)
    expect(await page.text()).toContain(`src="/mail${script}"`)
    await below.stop()
  })

  test('takes GET alone', async () => {
    for (const path of ['/console/', script, '/console/mail-frame']) {
      const reply = await ask(path, {}, 'POST')
      expect([reply.status, reply.headers['allow']]).toEqual([405, 'GET, HEAD'])
    }
  })
})

describe('its files', () => {
  test('are kept for ever under their names, and come as they were compressed', async () => {
    const plain = await ask(script)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const br = await ask(script, { 'Accept-Encoding': 'gzip, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    const gz = await ask(script, { 'Accept-Encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.body).equals(plain.body)).toBe(true)
    expect(br.body.length).toBeLessThan(gz.body.length)
  })

  test('are those of the build and no others, however one asks', async () => {
    for (const path of [
      '/console/assets/',
      '/console/assets/none.js',
      `${script}.br`,
      '/console/assets/../index.html.gz',
      '/console/assets/..%2Findex.html.gz',
      '/console/assets/%2e%2e%2f%2e%2e%2fbin.js',
      '/console/index.html',
      '/console/assets/constructor.js',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
  })
})

test('mail is framed by the console alone, runs nothing, and loads images only where it was asked', async () => {
  const frame = await ask('/console/mail-frame')
  const policy = String(frame.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:; /)
  expect(policy).toContain(
    "frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  )
  expect(policy).not.toContain('allow-scripts')
  expect(frame.headers['referrer-policy']).toBe('no-referrer')
  const images = await ask('/console/mail-frame/images')
  expect(String(images.headers['content-security-policy'])).toContain('img-src data: https: http:;')
})

test('a process without the role `api` has nothing of it', async () => {
  const worker = await startTestService({ beside: service, env: { POSTSEAL_ROLES: 'delivery' } })
  for (const path of ['/console', '/console/', script, '/console/mail-frame']) {
    expect((await fetch(`${worker.url}${path}`)).status).toBe(404)
  }
  await worker.stop()
})
