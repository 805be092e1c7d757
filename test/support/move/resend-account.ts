import { startOtherAccount, type OtherAccount } from './other-account.js'

/** The key of the account. */
export const resendKey = 're_the_key_of_the_account'

const time = '2025-10-06 23:47:56.678+00'

interface Listed {
  readonly id: string
}

/** A list as Resend pages it, two items at a time, so that few items make several pages. */
export function paged(items: readonly Listed[]) {
  return (url: URL) => {
    const after = url.searchParams.get('after')
    const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
    const size = Math.min(2, Number(url.searchParams.get('limit') ?? 2))
    const data = items.slice(start, start + size)
    return { object: 'list', data, has_more: start + size < items.length }
  }
}

export const people = ['ada', 'bob', 'eve', 'joe', 'kim'].map((name, index) => ({
  id: `contact-${index}`,
  email: `${name}@people.example`,
  first_name: name.toUpperCase(),
  last_name: name === 'ada' ? 'Lovelace' : '',
  created_at: time,
  unsubscribed: name === 'bob',
}))

const suppressions = [
  { id: 's1', email: 'gone@people.example', origin: 'bounce', source_id: null, created_at: time },
  { id: 's2', email: 'angry@people.example', origin: 'complaint', source_id: null, created_at: time },
  { id: 's3', email: 'no address', origin: 'manual', source_id: null, created_at: time },
]

const template = (id: string, more: object) => ({
  object: 'template',
  id,
  name: id,
  alias: id,
  status: 'published',
  from: 'Shop <billing@shop.example>',
  reply_to: ['help@shop.example'],
  subject: 'Your receipt',
  html: '<p>Thank you.</p>',
  text: null,
  variables: [],
  ...more,
})
const templates = [
  template('receipt', {}),
  template('welcome', { html: '<p>Hello</p>\n{{#if paid}}<p>Paid</p>{{/if}}' }),
  template('draft', { status: 'draft', alias: null, subject: null }),
]

const topics = [
  { id: 'topic-1', name: 'Product news', description: 'What is new', default_subscription: 'opt_in' },
  { id: 'topic-2', name: 'Offers', default_subscription: 'opt_out' },
]

const domain = { id: 'domain-1', name: 'shop.example', status: 'verified' }

/** Starts an account at Resend. */
export function startResendAccount(): Promise<OtherAccount> {
  const perContact = people.flatMap(({ id, ...person }) => [
    [`GET /contacts/${id}`, { id, ...person, properties: { plan: { type: 'string', value: 'pro' } } }],
    [
      `GET /contacts/${id}/topics`,
      paged(
        topics.map((topic) => ({
          id: topic.id,
          name: topic.name,
          subscription: person.email.startsWith('eve') ? 'opt_out' : topic.default_subscription,
        })),
      ),
    ],
  ])
  return startOtherAccount(
    {
      'GET /suppressions': paged(suppressions),
      'GET /topics': paged(topics),
      'GET /segments': paged([{ id: 'segment-1', name: 'Customers' } as Listed]),
      'GET /contact-properties': paged([{ id: 'property-1', key: 'plan' } as Listed]),
      'GET /contacts': (url: URL) =>
        paged(url.searchParams.has('segment_id') ? people.slice(0, 3) : people)(url),
      ...Object.fromEntries(perContact),
      'GET /templates': paged(templates.map(({ id, name }) => ({ id, name }))),
      ...Object.fromEntries(templates.map((each) => [`GET /templates/${each.id}`, each])),
      'GET /domains': paged([domain]),
      'GET /domains/domain-1': domain,
      'GET /webhooks': paged([
        {
          id: 'webhook-1',
          endpoint: 'https://hooks.shop.example/resend',
          events: ['email.delivered', 'email.bounced', 'contact.created'],
          status: 'enabled',
        } as Listed,
      ]),
    },
    ({ headers }) => headers.authorization === `Bearer ${resendKey}`,
  )
}
