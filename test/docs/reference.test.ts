import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { startupBanner } from '../../server/workspace/startup-banner.js'
import { call } from '../support/api.js'
import { unknownIds } from '../support/instance/unknown-ids.js'
import type { TestService } from '../support/service.js'
import { sharedApi } from '../support/shared-service.js'

let service: TestService
let page: string
let policy: Map<string, string[]>
/** The addresses of what the page loads and leads to. */
let links: URL[]
let scripts: URL[]

beforeAll(async () => {
  service = await sharedApi()
  const reply = await fetch(`${service.url}/docs/api`)
  page = await reply.text()
  const directives = reply.headers.get('content-security-policy')?.split('; ') ?? []
  policy = new Map(
    directives.map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]),
  )
  const addresses = [...page.matchAll(/ (src|href|data-description|data-index)="([^"]+)"/g)]
  const urlOf = (address: string) => new URL(address, `${service.url}/docs/api`)
  links = addresses.map(([, , address = '']) => urlOf(address))
  scripts = addresses.filter(([, name]) => name === 'src').map(([, , address = '']) => urlOf(address))
})

/** The address of one of the files that the page loads. */
function loaded(name: string): URL {
  const found = links.find(({ pathname }) => pathname.endsWith(`/${name}`) && pathname.startsWith('/docs/'))
  if (found === undefined) throw new Error(`The page does not load ${name}`)
  return found
}

describe('the page', () => {
  test('is HTML that is asked for each time, and tells nobody where its reader came from', async () => {
    const reply = await call(service.url, 'GET', '/docs/api')
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const plain = (method: 'get' | 'head') =>
      supertest(service.url)[method]('/docs/api').set('Accept-Encoding', 'identity')
    expect((await plain('head')).headers['content-length']).toBe(
      (await plain('get')).headers['content-length'],
    )
    expect(page).toMatch(/<html lang="en">[\s\S]*<title>API reference · Postseal<\/title>/)
  })

  test('may load from this service alone, run no script within it, and be framed by nobody', () => {
    const sources = [...policy.values()].flat()
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", 'blob:', 'data:']))
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(page.match(/<script/g)).toHaveLength(scripts.length)
    expect(page).not.toMatch(/ on\w+="/)
  })

  test('leads to what is there, here and under a path of a proxy', async () => {
    for (const { href, protocol, origin } of links) {
      if (protocol === 'data:') continue
      expect(origin).toBe(service.url)
      expect((await fetch(href)).status, href).toBe(200)
    }
    expect(page).not.toMatch(/ (src|href|data-description)="(\/|https?:)/)
    expect(page).toMatch(
      /<noscript>[\s\S]*href="..\/openapi.yaml"[\s\S]*href="..\/openapi.json"[\s\S]*<\/noscript>/,
    )
  })

  test('is named where there is nothing, and by a start', async () => {
    const { body } = await call(service.url, 'GET', '/nothing')
    expect(body.error.message).toContain('/docs')
    const steps = startupBanner({ dataDir: '/nowhere', roles: ['api'] }, { port: 4100 })
    expect(steps).toContain('http://localhost:4100/docs')
  })
})

describe('what the page loads', () => {
  test.each([
    ['redoc.standalone.js', 'text/javascript; charset=utf-8'],
    ['start.js', 'text/javascript; charset=utf-8'],
    ['openapi.json', 'application/json; charset=utf-8'],
  ])(
    '%s is kept for good under an address of its version, compressed for who takes that',
    async (name, type) => {
      const { pathname } = loaded(name)
      const zipped = await supertest(service.url).get(pathname).set('Accept-Encoding', 'gzip, br')
      const plain = await supertest(service.url).get(pathname).set('Accept-Encoding', 'identity')
      for (const reply of [zipped, plain]) {
        expect(reply.status).toBe(200)
        expect(reply.headers).toMatchObject({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        })
      }
      expect(zipped.headers['content-encoding']).toBe('gzip')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(Number(zipped.headers['content-length'])).toBeLessThan(
        Number(plain.headers['content-length']) * 0.6,
      )
      expect(zipped.text).toBe(plain.text)
      const refusing = await supertest(service.url).get(pathname).set('Accept-Encoding', 'gzip;q=0')
      expect(refusing.headers['content-encoding']).toBeUndefined()
    },
  )

  test('asks no other server for anything', async () => {
    const [redoc, start] = await Promise.all(
      ['redoc.standalone.js', 'start.js'].map(async (name) => (await fetch(loaded(name))).text()),
    )
    expect(redoc).not.toContain('cdn.')
    expect(start).toContain('Redoc.init(')
    expect(start).not.toMatch(/https?:/)
  })

  test('comes with the licences that it names', async () => {
    const redoc = await (await fetch(loaded('redoc.standalone.js'))).text()
    const [, name = ''] = redoc.match(/^\/\*! For license information please see (\S+) \*\//) ?? []
    const licences = await (await fetch(new URL(name, loaded('redoc.standalone.js')))).text()
    expect(licences).toMatch(/MIT License[\s\S]*Redocly[\s\S]*React/)
  })

  test('is not kept under the address of another version, as of a page that another process made', async () => {
    const { pathname } = loaded('start.js')
    const other = await call(service.url, 'GET', pathname.replace(/[0-9a-f]{16}/, '0'.repeat(16)))
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  test('is nothing else', async () => {
    const { pathname } = loaded('start.js')
    expect((await call(service.url, 'GET', `${pathname}.map`)).body.error.code).toBe('not_found')
  })
})

test('every sample for curl is taken by the service', async () => {
  const described = (await (await fetch(loaded('openapi.json'))).json()) as {
    paths: Record<string, Record<string, { 'x-codeSamples': { label: string; source: string }[] }>>
  }
  const samples = Object.values(described.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation['x-codeSamples'].filter(({ label }) => label === 'curl'))
    .map(({ source }) => source.replaceAll(/prj_\w+/g, service.credentials.project_id))
  const credentials = samples.map((sample) => {
    if (sample.includes('-X DELETE') && sample.includes('/sessions/current')) return 'SESSION_TO_END'
    return sample.includes('a workspace session') ? 'SESSION' : 'WORKSPACE_KEY'
  })
  const commands = samples.map((sample, index) => `POSTSEAL_API_KEY=$${credentials[index]}\n${sample}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-reference-'))
  writeFileSync(path.join(folder, 'suppressions.csv'), 'email\ngrace@example.com\n')
  const curl = `curl() { command curl -o /dev/null -w '%{http_code}\\n' "$@"; }`
  const { stdout } = await promisify(execFile)('bash', ['-euc', [curl, ...commands].join('\n')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      WORKSPACE_KEY: service.credentials.workspace_key,
      SESSION: await service.session('owner'),
      SESSION_TO_END: await service.session('owner'),
    },
  })
  rmSync(folder, { recursive: true })
  const statuses = stdout.trim().split('\n').map(Number)
  const kinds = Object.keys(unknownIds).filter((kind) => kind !== 'prj')
  expect(statuses).toHaveLength(samples.length)
  for (const [index, status] of statuses.entries()) {
    // The example of an id names nothing here.
    const sample = samples[index] ?? ''
    const hasId = new RegExp(`\\b(${kinds.join('|')})_[0-9a-z]{26}`).test(sample.replace(/\?[^'\n]*/, ''))
    // Many messages are answered for one by one, and a filter by an unknown id finds nothing.
    const names = hasId && !/\/messages\/(batch|cancel) /.test(sample)
    // Campaigns and automations name their templates in the body, and the time of the example is over.
    const missing = /\/v1\/(campaigns|automations) \\$|: reschedule-/m.test(sample) ? 422 : 404
    // The token of the example is of no link.
    const isSignIn = sample.includes('/v1/sessions') && !sample.includes('Authorization')
    expect(isSignIn ? [401] : names ? [missing] : [200, 201, 202, 204], sample).toContain(status)
  }
})
