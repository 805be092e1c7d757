import { json } from '../network/scripted-http.js'
import { startOtherAccount, type OtherAccount } from './other-account.js'

/** The tokens of the server and of the account. */
export const postmarkTokens = {
  POSTMARK_SERVER_TOKEN: 'the-token-of-the-server',
  POSTMARK_ACCOUNT_TOKEN: 'the-token-of-the-account',
}

const suppressed = (name: string, why: string, origin = 'Recipient') => ({
  EmailAddress: `${name}@people.example`,
  SuppressionReason: why,
  Origin: origin,
  CreatedAt: '2025-12-17T08:58:33-05:00',
})

const template = (id: number, more: object) => ({
  TemplateId: id,
  Name: `Template ${id}`,
  Alias: `template-${id}`,
  Active: true,
  TemplateType: 'Standard',
  LayoutTemplate: null,
  Subject: 'Your receipt',
  HtmlBody: '<p>Thank you.</p>',
  TextBody: 'Thank you.',
  ...more,
})
const layouts = [
  template(1, {
    TemplateType: 'Layout',
    Alias: 'frame',
    Subject: null,
    HtmlBody: '<body>Shop {{{ @content }}}</body>',
    TextBody: 'Shop\n{{{@content}}}',
  }),
]
const standard = [
  template(2, { LayoutTemplate: 'frame' }),
  template(3, { HtmlBody: '<p>Hello</p>\n{{ first-name }}' }),
]

/** Starts a server of an account at Postmark. */
export function startPostmarkAccount(): Promise<OtherAccount> {
  const rendered = (text: unknown) => ({ ContentIsValid: true, ValidationErrors: [], RenderedContent: text })
  return startOtherAccount(
    {
      'GET /message-streams': {
        MessageStreams: [
          { ID: 'outbound', MessageStreamType: 'Transactional' },
          { ID: 'news', MessageStreamType: 'Broadcasts' },
          { ID: 'inbound', MessageStreamType: 'Inbound' },
        ],
      },
      'GET /message-streams/outbound/suppressions/dump': {
        Suppressions: [
          suppressed('gone', 'HardBounce'),
          suppressed('left', 'ManualSuppression'),
          suppressed('blocked', 'ManualSuppression', 'Customer'),
        ],
      },
      'GET /message-streams/news/suppressions/dump': {
        Suppressions: [suppressed('angry', 'SpamComplaint'), suppressed('tired', 'ManualSuppression')],
      },
      'GET /templates': (url: URL) => {
        const all = url.searchParams.get('TemplateType') === 'Layout' ? layouts : standard
        const Templates = all.map(({ HtmlBody: _, TextBody: __, Subject: ___, ...listed }) => listed)
        return { TotalCount: all.length, Templates }
      },
      ...Object.fromEntries(
        [...layouts, ...standard].map((each) => [`GET /templates/${each.TemplateId}`, each]),
      ),
      'POST /templates/validate': (_: URL, { body }: { body: string }) => {
        const { Subject, HtmlBody, TextBody } = JSON.parse(body) as Record<string, string>
        return {
          AllContentIsValid: true,
          Subject: rendered(Subject),
          HtmlBody: rendered(HtmlBody),
          TextBody: rendered(`${TextBody}!`),
          SuggestedTemplateModel: {},
        }
      },
      'GET /domains': { TotalCount: 1, Domains: [{ ID: 7, Name: 'shop.example' }] },
      'GET /domains/7': { ID: 7, Name: 'shop.example', ReturnPathDomain: 'bounces.shop.example' },
      'GET /webhooks': {
        Webhooks: [
          {
            ID: 5,
            Url: 'https://hooks.shop.example/postmark',
            HttpAuth: { Username: 'u', Password: 'p' },
            HttpHeaders: [],
            Triggers: {
              Open: { Enabled: false, PostFirstOpenOnly: false },
              Delivery: { Enabled: true },
              Bounce: { Enabled: true, IncludeContent: false },
            },
          },
        ],
      },
    },
    ({ headers, url }) =>
      url.startsWith('/domains')
        ? headers['x-postmark-account-token'] === postmarkTokens.POSTMARK_ACCOUNT_TOKEN
        : headers['x-postmark-server-token'] === postmarkTokens.POSTMARK_SERVER_TOKEN,
  )
}

/** Refuses a request as Postmark does. */
export const refused = json({ ErrorCode: 10, Message: 'Bad or missing Server API token.' }, 401)
