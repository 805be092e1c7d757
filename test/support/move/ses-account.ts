import type { Asked } from '../network/scripted-http.js'
import { signed } from '../wires/aws-signature.js'
import { startOtherAccount, type OtherAccount } from './other-account.js'

/** The credentials of the account, which are temporary. */
export const awsKeys = {
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'the/secret+of-the-account',
  AWS_SESSION_TOKEN: 'the-token/of+the-session==',
}

/** The rows in pages of two, under a name. Tokens have characters that a signer encodes. */
const paged = (name: string, rows: readonly unknown[]) => {
  const page = (token = '0') => {
    const at = Number(token.split('/')[0])
    return { [name]: rows.slice(at, at + 2), ...(at + 2 < rows.length && { NextToken: `${at + 2}/+=` }) }
  }
  return (url: URL, { body }: Asked) =>
    page(
      body === ''
        ? (url.searchParams.get('NextToken') ?? undefined)
        : (JSON.parse(body) as { NextToken?: string }).NextToken,
    )
}

const LastUpdateTime = 1_735_689_600
const suppressed = (name: string, Reason: string) => ({
  EmailAddress: `${name}@people.example`,
  Reason,
  LastUpdateTime,
})
const contact = (name: string, choices: Readonly<Record<string, string>>, UnsubscribeAll = false) => ({
  EmailAddress: `${name}@people.example`,
  TopicPreferences: Object.entries(choices).map(([TopicName, SubscriptionStatus]) => ({
    TopicName,
    SubscriptionStatus,
  })),
  UnsubscribeAll,
})

/** Returns whether a request has the signature of the account. */
function isSigned({ url, method, headers, body }: Asked): boolean {
  const time = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')
  const expected = signed(
    { accessKeyId: awsKeys.AWS_ACCESS_KEY_ID, secret: awsKeys.AWS_SECRET_ACCESS_KEY },
    {
      url: new URL(url, `http://${headers.host}`),
      method,
      body,
      at: new Date(time),
      headers: {
        'x-amz-security-token': String(headers['x-amz-security-token']),
        ...(body !== '' && { 'content-type': String(headers['content-type']) }),
      },
    },
  )
  return headers.authorization === expected['Authorization']
}

/** Starts an account at Amazon SES in eu-central-1. */
export function startSesAccount(): Promise<OtherAccount> {
  return startOtherAccount(
    {
      'GET /v2/email/suppression/addresses': paged('SuppressedDestinationSummaries', [
        suppressed('gone', 'BOUNCE'),
        suppressed('angry', 'COMPLAINT'),
        suppressed('wrong', 'BOUNCE'),
      ]),
      'GET /v2/email/contact-lists': { ContactLists: [{ ContactListName: 'shop' }] },
      'GET /v2/email/contact-lists/shop': {
        ContactListName: 'shop',
        Topics: [
          { TopicName: 'news', DisplayName: 'Product news', DefaultSubscriptionStatus: 'OPT_IN' },
          { TopicName: 'offers', DisplayName: 'Offers', DefaultSubscriptionStatus: 'OPT_OUT' },
        ],
      },
      'POST /v2/email/contact-lists/shop/contacts/list': paged('Contacts', [
        contact('ada', { news: 'OPT_OUT', offers: 'OPT_IN' }),
        contact('bob', {}),
        contact('eve', {}, true),
      ]),
      'GET /v2/email/templates': paged('TemplatesMetadata', [
        { TemplateName: 'receipt' },
        { TemplateName: 'plain' },
        { TemplateName: "it's (new)" },
      ]),
      'GET /v2/email/templates/receipt': {
        TemplateContent: {
          Subject: 'Receipt {{number}}',
          Html: '<p>Hello {{name}}</p>',
          Text: 'Hello {{name}}',
        },
      },
      'GET /v2/email/templates/plain': { TemplateContent: { Subject: 'Hello', Text: 'Hello {{name}}' } },
      "GET /v2/email/templates/it's%20(new)": { TemplateContent: { Subject: 'New', Html: '<p>New</p>' } },
      'GET /v2/email/identities': paged('EmailIdentities', [
        { IdentityType: 'DOMAIN', IdentityName: 'shop.example' },
        { IdentityType: 'EMAIL_ADDRESS', IdentityName: 'ada@people.example' },
      ]),
      'GET /v2/email/identities/shop.example': {
        MailFromAttributes: { MailFromDomain: 'bounces.shop.example' },
      },
    },
    isSigned,
  )
}
