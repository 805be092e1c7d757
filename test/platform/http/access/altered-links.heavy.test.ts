import express from 'express'
import fc from 'fast-check'
import { request, Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EndedLinks } from '../../../../server/platform/db/ended-links.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { subscriptionPages } from '../../../../server/product/audience/subscriptions/pages/router.js'
import { errorReplies } from '../../../../server/platform/http/errors/error-replies.js'
import { httpMetrics } from '../../../../server/platform/http/metrics.js'
import { requestContext } from '../../../../server/platform/http/operation/request-context.js'
import { inboundLinks } from '../../../../server/product/inbound/links/links.js'
import { inboundRouter } from '../../../../server/product/inbound/links/router.js'
import { answeringDatabase } from '../../../support/database/answering-database.js'

/** Signed links as they are asked for over HTTP, with a character that is not as it was. */

const key = new Uint8Array(32).fill(7)
const log = pino({ level: 'silent' })
const toSubscriptions = subscriptionLinks(key, '')
const toInbound = inboundLinks(key, '')

/** Whatever a valid link leads to ends here. */
const found = () => Promise.reject(new Error('the link is valid'))

// The settings of the service's own app.
const app = express().enable('case sensitive routing').enable('strict routing')
const begin = requestContext(log, httpMetrics(new Registry()))
app.use((req, res, next) => {
  void begin(req, res)
  next()
})
app.use(
  '/subscriptions',
  subscriptionPages({
    links: toSubscriptions,
    log,
    ended: new EndedLinks(),
    ...{ find: found, confirm: found, unsubscribe: found, optOut: found },
    ...{ endTopic: found, findPreferences: found, choose: found },
  }),
)
app.use(
  '/inbound',
  inboundRouter({ db: answeringDatabase(found), links: toInbound, ended: new EndedLinks() }),
)
app.use((_req, res) => void res.status(404).end())
app.use(errorReplies(log))
const server = createServer(app)
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  agent.destroy()
  server.close()
})

/** The status that a path is answered with. The path is sent as it stands. */
function statusOf(method: string, path: string): Promise<number> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, agent }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    asked.once('error', reject).end()
  })
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']

/** Signs that have a meaning of their own in a path or in base64url. The test tries one of them at each place of a path. */
const signs = ['/', '.', '=', '~']

/** Paths that differ in one character: another one, one more or one less. `?` and `#` end a path. */
function alteredPaths(path: string, other: string): string[] {
  const altered = new Set<string>()
  for (let index = 0; index <= path.length; index += 1) {
    const [before, at, after] = [path.slice(0, index), path.charAt(index), path.slice(index + 1)]
    for (const one of [other, signs[index % signs.length] ?? '', at.toLowerCase(), at.toUpperCase()]) {
      altered.add(before + one + after)
      altered.add(before + one + at + after)
    }
    altered.add(before + after)
  }
  // The last letter has bits to spare.
  for (const letter of letters) altered.add(path.slice(0, -1) + letter)
  altered.delete(path)
  return [...altered].filter((each) => each.startsWith('/'))
}

const id = fc.uuid()
const issuedAt = new Date()
const expiresAt = new Date(Date.now() + 3600_000)

test.each<[string, string, (a: string, b: string, c: string) => string]>([
  ['confirm', 'GET', (a, b) => toSubscriptions.confirmUrl({ workspaceId: a, subscriptionId: b, issuedAt })],
  ['confirm', 'POST', (a, b) => toSubscriptions.confirmUrl({ workspaceId: a, subscriptionId: b, issuedAt })],
  ['unsubscribe', 'POST', (a, b) => toSubscriptions.unsubscribeUrl({ workspaceId: a, subscriptionId: b })],
  [
    'unsubscribe by a mail',
    'GET',
    (a, b, c) => toSubscriptions.unsubscribeUrl({ workspaceId: a, subscriptionId: b, logId: c }),
  ],
  [
    'opt out',
    'GET',
    (a, b, c) => toSubscriptions.contactUnsubscribeUrl({ workspaceId: a, contactId: b, logId: c }),
  ],
  [
    'end a topic',
    'GET',
    (a, b, c) => toSubscriptions.topicUnsubscribeUrl({ workspaceId: a, contactId: b, logId: c, topicId: a }),
  ],
  ['inbound content', 'GET', (a, b) => toInbound.contentUrl({ workspaceId: a, messageId: b, expiresAt })],
  ['inbound raw', 'GET', (a, b) => toInbound.rawUrl({ workspaceId: a, messageId: b, expiresAt })],
  [
    'inbound attachment',
    'GET',
    (a, b, c) => toInbound.attachmentUrl({ workspaceId: a, messageId: b, attachmentId: c, expiresAt }),
  ],
])('a link to %s that differs in one character is none: %s', async (_kind, method, urlOf) => {
  await fc.assert(
    fc.asyncProperty(id, id, id, fc.constantFrom(...letters), async (a, b, c, other) => {
      const path = urlOf(a, b, c)
      expect(await statusOf(method, path)).toBe(500)
      const altered = alteredPaths(path, other)
      const statuses = await Promise.all(altered.map((each) => statusOf(method, each)))
      expect(altered.filter((_, index) => statuses[index] !== 404)).toEqual([])
    }),
    { numRuns: 1 },
  )
})
