import express from 'express'
import pino from 'pino'
import { Registry } from 'prom-client'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { EndedLinks } from '../../../server/platform/db/ended-links.js'
import { errorReplies } from '../../../server/platform/http/errors/error-replies.js'
import { httpMetrics } from '../../../server/platform/http/metrics.js'
import { requestContext } from '../../../server/platform/http/operation/request-context.js'
import { presentError } from '../../../server/platform/log/log-error.js'
import { subscriptionLinks } from '../../../server/product/audience/subscriptions/links/links.js'
import type { SubscriptionActions } from '../../../server/product/audience/subscriptions/pages/actions.js'
import { subscriptionPages } from '../../../server/product/audience/subscriptions/pages/router.js'
import { languages } from '../../../server/product/audience/subscriptions/pages/texts/languages.js'
import type { PageName } from '../../../server/product/audience/subscriptions/pages/texts/texts.js'

/** The pages of subscriptions by themselves: what they would do is recorded, not done. */

export const links = subscriptionLinks(new Uint8Array(32).fill(7), '')
export const workspaceId = '0192f000-0000-7000-8000-000000000001'
export const subscriptionId = '0192f000-0000-7000-8000-000000000002'
export const logId = '0192f000-0000-7000-8000-000000000003'
export const contactId = '0192f000-0000-7000-8000-000000000004'
export const topicId = '0192f000-0000-7000-8000-000000000005'
export const issuedAt = new Date(Date.now() - 60_000)
export const confirmPath = links.confirmUrl({ workspaceId, subscriptionId, issuedAt })
export const unsubscribePath = links.unsubscribeUrl({ workspaceId, subscriptionId, logId })
export const optOutPath = links.contactUnsubscribeUrl({ workspaceId, contactId, logId })
export const topicPath = links.topicUnsubscribeUrl({ workspaceId, contactId, logId, topicId })

/** A subscription that waits for its confirmation. */
export const pending = {
  status: 'pending',
  listName: 'Product <news>',
  email: 'ada@example.com',
  roundStartedAt: issuedAt,
  senderName: 'Shop',
  design: null,
} as const

/** A contact of a project without topics. */
export const known = {
  unsubscribed: false,
  senderName: 'Shop <live>',
  email: 'ada@example.com',
  design: null,
  topics: [],
}

/** The pages, for the tests of a file. Before each of them they find what is above. */
export function usePages() {
  const acts = {} as SubscriptionActions
  const done: unknown[] = []
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
      ended: new EndedLinks(),
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
    done.length = 0
    Object.assign(acts, {
      find: async () => pending,
      confirm: async () => 'confirmed',
      unsubscribe: async () => 'unsubscribed',
      optOut: async () => 'unsubscribed',
      endTopic: async () => 'unsubscribed',
      findPreferences: async () => known,
      choose: async () => 'unchanged',
    } satisfies SubscriptionActions)
  })
  return {
    acts,
    /** The actions that the pages have asked for. */
    done,
    logs,
    registry,
    ask: () => request(server),
    get: async (path: string, headers: Record<string, string> = {}) => request(server).get(path).set(headers),
    post: async (path: string) => request(server).post(path),
  }
}

/** The status and the page, by its English heading. */
export function seen(reply: request.Response): [number, PageName | undefined] {
  const title = /<h1>(.*?)<\/h1>/.exec(reply.text)?.[1]
  const [name] = Object.entries(languages.en.pages).find(([, page]) => page.title === title) ?? []
  return [reply.status, name as PageName | undefined]
}
