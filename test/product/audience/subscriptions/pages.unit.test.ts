import { describe, expect, test } from 'vitest'
import { consentOf } from '../../../../server/product/audience/subscriptions/pages/router.js'
import type { PageName } from '../../../../server/product/audience/subscriptions/pages/texts/texts.js'
import {
  confirmPath,
  issuedAt,
  links,
  logId,
  optOutPath,
  pending,
  seen,
  subscriptionId,
  unsubscribePath,
  usePages,
  workspaceId,
} from '../../../support/audience/subscription-pages.js'

/** The pages as browsers, mail programs and scanners ask for them. What they do is recorded, not done. */

const { acts, done, logs, registry, ask, get, post } = usePages()

function finding(status: 'pending' | 'confirmed' | 'unsubscribed', roundStartedAt = issuedAt): void {
  acts.find = async () => ({ ...pending, status, roundStartedAt })
}

describe('what a GET shows', () => {
  test('the question, with the list and the address, and nothing is done', async () => {
    const reply = await get(confirmPath)
    expect(seen(reply)).toEqual([200, 'confirm'])
    expect(reply.text).toContain('<bdi>Product &lt;news&gt;</bdi>')
    expect(reply.text).toContain('<bdi>ada@example.com</bdi>')
    expect(seen(await get(unsubscribePath))).toEqual([200, 'unsubscribe'])
    for (const path of [confirmPath, unsubscribePath]) {
      const head = await ask().head(path)
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
    const reply = await ask().post(confirmPath).set('User-Agent', 'x'.repeat(600))
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
    const oneClick = () => ask().post(unsubscribePath).set('Content-Type', type).send(body)
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
    const reply = await ask().post(unsubscribePath).set('Content-Type', type).send(body)
    expect(reply.status).toBe(200)
    expect(done).toEqual([expect.objectContaining({ consent: expect.objectContaining({ source: 'page' }) })])
  })

  test('with a large body does nothing', async () => {
    const reply = await ask()
      .post(confirmPath)
      .type('form')
      .send(`a=${'x'.repeat(9000)}`)
    expect(seen(reply)).toEqual([413, 'error'])
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
      const reply = await ask()[method](path)
      expect([reply.status, reply.headers['allow']], method).toEqual([405, 'GET, HEAD, POST'])
    }
    expect(done).toEqual([])
  })
})

describe('a failure', () => {
  test.each<[number, PageName, Error]>([
    [503, 'unavailable', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [500, 'error', new Error('duplicate key: ada@example.com')],
  ])('is told as %i, and logged without what is whose', async (status, name, error) => {
    const unavailable: string[] = []
    for (const act of ['find', 'confirm', 'unsubscribe', 'optOut'] as const) {
      Object.assign(acts, { find: async () => pending, [act]: () => Promise.reject(error) })
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
