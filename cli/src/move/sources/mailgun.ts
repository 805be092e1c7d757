import { parseUrl } from '../../request/service.js'
import { idOf, propertiesIn, rowOf, rowsOf, textOf, timeIn, type Row } from '../fields.js'
import type { Contact, Domain, Segment, Suppression, Template, Webhook } from '../items.js'
import type { OtherService } from '../other-service.js'
import type { Reader, Remark, Source } from '../source.js'
import { mappedEvents } from './events.js'

/** The items of a page: as many as Mailgun allows for each list. */
const suppressionPage = 1000
const domainPage = 1000
const otherPage = 100

/** The event types for each event of a webhook. */
const events: ReadonlyMap<string, readonly string[]> = new Map([
  ['accepted', ['message.accepted']],
  ['delivered', ['message.delivered']],
  ['temporary_fail', ['message.deferred']],
  ['permanent_fail', ['message.bounced', 'message.failed', 'message.suppressed']],
  ['complained', ['message.complained']],
  ['opened', ['message.opened']],
  ['clicked', ['message.clicked']],
])

/** A list of Mailgun that has pages. */
interface List {
  /** The name of the list within a cursor, without spaces. */
  readonly key: string
  readonly path: string
}

/** A page of a list. */
interface Page {
  readonly list: List
  readonly rows: readonly Row[]
  readonly next: string | undefined
}

/**
 * Yields the pages of lists, one list after the other. The cursor is a list's key, a space and the query of a page.
 *
 * Mailgun names the next page by a whole URL. Only its query is used, so that the key goes to no other address.
 */
async function* pages(
  other: OtherService,
  lists: readonly List[],
  { from, size }: { readonly from?: string | undefined; readonly size: number },
): AsyncGenerator<Page> {
  const [keyAt = '', queryAt = ''] = from?.split(' ') ?? []
  const start = Math.max(
    0,
    lists.findIndex(({ key }) => key === keyAt),
  )
  for (const [index, list] of lists.entries()) {
    if (index < start) continue
    const following = lists[index + 1]
    let query = index === start && queryAt !== '' ? queryAt : `?limit=${size}`
    for (;;) {
      const reply = rowOf(await other.get(`${list.path}${query}`))
      const rows = rowsOf(reply['items'])
      const next = parseUrl(textOf(rowOf(reply['paging']), 'next') ?? '')?.search ?? ''
      // Mailgun names a next page even after the last one, which is empty.
      const isLast = rows.length === 0 || next === '' || next === query
      const afterList = following === undefined ? undefined : `${following.key} `
      yield { list, rows, next: isLast ? afterList : `${list.key} ${next}` }
      if (isLast) break
      query = next
    }
  }
}

async function domainNames(other: OtherService): Promise<string[]> {
  const names: string[] = []
  for (let skip = 0; ; skip += domainPage) {
    const rows = rowsOf(rowOf(await other.get(`/v4/domains?limit=${domainPage}&skip=${skip}`))['items'])
    names.push(...rows.map((row) => textOf(row, 'name') ?? '').filter((name) => name !== ''))
    if (rows.length < domainPage) return names
  }
}

const suppressions: Reader<Suppression> = async function* (other, { from }) {
  const lists = (await domainNames(other)).flatMap((domain) =>
    ['bounces', 'complaints', 'unsubscribes'].map((name) => ({
      key: `${domain}/${name}`,
      path: `/v3/${encodeURIComponent(domain)}/${name}`,
    })),
  )
  for await (const { list, rows, next } of pages(other, lists, { from, size: suppressionPage })) {
    const leftOut: Remark[] = []
    const items: Suppression[] = []
    for (const row of rows) {
      const email = textOf(row, 'address') ?? ''
      const reason = reasonOf(row, list.path)
      if (typeof reason === 'string') {
        const at = timeIn(row['created_at'])
        items.push({ email, reason, ...(at !== undefined && { at }) })
      } else leftOut.push({ item: email, reason: reason.because })
    }
    yield { items, next, leftOut }
  }
}

/** Returns the reason of a suppression, or why it is left out. */
function reasonOf(row: Row, path: string): Suppression['reason'] | { readonly because: string } {
  if (path.endsWith('/complaints')) return 'complaint'
  if (path.endsWith('/bounces')) {
    const code = idOf(row, 'code')
    return code.startsWith('5')
      ? 'hard_bounce'
      : { because: `the bounce was not permanent (${code || 'no code'})` }
  }
  const tags: unknown[] = Array.isArray(row['tags']) ? row['tags'] : []
  if (tags.length === 0 || tags.includes('*')) return 'unsubscribe'
  return { because: `unsubscribed from mail with a tag only: ${tags.map(String).join(', ')}` }
}

/** Returns the mailing lists, which become segments. */
const segments: Reader<Segment> = async function* (other, { from }) {
  for await (const { rows, next } of pages(other, [mailingLists], { from, size: otherPage }))
    yield { items: rows.map(segmentOf), next }
}

const mailingLists: List = { key: 'lists', path: '/v3/lists/pages' }

function segmentOf(row: Row): Segment {
  const id = textOf(row, 'address') ?? ''
  return { id, name: textOf(row, 'name') ?? id }
}

/** Reads the members of mailing lists. Who has left one is opted out of all campaigns. */
const contacts: Reader<Contact> = async function* (other, { from }) {
  const lists: List[] = []
  for await (const { rows } of pages(other, [mailingLists], { size: otherPage }))
    for (const { id } of rows.map(segmentOf))
      lists.push({ key: id, path: `/v3/lists/${encodeURIComponent(id)}/members/pages` })
  for await (const { list, rows, next } of pages(other, lists, { from, size: otherPage }))
    yield { items: rows.map((row) => memberOf(row, list.key)), next }
}

function memberOf(row: Row, listId: string): Contact {
  const name = textOf(row, 'name')
  const isUnsubscribed = row['subscribed'] === false
  return {
    email: textOf(row, 'address') ?? '',
    ...(name !== undefined && { name }),
    isUnsubscribed,
    properties: propertiesIn(rowOf(row['vars'])),
    segmentIds: isUnsubscribed ? [] : [listId],
  }
}

/** Reads the active versions of all domains' templates. Domains can have templates of the same name. */
const templates: Reader<Template> = async function* (other, { from }) {
  const lists = (await domainNames(other)).map((domain) => ({
    key: domain,
    path: `/v3/${encodeURIComponent(domain)}/templates`,
  }))
  const owners = new Map<string, string>()
  for await (const { list, rows } of pages(other, lists, { size: otherPage }))
    for (const row of rows) {
      const name = textOf(row, 'name') ?? ''
      if (!owners.has(name)) owners.set(name, list.key)
    }
  for await (const { list, rows, next } of pages(other, lists, { from, size: otherPage })) {
    const items: Template[] = []
    const leftOut: Remark[] = []
    for (const row of rows) {
      const name = textOf(row, 'name') ?? ''
      const found = await other.get(`${list.path}/${encodeURIComponent(name)}?active=yes`)
      const version = rowOf(rowOf(rowOf(found)['template'])['version'])
      const engine = textOf(version, 'engine') ?? 'handlebars'
      const html = textOf(version, 'template')
      if (html === undefined) leftOut.push({ item: name, reason: 'it has no active version' })
      else if (engine !== 'handlebars')
        leftOut.push({ item: name, reason: `it is written for the engine "${engine}", not for handlebars` })
      else
        items.push(
          templateOf(version, { name, html, domain: list.key, isFirst: owners.get(name) === list.key }),
        )
    }
    yield { items, next, leftOut }
  }
}

function templateOf(
  version: Row,
  given: { readonly name: string; readonly html: string; readonly domain: string; readonly isFirst: boolean },
): Template {
  const { name, html, domain, isFirst } = given
  const headers = new Map(
    Object.entries(rowOf(version['headers'])).map(([field, value]) => [field.toLowerCase(), value]),
  )
  const header = (field: string) => textOf({ value: headers.get(field) }, 'value')
  const [subject, sender, replyTo] = [header('subject'), header('from'), header('reply-to')]
  return {
    id: `${domain}/${name}`,
    name: isFirst ? name : `${name} (${domain})`,
    // The name in the code of applications works as an alias here.
    ...(isFirst && { alias: name }),
    kind: 'message',
    dialect: 'mailgun',
    html,
    ...(subject !== undefined && { subject }),
    ...(sender !== undefined && { from: sender }),
    ...(replyTo !== undefined && { replyTo: [replyTo] }),
    isPublished: true,
  }
}

const domains: Reader<Domain> = async function* (other) {
  const names = await domainNames(other)
  const isOfMailgun = (name: string) => name.endsWith('.mailgun.org')
  yield {
    items: names.filter((name) => !isOfMailgun(name)).map((name) => ({ id: name, name })),
    next: undefined,
    leftOut: names
      .filter(isOfMailgun)
      .map((item) => ({ item, reason: 'it is a sandbox, which belongs to Mailgun' })),
  }
}

/** Reads the webhooks of all domains. A URL that several of them have becomes one webhook. */
const webhooks: Reader<Webhook> = async function* (other) {
  const eventsOf = new Map<string, Set<string>>()
  for (const domain of await domainNames(other)) {
    const reply = rowOf(await other.get(`/v3/domains/${encodeURIComponent(domain)}/webhooks`))
    for (const [event, hook] of Object.entries(rowOf(reply['webhooks'])))
      for (const url of urlsOf(rowOf(hook))) eventsOf.set(url, (eventsOf.get(url) ?? new Set()).add(event))
  }
  const items = [...eventsOf].map(([url, names]) => ({ id: url, url, ...mappedEvents([...names], events) }))
  yield { items, next: undefined }
}

function urlsOf(hook: Row): string[] {
  const all: unknown[] = Array.isArray(hook['urls']) ? hook['urls'] : [hook['url']]
  return all.filter((url): url is string => typeof url === 'string')
}

/** The account at Mailgun, with all its domains. */
export const mailgun: Source = {
  title: 'Mailgun',
  url: () => 'https://api.mailgun.net',
  keyName: 'MAILGUN_API_KEY',
  credentials: (key) => ({
    usual: { Authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` },
    secrets: [key],
  }),
  webhookFormat: 'mailgun',
  lacks: {},
  readers: { suppressions, segments, contacts, templates, domains, webhooks },
}
