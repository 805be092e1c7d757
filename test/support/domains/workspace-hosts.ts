import { request, type IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { command, commandEnv, reportOf } from '../commands/cli.js'
import { startDns } from './dns.js'
import { inbox, rawMail } from '../messages/mail.js'
import { addList, ask, subscribe, type OptIn } from '../audience/opt-in.js'
import { startTestService } from '../service/service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'
import { browser, shownIn } from '../messages/tracked.js'
import { until } from '../time/until.js'

type Schemas = components['schemas']

/** A workspace that has subscribers and sends to them. */
export interface Customer extends OptIn {
  readonly tenant: Tenant
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The URL at which the service is reached from outside. */
export const main = 'https://mail.postseal.example'

/** A workspace `shop` with the host `links.shop.example`, and an `other` without any, on one service with a DNS. */
export async function startWithHosts() {
  const dns = await startDns({
    'mail.postseal.example': { A: ['192.0.2.10'], AAAA: ['2001:db8::10'] },
    'links.shop.example': { CNAME: 'edge.shop.example' },
    'edge.shop.example': { CNAME: 'mail.postseal.example' },
  })
  const service = await startTestService({
    env: { POSTSEAL_PUBLIC_URL: main, POSTSEAL_DNS_SERVERS: dns.server },
    hostChecks: { everySeconds: 0.2, readMs: 200 },
    programs: { pollMs: 20, fullMs: 20 },
  })
  const env = { ...commandEnv(service), POSTSEAL_PUBLIC_URL: main, POSTSEAL_DNS_SERVERS: dns.server }
  const workspace = (...args: string[]) => command(env, 'workspace', ...args)
  const json = async (...args: string[]) => JSON.parse(await reportOf(workspace('host', ...args, '--json')))

  async function customer(): Promise<Customer> {
    const tenant = await addTenant(service)
    return { tenant, url: service.url, key: await tenant.key(), project: tenant.liveProject }
  }

  /** A link of the workspace that is made anew at each look. */
  async function untilLinksBegin(tenant: OptIn, base: string): Promise<void> {
    const list = await addList(tenant, 'Looked at')
    const { subscription } = await ask(tenant, list, 'looked@example.com')
    await until(async () => {
      const path = `/v1/subscriber-lists/${list}/subscriptions/${subscription.id}`
      const { body } = await call(service.url, 'GET', path, { key: tenant.key })
      return (body as Schemas['Subscription']).unsubscribe_url.startsWith(`${base}/subscriptions/`)
    }, `links at ${base}`)
  }

  /** Asks the service for a path by the name of a host. */
  function at(
    host: string,
    path: string,
    { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: object; body?: string } = {},
  ): Promise<Answer> {
    const { hostname, port } = new URL(service.url)
    return new Promise((resolve, reject) => {
      const sent = { 'User-Agent': browser, ...headers, Host: host }
      request({ hostname, port, path, method, headers: sent }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('end', () => {
          resolve({ status: res.statusCode, headers: res.headers, text: Buffer.concat(chunks).toString() })
        })
      })
        .on('error', reject)
        .end(body)
    })
  }

  /** Tracked mail to somebody who has subscribed to a list, as it has arrived. */
  let count = 0
  async function mailOf(tenant: OptIn) {
    const to = `reader${++count}@example.com`
    const list = await addList(tenant)
    const subscription = await subscribe(tenant, list, to)
    const path = `/v1/subscriber-lists/${list}/subscriptions/${subscription.id}`
    const { body } = await call(service.url, 'GET', path, { key: tenant.key })
    const leaving = (body as Schemas['Subscription']).unsubscribe_url
    const sent = await call(service.url, 'POST', '/v1/messages', {
      key: tenant.key,
      body: {
        project_id: tenant.project,
        from_email: 'news@shop.example',
        to: [{ email: to }],
        list_id: list,
        subject: 'News',
        text: `To leave: ${leaving}`,
        html: `<a href="https://shop.example/a">one</a> <a href="${leaving}" data-no-track>leave</a>`,
        tracking: { opens: true, clicks: true },
      },
    })
    expect(sent.status, sent.text).toBe(202)
    const { id } = sent.body as { id: string }
    const [mail] = await until(async () => {
      const mails = (await inbox(service.url, to)).filter(({ subject }) => subject === 'News')
      return mails.length > 0 && mails
    }, 'the mail')
    const raw = await rawMail(service.url, mail ?? { id: '' })
    const [, header = ''] =
      /^List-Unsubscribe: ?\s*<([^>]+)>/m.exec(raw.toString().replaceAll('\r\n ', ' ')) ?? []
    const { urls } = await shownIn(raw)
    expect(urls).toHaveLength(3)
    const [click = '', leave = '', open = ''] = urls
    return { id, to, list, subscription, header, links: { click, leave, open } }
  }

  async function opensOf(tenant: OptIn, id: string): Promise<number | undefined> {
    const { body } = await call(service.url, 'GET', `/v1/message-logs?message_id=${id}`, { key: tenant.key })
    return (body as Schemas['MessageLogList']).data[0]?.engagement?.opens
  }

  const [shop, other] = [await customer(), await customer()]
  const added = await json(
    'add',
    'LINKS.shop.example.',
    '--workspace',
    toTypeId('ws', shop.tenant.workspaceId),
  )
  expect(added).toMatchObject({ host: 'links.shop.example', status: 'verified', usable: true, problem: null })
  await untilLinksBegin(shop, 'https://links.shop.example')
  return {
    service,
    dns,
    shop,
    other,
    workspace,
    json,
    untilLinksBegin,
    at,
    mailOf,
    opensOf,
    stop: async () => {
      await service.stop()
      await dns.close()
    },
  }
}

/** The path and the query of a link. */
export function pathOf(url: string): string {
  return new URL(url).pathname + new URL(url).search
}
