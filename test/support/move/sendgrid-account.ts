import { startOtherAccount, type OtherAccount } from './other-account.js'

/** The key of the account. */
export const sendgridKey = 'SG.the-key.of-the-account'

const created = 1_735_689_600
const addresses = Array.from({ length: 501 }, (_, n) => `unsubscribed-${n}@people.example`)

/** Rows in pages by an offset. */
const byOffset = (rows: readonly unknown[]) => (url: URL) => {
  const offset = Number(url.searchParams.get('offset'))
  return rows.slice(offset, offset + Number(url.searchParams.get('limit')))
}

const template = (id: string, more: object = {}) => ({
  id,
  name: `Template ${id}`,
  generation: 'dynamic',
  versions: [
    { id: 'old', active: 0, subject: 'Old', html_content: '<p>Old</p>' },
    {
      id: 'new',
      active: 1,
      subject: 'Your receipt',
      html_content: '<p>Thank you.</p>',
      plain_content: 'Thank you.',
      generate_plain_content: false,
    },
  ],
  ...more,
})
const templates = [
  template('d-1'),
  template('d-2', { generation: 'legacy' }),
  template('d-3', { versions: [] }),
]

/** Starts an account at SendGrid. */
export function startSendgridAccount(): Promise<OtherAccount> {
  const pages = [templates.slice(0, 2), templates.slice(2)]
  return startOtherAccount(
    {
      'GET /v3/suppression/bounces': byOffset([
        { email: 'gone@people.example', status: '5.1.1', created },
        { email: 'full@people.example', status: '4.2.2', created },
      ]),
      'GET /v3/suppression/invalid_emails': byOffset([{ email: 'wrong@people.example', created }]),
      'GET /v3/suppression/spam_reports': byOffset([{ email: 'angry@people.example', created }]),
      'GET /v3/suppression/unsubscribes': byOffset(addresses.map((email) => ({ email, created }))),
      'GET /v3/asm/groups': [
        { id: 11, name: 'Product news', description: 'What is new' },
        { id: 12, name: 'Offers', description: '' },
      ],
      'GET /v3/asm/groups/11/suppressions': ['ada@people.example', 'bob@people.example'],
      'GET /v3/asm/groups/12/suppressions': ['ada@people.example'],
      'GET /v3/templates': (url: URL) => {
        const page = Number(url.searchParams.get('page_token') ?? 0)
        const next = page === 0 ? { next: 'https://api.sendgrid.example/v3/templates?page_token=1' } : {}
        return { result: pages[page], _metadata: next }
      },
      ...Object.fromEntries(templates.map((each) => [`GET /v3/templates/${each.id}`, each])),
      'GET /v3/whitelabel/domains': byOffset([{ id: 3, domain: 'shop.example', subdomain: 'em1' }]),
      'GET /v3/user/webhooks/event/settings/all': {
        max_allowed: 5,
        webhooks: [
          {
            id: 'webhook-1',
            enabled: true,
            url: 'https://hooks.shop.example/sendgrid',
            delivered: true,
            bounce: true,
            open: false,
            group_unsubscribe: true,
          },
        ],
      },
    },
    ({ headers }) => headers.authorization === `Bearer ${sendgridKey}`,
  )
}
