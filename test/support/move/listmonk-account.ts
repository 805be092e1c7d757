import { startOtherAccount, type OtherAccount } from './other-account.js'

/** The user and the token of the API. */
export const listmonkKeys = { LISTMONK_API_USER: 'the-mover', LISTMONK_API_TOKEN: 'the-token-of-the-mover' }

/** Rows in pages of two, though more are asked for. */
export const paged =
  (...rows: readonly unknown[]) =>
  (url: URL) => {
    const page = Number(url.searchParams.get('page'))
    return { data: { results: rows.slice(page * 2 - 2, page * 2), total: rows.length, per_page: 2, page } }
  }

const created_at = '2025-10-06T08:00:00.5+02:00'
const list = (id: number, name: string, type: string, optin: string) => ({
  id,
  name,
  type,
  optin,
  description: '',
})

/** A subscriber with the status of each list that it is in, such as `{ 1: 'confirmed' }`. */
export const subscriber = (name: string, lists: Readonly<Record<number, string>>, more: object = {}) => ({
  email: `${name}@people.example`,
  name,
  status: 'enabled',
  attribs: {},
  lists: Object.entries(lists).map(([id, subscription_status]) => ({ id: Number(id), subscription_status })),
  ...more,
})

const bounce = (name: string, type: string) => ({ email: `${name}@people.example`, type, created_at })

/** The subscribers of the account. */
export const subscribers = [
  subscriber('ada', { 1: 'confirmed', 2: 'unconfirmed' }, { attribs: { plan: 'pro', at: { city: 'Ulm' } } }),
  subscriber('bob', { 1: 'unconfirmed', 2: 'unsubscribed' }),
  subscriber('eve', { 1: 'unsubscribed' }),
  subscriber('joe', {}, { status: 'blocklisted' }),
  subscriber('kim', { 2: 'confirmed' }, { status: 'disabled' }),
]

/** Starts a listmonk server with a public list with double opt-in and a private one. */
export function startListmonkAccount(): Promise<OtherAccount> {
  return startOtherAccount(
    {
      'GET /api/lists': paged(
        list(1, 'Product news', 'public', 'double'),
        list(2, 'Customers', 'private', 'single'),
        list(3, 'Offers', 'public', 'single'),
      ),
      'GET /api/subscribers': paged(...subscribers),
      'GET /api/bounces': paged(bounce('gone', 'hard'), bounce('full', 'soft'), bounce('angry', 'complaint')),
      'GET /api/templates': {
        data: [
          {
            id: 1,
            name: 'Frame',
            type: 'campaign',
            subject: '',
            body: '<body>{{ template "content" . }}</body>',
          },
          {
            id: 2,
            name: 'Receipt',
            type: 'tx',
            subject: 'Receipt {{ .Tx.Data.number }}',
            body: '<p>Hello {{ .Tx.Data.name }}</p>',
          },
        ],
      },
    },
    ({ headers }) => headers.authorization === 'token the-mover:the-token-of-the-mover',
  )
}
