import { startOtherAccount, type OtherAccount } from './other-account.js'

/** The key of the account. */
export const mailgunKey = 'the-key-of-the-account-at-mailgun'

const created_at = 'Fri, 21 Oct 2025 11:02:55 UTC'
const address = (name: string, more: object = {}) => ({
  address: `${name}@people.example`,
  created_at,
  ...more,
})

/** Rows in pages of two. Each page names the next by a URL of another host, which nobody is to follow. */
const paged =
  (...rows: readonly unknown[]) =>
  (url: URL) => {
    const at = Number(url.searchParams.get('at') ?? 0)
    const next = `https://elsewhere.example${url.pathname}?limit=2&at=${Math.min(at + 2, rows.length)}`
    return { items: rows.slice(at, at + 2), paging: { next } }
  }

const template = (name: string, version: object) => ({
  template: {
    name,
    version: { tag: 'v1', active: true, engine: 'handlebars', template: '<p>Thank you.</p>', ...version },
  },
})
const none = { items: [], paging: {} }

/** Starts an account at Mailgun, with two domains and its sandbox. */
export function startMailgunAccount(): Promise<OtherAccount> {
  const ofSandbox = ['bounces', 'complaints', 'unsubscribes', 'templates'].map((list) => [
    `GET /v3/sandbox1.mailgun.org/${list}`,
    none,
  ])
  const hook = 'https://hooks.shop.example/mailgun'
  return startOtherAccount(
    {
      'GET /v4/domains': {
        total_count: 3,
        items: [{ name: 'shop.example' }, { name: 'news.shop.example' }, { name: 'sandbox1.mailgun.org' }],
      },
      ...Object.fromEntries(ofSandbox),
      'GET /v3/shop.example/bounces': paged(
        address('gone', { code: '550' }),
        address('full', { code: '452' }),
        address('wrong', { code: 554 }),
      ),
      'GET /v3/shop.example/complaints': paged(address('angry')),
      'GET /v3/shop.example/unsubscribes': paged(
        address('left', { tags: ['*'] }),
        address('picky', { tags: ['offers'] }),
      ),
      'GET /v3/news.shop.example/bounces': paged(
        address('gone', { code: '550', created_at: 'Sat, 22 Oct 2025 08:00:00 UTC' }),
      ),
      'GET /v3/news.shop.example/complaints': none,
      'GET /v3/news.shop.example/unsubscribes': none,
      'GET /v3/shop.example/templates': paged({ name: 'receipt' }, { name: 'old' }, { name: 'empty' }),
      'GET /v3/shop.example/templates/receipt': template('receipt', {
        template: '<p>Hello {{name}}</p>',
        headers: { Subject: 'Receipt {{number}}', From: 'Shop <billing@shop.example>' },
      }),
      'GET /v3/shop.example/templates/old': template('old', { engine: 'go' }),
      'GET /v3/shop.example/templates/empty': { template: { name: 'empty' } },
      'GET /v3/news.shop.example/templates': paged({ name: 'receipt' }),
      'GET /v3/news.shop.example/templates/receipt': template('receipt', {}),
      'GET /v3/lists/pages': paged(
        { address: 'news@shop.example', name: 'News' },
        { address: 'staff@shop.example', name: '' },
      ),
      'GET /v3/lists/news%40shop.example/members/pages': paged(
        {
          address: 'ada@people.example',
          name: 'Ada Lovelace',
          subscribed: true,
          vars: { plan: 'pro', at: { city: 'Ulm' } },
        },
        { address: 'bob@people.example', name: '', subscribed: false, vars: {} },
        { address: 'eve@people.example', name: '', subscribed: true, vars: {} },
      ),
      'GET /v3/lists/staff%40shop.example/members/pages': paged({
        address: 'eve@people.example',
        name: 'Eve',
        subscribed: true,
        vars: { tags: ['a', 'b'] },
      }),
      'GET /v3/domains/shop.example/webhooks': {
        webhooks: { delivered: { urls: [hook] }, permanent_fail: { urls: [hook] }, opened: { urls: [] } },
      },
      'GET /v3/domains/news.shop.example/webhooks': {
        webhooks: { delivered: { urls: [hook] }, complained: { url: hook }, unknown: { urls: [hook] } },
      },
      'GET /v3/domains/sandbox1.mailgun.org/webhooks': { webhooks: {} },
    },
    ({ headers }) => headers.authorization === `Basic ${btoa(`api:${mailgunKey}`)}`,
  )
}
