import { call } from '../api.js'
import { letter } from '../inbound-calls.js'
import { send, untilLog } from '../mail.js'
import type { TestService } from '../service.js'
import { submit } from '../smtp-talk.js'

/**
 * Puts something of everything into a workspace.
 *
 * @returns the paths of all screens of the console, those of single things too
 */
export async function allScreens(service: TestService): Promise<string[]> {
  const owner = await service.session('owner')
  const made = async (method: string, path: string, body: unknown) => {
    const reply = await call(service.url, method, path, { key: owner, body })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body as { id: string; url: string; webhook?: { id: string } }
  }
  const newest = async (path: string) => {
    const { body } = await call(service.url, 'GET', path, { key: owner })
    return (body as { data: { id: string }[] }).data[0]?.id ?? ''
  }
  const { project_id: project } = service.credentials
  const sent = await send(service, ['ada@example.com', 'bounce@example.com'], {
    subject: 'Your receipt for a remarkably long order number, 4711-0815-4242',
    html: '<h1 style="color: teal">Thank you</h1><p>See <a href="https://shop.example">the shop</a>.</p>',
    category: 'receipt',
    metadata: { order: '4711' },
  })
  const bounced = await send(service, 'bounce@example.com')
  await untilLog(service, bounced, ({ status }) => status === 'bounced', 'the bounce')
  const domain = await made('POST', '/v1/domains', { name: 'shop.example' })
  const receiver = await made('POST', '/v1/webhook-receivers', {})
  const { webhook } = await made('PUT', '/v1/webhooks/status', {
    url: receiver.url,
    events: ['*'],
  })
  await made('POST', `/v1/webhooks/status/${webhook?.id}/test`, {})
  const segment = await made('POST', '/v1/segments', {
    project_id: project,
    name: 'Orders on the pro plan',
    rule: {
      all: [
        { property: { name: 'plan', op: 'in', value: ['pro', 'team'] } },
        {
          not: {
            any: [{ message: { status: 'bounced', within: 'P7D' } }, { event: { name: 'order_placed' } }],
          },
        },
      ],
    },
  })
  const route = await made('POST', '/v1/inbound/routes', {
    ...{ project_id: project, name: 'Support', recipient: 'support@in.shop.example' },
    block: ['@spam.example'],
  })
  const answer = letter({
    'Message-ID': '<answer@mail.example.com>',
    'Content-Type': 'text/html',
    Subject: 'Re: Your receipt for a remarkably long order number, 4711-0815-4242',
  })
  await submit(service.inboundPort, 'support@in.shop.example', answer, 'ada@example.com')
  const user = await made('POST', '/v1/users', { email: 'grace@shop.example', role: 'member' })
  const received = await newest('/v1/inbound/messages')
  return [
    '',
    'start',
    'messages',
    'messages/new',
    `messages/${sent.id}`,
    `messages/${sent.id}?part=content`,
    `messages/${sent.id}?part=events`,
    'events',
    `events/${await newest('/v1/events')}`,
    'inbound',
    `inbound/${received}`,
    `inbound/${received}?part=conversation`,
    `inbound/${received}?part=authentication`,
    `inbound/${received}?view=source`,
    'inbound/routes',
    'inbound/routes?new=1',
    `inbound/routes/${route.id}`,
    'domains',
    `domains/${domain.id}`,
    'domains?new=1',
    'dmarc',
    `dmarc/${domain.id}`,
    'suppressions',
    'suppressions/import',
    `suppressions/${await newest('/v1/suppressions')}`,
    'segments',
    'segments/new?start=ordered',
    `segments/${segment.id}`,
    `segments/${segment.id}?part=rule`,
    `segments/${segment.id}?part=why`,
    'webhooks',
    'webhooks/new',
    `webhooks/${webhook?.id}`,
    `webhooks/receivers/${receiver.id}`,
    'api-keys',
    'api-keys?new=1',
    `api-keys/${await newest('/v1/api-keys')}`,
    'limits',
    'users',
    `users/${user.id}`,
    'sessions',
    'projects',
    `projects/${project}`,
    'audit-log',
    `audit-log/${await newest('/v1/audit-events')}`,
    'settings',
  ]
}
