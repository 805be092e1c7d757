import express from 'express'
import { createHash } from 'node:crypto'
import pino from 'pino'
import { Registry } from 'prom-client'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  inertUnsubscribeUrl,
  subscriptionLinks,
} from '../../../../server/product/audience/subscriptions/links/links.js'
import type { SubscriptionActions } from '../../../../server/product/audience/subscriptions/pages/actions.js'
import {
  consentOf,
  subscriptionPages,
} from '../../../../server/product/audience/subscriptions/pages/router.js'
import { languages } from '../../../../server/product/audience/subscriptions/pages/texts/languages.js'
import type { PageName } from '../../../../server/product/audience/subscriptions/pages/texts/texts.js'
import { errorReplies } from '../../../../server/platform/http/error-replies.js'
import { httpMetrics } from '../../../../server/platform/http/metrics.js'
import { requestContext } from '../../../../server/platform/http/request-context.js'
import { presentError } from '../../../../server/platform/log/log-error.js'

/** The pages as browsers, mail programs and scanners ask for them. What they do is recorded, not done. */

const links = subscriptionLinks(new Uint8Array(32).fill(7), '')
const workspaceId = '0192f000-0000-7000-8000-000000000001'
const subscriptionId = '0192f000-0000-7000-8000-000000000002'
const logId = '0192f000-0000-7000-8000-000000000003'
const issuedAt = new Date(Date.now() - 60_000)
const confirmPath = links.confirmUrl({ workspaceId, subscriptionId, issuedAt })
const unsubscribePath = links.unsubscribeUrl({ workspaceId, subscriptionId, logId })
const pending = {
  status: 'pending',
  listName: 'Product <news>',
  email: 'ada@example.com',
  roundStartedAt: issuedAt,
  senderName: 'Shop',
  design: null,
} as const

const contactId = '0192f000-0000-7000-8000-000000000004'
const optOutPath = links.contactUnsubscribeUrl({ workspaceId, contactId, logId })
const known = {
  ...{ unsubscribed: false, senderName: 'Shop <live>', email: 'ada@example.com', design: null, topics: [] },
}

const topicId = '0192f000-0000-7000-8000-000000000005'
const topicPath = links.topicUnsubscribeUrl({ workspaceId, contactId, logId, topicId })
const tips = {
  ...{ key: 'tips', name: 'Tips <weekly>', description: null, translations: {}, subscribed: true },
}
const deals = { ...tips, key: 'deals', name: 'Deals', subscribed: false }
const withTopics = { ...known, topics: [tips, deals], mailTopic: 'tips' }

let acts: SubscriptionActions
let done: unknown[]
const logs: string[] = []
const registry = new Registry()

const log = pino(
  { base: null, serializers: { err: presentError } },
  { write: (line) => void logs.push(line) },
)
const app = express()
const begin = requestContext(log, httpMetrics(registry))
app.use((req, res, next) => {
  void begin(req, res)
  next()
})
app.use(
  '/subscriptions',
  subscriptionPages({
    links,
    log,
    find: (...ids) => acts.find(...ids),
    confirm: (confirmation) => (done.push(confirmation), acts.confirm(confirmation)),
    unsubscribe: (unsubscription) => (done.push(unsubscription), acts.unsubscribe(unsubscription)),
    optOut: (optOut) => (done.push(optOut), acts.optOut(optOut)),
    endTopic: (end) => (done.push(end), acts.endTopic(end)),
    findPreferences: (link) => acts.findPreferences(link),
    choose: (choice) => (done.push(choice), acts.choose(choice)),
  }),
)
app.use(errorReplies(log))

let server: ReturnType<typeof app.listen>
beforeAll(async () => {
  server = app.listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(() => {
  done = []
  acts = {
    find: async () => pending,
    confirm: async () => 'confirmed',
    unsubscribe: async () => 'unsubscribed',
    optOut: async () => 'unsubscribed',
    endTopic: async () => 'unsubscribed',
    findPreferences: async () => known,
    choose: async () => 'unchanged',
  }
})

function finding(status: 'pending' | 'confirmed' | 'unsubscribed', roundStartedAt = issuedAt): void {
  acts.find = async () => ({ ...pending, status, roundStartedAt })
}

type Reply = request.Response

/** The status and the page, by its English heading. */
function seen(reply: Reply): [number, PageName | undefined] {
  const title = /<h1>(.*?)<\/h1>/.exec(reply.text)?.[1]
  const [name] = Object.entries(languages.en.pages).find(([, page]) => page.title === title) ?? []
  return [reply.status, name as PageName | undefined]
}

const get = async (path: string, headers: Record<string, string> = {}) =>
  request(server).get(path).set(headers)
const post = async (path: string) => request(server).post(path)

describe('what a GET shows', () => {
  test('the question, with the list and the address, and nothing is done', async () => {
    const reply = await get(confirmPath)
    expect(seen(reply)).toEqual([200, 'confirm'])
    expect(reply.text).toContain('<bdi>Product &lt;news&gt;</bdi>')
    expect(reply.text).toContain('<bdi>ada@example.com</bdi>')
    expect(seen(await get(unsubscribePath))).toEqual([200, 'unsubscribe'])
    for (const path of [confirmPath, unsubscribePath]) {
      const head = await request(server).head(path)
      expect([head.status, head.text ?? '']).toEqual([200, ''])
    }
    expect(done).toEqual([])
  })

  test('how it stands already', async () => {
    finding('confirmed')
    expect(seen(await get(confirmPath))).toEqual([200, 'alreadyConfirmed'])
    expect(seen(await get(unsubscribePath))).toEqual([200, 'unsubscribe'])
    finding('unsubscribed')
    expect(seen(await get(confirmPath))).toEqual([410, 'ended'])
    expect(seen(await get(unsubscribePath))).toEqual([200, 'unsubscribed'])
    finding('pending', new Date(issuedAt.getTime() + 1))
    expect(seen(await get(confirmPath))).toEqual([410, 'ended'])
    acts.find = async () => undefined
    expect(seen(await get(confirmPath))).toEqual([410, 'gone'])
    expect(seen(await get(unsubscribePath))).toEqual([200, 'gone'])
    expect(done).toEqual([])
  })

  test('it asks for the subscription of the link', async () => {
    const asked: unknown[] = []
    acts.find = async (...ids) => (asked.push(ids), pending)
    await get(confirmPath)
    await get(unsubscribePath)
    expect(asked).toEqual([
      [workspaceId, subscriptionId],
      [workspaceId, subscriptionId],
    ])
  })
})

describe('a POST', () => {
  test('confirms, with the proof of it', async () => {
    const reply = await request(server).post(confirmPath).set('User-Agent', 'x'.repeat(600))
    expect(seen(reply)).toEqual([200, 'confirmed'])
    expect(reply.text).toContain('<bdi>ada@example.com</bdi>')
    const consent = {
      at: expect.any(Date),
      ip: '127.0.0.1',
      userAgent: 'x'.repeat(500),
      source: 'page',
    }
    expect(done).toEqual([{ workspaceId, subscriptionId, issuedAt, consent }])
  })

  test.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
    [undefined, null],
  ])('from %s is kept as from %s', (ip, kept) => {
    expect(consentOf({ ip, get: () => undefined } as never, 'page')).toMatchObject({
      ip: kept,
      userAgent: null,
    })
  })

  test.each([
    ['already_confirmed', 200, 'alreadyConfirmed'],
    ['ended', 410, 'ended'],
    ['gone', 410, 'gone'],
  ] as const)('tells of %s', async (outcome, status, name) => {
    acts.confirm = async () => outcome
    expect(seen(await post(confirmPath))).toEqual([status, name])
  })

  test('unsubscribes, and says so again and when there is nobody', async () => {
    expect(seen(await post(unsubscribePath))).toEqual([200, 'unsubscribed'])
    expect(done).toEqual([
      { workspaceId, subscriptionId, logId, consent: expect.objectContaining({ source: 'page' }) },
    ])
    acts.unsubscribe = async () => 'already_unsubscribed'
    expect(seen(await post(unsubscribePath))).toEqual([200, 'unsubscribed'])
    acts.unsubscribe = async () => 'gone'
    expect(seen(await post(unsubscribePath))).toEqual([200, 'gone'])
    acts.find = async () => undefined
    expect(seen(await post(unsubscribePath))).toEqual([200, 'gone'])
  })

  const boundary = '----form'
  const part = (head: string) => `--${boundary}\r\n${head}\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
  const multipart = `multipart/form-data; boundary="${boundary}"`
  const disposition = 'Content-Disposition: form-data; name="List-Unsubscribe"'
  test.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['in parts', multipart, part(disposition)],
    ['in parts with a type', multipart, part(`${disposition}\r\nContent-Type: text/plain`)],
    ['in parts the other way round', multipart, part(`Content-Type: text/plain\r\n${disposition}`)],
  ])('of a mail program unsubscribes, %s, even where there is nobody', async (_name, type, body) => {
    acts.find = async () => undefined
    const oneClick = () => request(server).post(unsubscribePath).set('Content-Type', type).send(body)
    const reply = await oneClick()
    expect([reply.status, reply.headers['set-cookie'], reply.redirects]).toEqual([200, undefined, []])
    expect(done).toEqual([
      { workspaceId, subscriptionId, logId, consent: expect.objectContaining({ source: 'one_click' }) },
    ])
    acts.unsubscribe = async () => 'gone'
    expect((await oneClick()).status).toBe(200)
  })

  test.each([
    ['application/x-www-form-urlencoded', 'a=One-Click&List-Unsubscribe=no'],
    [
      multipart,
      `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\nOne-Click\r\n--${boundary}--`,
    ],
    ['application/json', '{"broken'],
  ])('with another body is a person’s (%s)', async (type, body) => {
    const reply = await request(server).post(unsubscribePath).set('Content-Type', type).send(body)
    expect(reply.status).toBe(200)
    expect(done).toEqual([expect.objectContaining({ consent: expect.objectContaining({ source: 'page' }) })])
  })

  test('with a large body does nothing', async () => {
    const reply = await request(server)
      .post(confirmPath)
      .type('form')
      .send(`a=${'x'.repeat(9000)}`)
    expect(seen(reply)).toEqual([413, 'error'])
    expect(done).toEqual([])
  })
})

describe('the page of preferences', () => {
  const send = (path: string, form: string) => request(server).post(path).type('form').send(form)
  beforeEach(() => {
    acts.findPreferences = async () => withTopics
    acts.choose = async () => 'changed'
  })

  test('is shown where the sender has topics, by the link of a topic and by that of everything', async () => {
    for (const path of [topicPath, optOutPath]) {
      const reply = await get(path)
      expect([reply.status, reply.text.includes(languages.en.preferences.title)]).toEqual([200, true])
      expect(reply.text).toContain('Tips &lt;weekly&gt;')
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect(done).toEqual([])
  })

  test.each([
    ['action=save&topic=deals&topic=other', { choices: { tips: false, deals: true } }],
    ['action=unsubscribe_topic&topic=tips', { choices: { tips: false } }],
    ['action=unsubscribe_all', { choices: {}, unsubscribed: true }],
    ['action=resubscribe', { choices: {}, unsubscribed: false }],
  ])('does what was chosen, once, and says so (%s)', async (form, choice) => {
    const reply = await send(topicPath, form)
    expect([reply.status, reply.text.includes(languages.en.preferences.saved)]).toEqual([200, true])
    const consent = expect.objectContaining({ source: 'page' })
    expect(done).toEqual([{ workspaceId, contactId, logId, topicId, ...choice, consent }])
  })

  test('ends the topic, or everything, where nothing was chosen on it', async () => {
    const consent = expect.objectContaining({ source: 'page' })
    expect((await send(topicPath, '')).text).toContain(languages.en.preferences.saved)
    expect((await send(optOutPath, 'action=other')).status).toBe(200)
    expect(done).toEqual([
      { workspaceId, contactId, logId, topicId, consent },
      { workspaceId, contactId, logId, consent },
    ])
  })

  test('is not asked for by a mail program, whose one click ends the topic alone', async () => {
    acts.findPreferences = () => Promise.reject(new Error('nobody reads the page'))
    expect((await send(topicPath, 'List-Unsubscribe=One-Click')).status).toBe(200)
    const consent = expect.objectContaining({ source: 'one_click' })
    expect(done).toEqual([{ workspaceId, contactId, logId, topicId, consent }])
  })

  test('is that of everything where the topics are gone', async () => {
    acts.findPreferences = async () => known
    expect(seen(await get(topicPath))).toEqual([200, 'optOut'])
    expect(seen(await post(topicPath))).toEqual([200, 'optedOut'])
    acts.endTopic = async () => 'gone'
    expect(seen(await post(topicPath))).toEqual([200, 'optOutGone'])
  })
})

describe('the link of a contact', () => {
  test('asks who it is for, then opts out', async () => {
    const reply = await get(optOutPath)
    expect(seen(reply)).toEqual([200, 'optOut'])
    expect(reply.text).toContain('<bdi>Shop &lt;live&gt;</bdi>')
    expect(done).toEqual([])
    expect(seen(await post(optOutPath))).toEqual([200, 'optedOut'])
    expect(done).toEqual([
      { workspaceId, contactId, logId, consent: expect.objectContaining({ source: 'page' }) },
    ])
    acts.findPreferences = async () => ({ ...known, unsubscribed: true })
    expect(seen(await get(optOutPath))).toEqual([200, 'optedOut'])
  })

  test('is no failure where there is nobody any more', async () => {
    acts.findPreferences = async () => undefined
    acts.optOut = async () => 'gone'
    expect(seen(await get(optOutPath))).toEqual([200, 'optOutGone'])
    expect(seen(await post(optOutPath))).toEqual([200, 'optOutGone'])
  })

  test('of a mail program shows nobody', async () => {
    acts.findPreferences = () => Promise.reject(new Error('asked'))
    const reply = await request(server).post(optOutPath).type('form').send('List-Unsubscribe=One-Click')
    expect(seen(reply)).toEqual([200, 'optedOut'])
    expect(done).toEqual([
      expect.objectContaining({ consent: expect.objectContaining({ source: 'one_click' }) }),
    ])
  })

  test('in a preview is nobody’s', async () => {
    const path = inertUnsubscribeUrl('')
    expect(seen(await get(path))).toEqual([200, 'preview'])
    expect(seen(await post(path))).toEqual([200, 'preview'])
    expect(done).toEqual([])
  })
})

describe('a link that is not right', () => {
  test.each<[string, string, number, PageName]>([
    ['changed', `${confirmPath.slice(0, -3)}AAA`, 404, 'invalid'],
    ['of a contact, changed', `${optOutPath.slice(0, -3)}AAA`, 404, 'invalid'],
    ['of the other purpose', unsubscribePath.replace('unsubscribe', 'confirm'), 404, 'invalid'],
    ['to confirm, as one to unsubscribe', confirmPath.replace('confirm', 'unsubscribe'), 404, 'invalid'],
    ['longer by a part', `${confirmPath}/x`, 404, 'invalid'],
    ['to nothing', '/subscriptions', 404, 'invalid'],
    ['old', links.confirmUrl({ workspaceId, subscriptionId, issuedAt: new Date(0) }), 410, 'expired'],
    ['broken', '/subscriptions/confirm/%zz', 400, 'error'],
  ])('%s', async (_name, path, status, name) => {
    expect(seen(await get(path))).toEqual([status, name])
    expect(seen(await post(path))).toEqual([status, name])
    expect(done).toEqual([])
  })

  test.each([confirmPath, unsubscribePath])('takes no other method', async (path) => {
    for (const method of ['put', 'delete', 'patch', 'options'] as const) {
      const reply = await request(server)[method](path)
      expect([reply.status, reply.headers['allow']], method).toEqual([405, 'GET, HEAD, POST'])
    }
    expect(done).toEqual([])
  })
})

describe('the headers', () => {
  test.each([
    ['a page', confirmPath],
    ['a failure', '/subscriptions/confirm/x'],
  ])('of %s let nothing in and nothing out', async (_name, path) => {
    const reply = await get(path)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(reply.text) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Accept-Language',
    })
  })

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR', 'pt'],
    ['zh-Hans, ja;q=0.5', 'ja'],
    ['fr;q=0, sv;q=0.1', 'sv'],
    ['ar-EG', 'ar'],
    ['tlh', 'en'],
    ['*', 'en'],
    [';;;', 'en'],
  ])('speak the language of %s: %s', async (accepted, tag) => {
    const reply = await get(confirmPath, { 'Accept-Language': accepted })
    expect(reply.headers['content-language']).toBe(tag)
    expect(reply.text).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`)
  })
})

describe('a project that has set how its pages look', () => {
  const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const design = { accent_color: '#ffd400', name: 'Ada & Co', language: 'ja', logo } as const

  test('has its logo, colour and name on them, and its language whatever the browser asks for', async () => {
    acts.findPreferences = async () => ({ ...known, senderName: design.name, design })
    acts.find = async () => ({ ...pending, senderName: design.name, design })
    for (const path of [optOutPath, confirmPath, unsubscribePath]) {
      for (const reply of [await get(path, { 'Accept-Language': 'de' }), await post(path)]) {
        expect(reply.headers['content-language']).toBe('ja')
        expect(reply.text).toContain('<html lang="ja" dir="ltr">')
        expect(reply.text).toContain(`<img class="logo" src="${logo}" alt="Ada &amp; Co" />`)
        expect(reply.text).toContain('<bdi>Ada &amp; Co</bdi>')
        expect(reply.text).toContain('--accent: #ffd400; --pressed: #ffdc2e; --on-accent: #000000;')
      }
    }
  })

  test('changes what the pages may load by its own style sheet and the logo alone', async () => {
    acts.find = async () => ({ ...pending, design })
    const reply = await get(confirmPath)
    const digests = [...reply.text.matchAll(/<style>(.*?)<\/style>/gs)].map(
      ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    )
    expect(digests).toHaveLength(2)
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src ${digests.join(' ')}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    acts.find = async () => ({ ...pending, design: { accent_color: '#ffd400' } })
    expect((await get(confirmPath)).headers['content-security-policy']).not.toContain('img-src')
  })

  test('tells list pages who sends only where it has a name for that', async () => {
    expect((await get(confirmPath)).text).not.toContain('<bdi>Shop</bdi>')
    acts.find = async () => ({ ...pending, senderName: 'Ada & Co', design: { name: 'Ada & Co' } })
    const reply = await get(confirmPath)
    expect(reply.text).toContain('<bdi>Product &lt;news&gt;</bdi>')
    expect(reply.text).toContain('<bdi>Ada &amp; Co</bdi>')
  })
})

describe('a failure', () => {
  test.each<[number, PageName, Error]>([
    [503, 'unavailable', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [500, 'error', new Error('duplicate key: ada@example.com')],
  ])('is told as %i, and logged without what is whose', async (status, name, error) => {
    const unavailable: string[] = []
    for (const act of ['find', 'confirm', 'unsubscribe', 'optOut'] as const) {
      acts = { ...acts, find: async () => pending, [act]: () => Promise.reject(error) }
      const path = {
        unsubscribe: unsubscribePath,
        optOut: optOutPath,
        find: confirmPath,
        confirm: confirmPath,
      }[act]
      logs.length = 0
      const reply = await post(path)
      expect(seen(reply)).toEqual([status, name])
      expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
      expect(reply.text).not.toMatch(/duplicate|connect/)
      const id = reply.headers['request-id'] ?? 'none'
      const lines = logs.filter((line) => line.includes(id) && !line.includes('"msg":"request"'))
      // Why it is 503 is logged once in a while, and a fault of the service each time.
      if (status === 503) unavailable.push(...lines)
      else expect(lines.join('')).toContain('a page of a subscription failed')
      expect(logs.join('')).not.toMatch(/ada@example/)
    }
    if (status === 503) expect(unavailable).toHaveLength(1)
  })
})

test('no token gets into the log or the metrics', async () => {
  logs.length = 0
  const paths = [confirmPath, unsubscribePath, `${confirmPath}/`, `/else${confirmPath}`, `${confirmPath}%zz`]
  for (const path of paths) {
    await get(path)
    await post(path)
  }
  const requests = logs.map((line) => JSON.parse(line) as { msg: string; path?: string })
  expect(requests.filter(({ msg }) => msg === 'request').map((line) => line.path)).toContain(
    '/subscriptions/confirm/…',
  )
  const text = logs.join('') + (await registry.metrics())
  for (const path of [confirmPath, unsubscribePath])
    expect(text).not.toContain(path.slice(path.lastIndexOf('/') + 1).slice(0, 30))
})
