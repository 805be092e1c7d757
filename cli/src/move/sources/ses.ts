import { UsageError } from '../../mistakes.js'
import { rowOf, rowsOf, textOf, timeIn, type Row } from '../fields.js'
import type { Choice, Contact, Domain, Suppression, Template, Topic } from '../items.js'
import type { OtherService } from '../other-service.js'
import type { Env } from '../credentials.js'
import type { Reader, Remark, Source } from '../source.js'
import { awsSignature } from './aws-signature.js'
import { setIn } from './environment.js'

/** The items of a page: as many as SES allows for templates. */
const pageSize = 100

/** Yields the pages of a list. The cursor is the token that SES has for a page. */
async function* pages(
  from: string | undefined,
  ask: (token: string | undefined) => Promise<unknown>,
): AsyncGenerator<{ readonly page: Row; readonly next: string | undefined }> {
  let token = from
  for (;;) {
    const page = rowOf(await ask(token))
    const next = textOf(page, 'NextToken')
    yield { page, next }
    if (next === undefined || next === token) return
    token = next
  }
}

/** Yields the pages of a list that has a path. */
function listed(other: OtherService, path: string, from?: string) {
  return pages(from, (token) => {
    const query = new URLSearchParams({
      PageSize: String(pageSize),
      ...(token !== undefined && { NextToken: token }),
    })
    return other.get(`${path}?${query.toString()}`)
  })
}

const suppressions: Reader<Suppression> = async function* (other, { from }) {
  for await (const { page, next } of listed(other, '/v2/email/suppression/addresses', from)) {
    const items = rowsOf(page['SuppressedDestinationSummaries']).map((row): Suppression => {
      const at = timeIn(row['LastUpdateTime'])
      const reason = row['Reason'] === 'COMPLAINT' ? 'complaint' : 'hard_bounce'
      return { email: textOf(row, 'EmailAddress') ?? '', reason, ...(at !== undefined && { at }) }
    })
    yield { items, next }
  }
}

/** Returns the names of the contact lists. An account has few of them. */
async function listNames(other: OtherService): Promise<string[]> {
  const names: string[] = []
  for await (const { page } of listed(other, '/v2/email/contact-lists'))
    names.push(...rowsOf(page['ContactLists']).map((row) => textOf(row, 'ContactListName') ?? ''))
  return names
}

const pathOf = (list: string) => `/v2/email/contact-lists/${encodeURIComponent(list)}`

/** Returns the id of a topic, whose name belongs to a contact list. */
const topicId = (list: string, name: unknown) => `${list}/${String(name)}`

const topics: Reader<Topic> = async function* (other) {
  const items: Topic[] = []
  for (const list of await listNames(other))
    for (const row of rowsOf(rowOf(await other.get(pathOf(list)))['Topics'])) {
      const description = textOf(row, 'Description')
      items.push({
        id: topicId(list, row['TopicName']),
        name: textOf(row, 'DisplayName') ?? textOf(row, 'TopicName') ?? '',
        ...(description !== undefined && { description }),
        isDefault: row['DefaultSubscriptionStatus'] !== 'OPT_OUT',
      })
    }
  yield { items, next: undefined }
}

/** Reads the contacts of each list. The cursor is a list's name, a space and the token of a page. */
const contacts: Reader<Contact> = async function* (other, { from }) {
  const names = await listNames(other)
  const [listAt = '', token = ''] = from?.split(' ') ?? []
  const start = Math.max(0, names.indexOf(listAt))
  for (const [index, list] of names.entries()) {
    if (index < start) continue
    const following = names[index + 1]
    const first = index === start && token !== '' ? token : undefined
    const ask = (NextToken: string | undefined) =>
      other.post(`${pathOf(list)}/contacts/list`, { PageSize: pageSize, ...(NextToken && { NextToken }) })
    for await (const { page, next } of pages(first, ask)) {
      const items = rowsOf(page['Contacts']).map((row) => contactOf(row, list))
      const afterList = following === undefined ? undefined : `${following} `
      yield { items, next: next === undefined ? afterList : `${list} ${next}` }
    }
  }
}

function contactOf(row: Row, list: string): Contact {
  return {
    email: textOf(row, 'EmailAddress') ?? '',
    isUnsubscribed: row['UnsubscribeAll'] === true,
    choices: rowsOf(row['TopicPreferences']).map((choice): Choice => ({
      topicId: topicId(list, choice['TopicName']),
      isSubscribed: choice['SubscriptionStatus'] === 'OPT_IN',
    })),
  }
}

const templates: Reader<Template> = async function* (other, { from }) {
  const path = '/v2/email/templates'
  for await (const { page, next } of listed(other, path, from)) {
    const items: Template[] = []
    for (const row of rowsOf(page['TemplatesMetadata'])) {
      const name = textOf(row, 'TemplateName') ?? ''
      const whole = rowOf(await other.get(`${path}/${encodeURIComponent(name)}`))
      items.push(templateOf(name, rowOf(whole['TemplateContent'])))
    }
    yield { items, next }
  }
}

function templateOf(name: string, content: Row): Template {
  const [subject, html, text] = [textOf(content, 'Subject'), textOf(content, 'Html'), textOf(content, 'Text')]
  return {
    id: name,
    name,
    // The name in the code of applications works as an alias here.
    alias: name,
    kind: 'message',
    dialect: 'ses',
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    isPublished: true,
  }
}

/** Reads the identities that are domains. */
const domains: Reader<Domain> = async function* (other, { from }) {
  const path = '/v2/email/identities'
  for await (const { page, next } of listed(other, path, from)) {
    const items: Domain[] = []
    const leftOut: Remark[] = []
    for (const row of rowsOf(page['EmailIdentities'])) {
      const name = textOf(row, 'IdentityName') ?? ''
      if (row['IdentityType'] === 'EMAIL_ADDRESS') {
        leftOut.push({ item: name, reason: 'it is a single address: add its domain' })
        continue
      }
      const whole = rowOf(await other.get(`${path}/${encodeURIComponent(name)}`))
      // The MAIL FROM domain at SES stays, so the new one gets a label of its own if both would be the same.
      const isTaken = rowOf(whole['MailFromAttributes'])['MailFromDomain'] === `bounces.${name}`
      items.push({ id: name, name, ...(isTaken && { returnPathLabel: 'bounces2' }) })
    }
    yield { items, next, leftOut }
  }
}

function regionIn(env: Env): string {
  const region = setIn(env, 'AWS_REGION')
  if (/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/.test(region)) return region
  throw new UsageError('AWS_REGION takes a region such as eu-central-1.')
}

/** Returns the token of temporary credentials, which is longer than any key. */
function sessionTokenIn(env: Env): string | undefined {
  const token = env['AWS_SESSION_TOKEN']?.trim() ?? ''
  if (token === '') return undefined
  if (/^[!-~]{1,8192}$/.test(token)) return token
  throw new UsageError('AWS_SESSION_TOKEN is not the token of a session.')
}

/** The account at Amazon SES, in one region. */
export const ses: Source = {
  title: 'Amazon SES',
  url: (env) => `https://email.${regionIn(env)}.amazonaws.com`,
  keyName: 'AWS_SECRET_ACCESS_KEY',
  credentials: (secret, env) => {
    const sessionToken = sessionTokenIn(env)
    const signer = {
      accessKeyId: setIn(env, 'AWS_ACCESS_KEY_ID'),
      secret,
      region: regionIn(env),
      service: 'ses',
      ...(sessionToken !== undefined && { sessionToken }),
    }
    return {
      usual: {},
      sign: (request) => awsSignature(signer, request),
      secrets: sessionToken === undefined ? [secret] : [secret, sessionToken],
    }
  },
  lacks: {},
  readers: { suppressions, topics, contacts, templates, domains },
}
