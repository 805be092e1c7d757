import { call } from '../api.js'
import { send, untilLog } from '../mail.js'
import type { TestService } from '../service.js'

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
  const template = await made('POST', '/v1/templates', {
    name: 'Receipt of a remarkably long order',
    subject: 'Your receipt',
    html: '<p>Thank you</p>',
    from_email: 'hello@shop.example',
  })
  await made('POST', `/v1/templates/${template.id}/publish`, { version: 1 })
  const receipt = { template_id: template.id, transactional: true }
  const automation = await made('POST', '/v1/automations', {
    project_id: project,
    name: 'Receipts, and a reminder of what is left in the cart',
    trigger: { event: { name: 'order_placed' } },
    exit_on: [{ event: { name: 'account_closed' } }],
    steps: [
      { key: 'receipt', send: receipt },
      {
        key: 'by_plan',
        branch: {
          cases: [
            {
              if: { property: { name: 'plan', op: 'eq', value: 'pro' } },
              steps: [{ key: 'sales', notify: { name: 'pro_order' } }],
            },
          ],
          else: [{ key: 'day', wait: { for: 'P1D' } }],
        },
      },
      {
        key: 'next_order',
        wait_for_event: {
          name: 'order_placed',
          timeout: 'P3D',
          on_timeout: [{ key: 'again', send: receipt }],
        },
      },
    ],
  })
  await made('POST', `/v1/automations/${automation.id}/publish`, { version: 1 })
  const contact = await made('PUT', '/v1/contacts', { project_id: project, email: 'mary@shop.example' })
  await made('POST', `/v1/automations/${automation.id}/trigger`, { contact_id: contact.id })
  const user = await made('POST', '/v1/users', { email: 'grace@shop.example', role: 'member' })
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
    'automations',
    'automations/new?start=welcome',
    `automations/${automation.id}`,
    `automations/${automation.id}?part=runs`,
    `automations/${automation.id}?part=figures`,
    `automations/${automation.id}?part=versions&version=1`,
    `automations/${automation.id}?part=details`,
    `automations/${automation.id}/runs/${await newest(`/v1/automations/${automation.id}/runs`)}`,
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
