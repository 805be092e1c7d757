import { call } from '../api/api.js'
import { letter } from '../inbound/inbound-calls.js'
import { logsOf, send } from '../messages/mail.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'
import { submit } from '../mail-servers/smtp-talk.js'
import { arrivedAt, deliveredLongAgo, untilEngaged, visit } from '../messages/tracked.js'

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
    return reply.body as { id: string; url: string; webhook?: { id: string }; subscription?: { id: string } }
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
    tracking: { opens: true, clicks: true },
  })
  // One mail to this address alone: the first bounce suppresses the address, and another mail would never be sent.
  const hasBounced = async () => (await logsOf(service, sent)).some(({ status }) => status === 'bounced')
  await until(hasBounced, 'the bounce')
  const [link = '', image = ''] = (await arrivedAt(service, 'ada@example.com')).urls
  await deliveredLongAgo(service, ['ada@example.com'])
  for (const url of [link, image]) await visit(service, url)
  await visit(service, link, {}, 'HEAD')
  const read = (await logsOf(service, sent)).find(({ recipient }) => recipient === 'ada@example.com')
  await untilEngaged(service, read ?? { id: '' }, { opens: 1, clicks: 1, machine_clicks: 1 })
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
  const contact = await made('PUT', '/v1/contacts', {
    project_id: project,
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    properties: { plan: 'pro', orders: 3, newsletter: true },
  })
  await made('POST', `/v1/contacts/${contact.id}/events`, {
    name: 'order_placed',
    properties: { total: 49.9 },
  })
  const topic = await made('POST', '/v1/topics', {
    project_id: project,
    key: 'product-news',
    name: 'Product news',
    description: 'New features, about once a month.',
    translations: { de: { name: 'Neues vom Produkt' } },
  })
  await made('PUT', `/v1/contacts/${contact.id}/topics/product-news`, {
    subscribed: true,
    source: 'Checkout form',
  })
  const imported = await call(service.url, 'POST', `/v1/contacts/import?project_id=${project}`, {
    key: owner,
    headers: { 'Content-Type': 'text/csv' },
    raw: 'email,Company size\ngrace@example.com,5\nnobody,\n',
  })
  const list = await made('POST', '/v1/subscriber-lists', {
    project_id: project,
    name: 'Product news',
    from_email: 'news@shop.example',
  })
  const { subscription } = await made('POST', `/v1/subscriber-lists/${list.id}/subscriptions`, {
    email: 'ada@example.com',
    source: 'Checkout form',
    ip_address: '203.0.113.7',
  })
  const erasure = await made('POST', '/v1/compliance/deletions', { email: 'gone@example.com' })
  const footer = await made('POST', '/v1/templates', {
    kind: 'partial',
    name: 'Footer',
    html: '<p>Shop, 1 Quay Street</p>',
    text: 'Shop, 1 Quay Street',
  })
  await made('POST', `/v1/templates/${footer.id}/publish`, { version: 1 })
  const template = await made('POST', '/v1/templates', {
    name: 'Receipt',
    subject: 'Your receipt {{ number }}',
    html: `<h1>Thank you</h1><p>{{ number }}</p>{% render '${footer.id}' %}`,
    variables: [{ name: 'number' }],
    from_email: 'no-reply@shop.example',
  })
  await made('POST', `/v1/templates/${template.id}/publish`, { version: 1 })
  await made('POST', `/v1/templates/${template.id}/versions`, {
    subject: 'Your receipt',
    html: '<p>Thank you</p>',
  })
  const offer = await made('POST', '/v1/templates', {
    name: 'Spring sale',
    subject: 'Your code is {{ code }}',
    html: '<h1>Spring</h1><p>{{ code }}</p><a href="{{ unsubscribe_url }}">No more offers</a>',
    variables: [{ name: 'code' }],
    from_email: 'news@shop.example',
  })
  await made('POST', `/v1/templates/${offer.id}/publish`, { version: 1 })
  const sale = { name: 'Spring sale', template: { template_id: offer.id } }
  const variables = { code: 'SPRING' }
  const draft = await made('POST', '/v1/campaigns', { ...sale, project_id: project, variables })
  const begun = await made('POST', '/v1/campaigns', {
    ...sale,
    project_id: service.credentials.test_project_id,
    variables,
  })
  await made('PATCH', `/v1/projects/${service.credentials.test_project_id}`, { tracking: { opens: true } })
  await made('POST', `/v1/campaigns/${begun.id}/schedule`, {})
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
  const thanks = await made('POST', '/v1/templates', {
    name: 'Receipt of a remarkably long order',
    subject: 'Your receipt',
    html: '<p>Thank you</p>',
    from_email: 'hello@shop.example',
  })
  await made('POST', `/v1/templates/${thanks.id}/publish`, { version: 1 })
  const receipt = { template_id: thanks.id, transactional: true }
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
  const mary = await made('PUT', '/v1/contacts', { project_id: project, email: 'mary@shop.example' })
  await made('POST', `/v1/automations/${automation.id}/trigger`, { contact_id: mary.id })
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
    `events/${await newest('/v1/events?type=message.clicked')}`,
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
    'contacts',
    'contacts?new=1',
    `contacts/${contact.id}`,
    `contacts/${contact.id}?part=events`,
    `contacts/${contact.id}?part=mail`,
    `contacts/${contact.id}?part=subscriptions`,
    `contacts/${contact.id}?part=topics`,
    `contacts/${contact.id}?part=runs`,
    'contacts/import',
    `contacts/imports/${imported.body.id}`,
    'erasures',
    'erasures/new',
    `erasures/${erasure.id}`,
    'lists',
    'lists?new=1',
    `lists/${list.id}`,
    `lists/${list.id}?part=form`,
    `lists/${list.id}?part=settings`,
    `lists/${list.id}/subscriptions/${subscription?.id}`,
    'lists/topics',
    'lists/topics?new=1',
    `lists/topics/${topic.id}`,
    'segments',
    'segments/new?start=ordered',
    `segments/${segment.id}`,
    `segments/${segment.id}?part=rule`,
    `segments/${segment.id}?part=why`,
    'templates',
    'templates/new',
    `templates/${template.id}`,
    `templates/${template.id}?part=versions`,
    `templates/${template.id}?part=details`,
    `templates/${footer.id}?part=details`,
    'campaigns',
    'campaigns/new',
    `campaigns/${draft.id}`,
    `campaigns/${begun.id}`,
    `campaigns/${begun.id}?part=recipients`,
    `campaigns/${begun.id}?part=mail`,
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
