import { UsageError } from '../../mistakes.js'
import { idOf, propertiesIn, rowOf, rowsOf, textOf, timeIn, type Row } from '../fields.js'
import type { Contact, Segment, Suppression, Template, Topic } from '../items.js'
import type { OtherService } from '../other-service.js'
import type { Reader, Remark, Source } from '../source.js'
import { setIn } from './environment.js'

/** The items of a page. listmonk gives at most 50. */
const pageSize = 50

/** The reasons of suppressions by the type of a bounce. Soft bounces are temporary, and are left out. */
const reasons: ReadonlyMap<unknown, Suppression['reason']> = new Map([
  ['hard', 'hard_bounce'],
  ['complaint', 'complaint'],
])

/** Yields the pages of a list with the oldest first. The cursor is the number of a page. */
async function* pages(
  other: OtherService,
  path: string,
  from?: string,
): AsyncGenerator<{ readonly rows: readonly Row[]; readonly next: string | undefined }> {
  for (let page = Number(from ?? 1); ; page += 1) {
    const reply = rowOf(await other.get(`${path}page=${page}&per_page=${pageSize}&order=asc`))
    const data = rowOf(reply['data'])
    const rows = rowsOf(data['results'])
    const isLast = rows.length === 0 || page * (Number(data['per_page']) || pageSize) >= Number(data['total'])
    yield { rows, next: isLast ? undefined : String(page + 1) }
    if (isLast) return
  }
}

const listsPath = '/api/lists?order_by=created_at&'
const subscribersPath = '/api/subscribers?order_by=id&'
const bouncesPath = '/api/bounces?order_by=created_at&'

/** Reads the bounces, and then the blocklisted subscribers. The cursor is the list's name, a colon and a page. */
const suppressions: Reader<Suppression> = async function* (other, { from }) {
  const [listAt = 'bounces', page] = from?.split(':') ?? []
  if (listAt === 'bounces')
    for await (const { rows, next } of pages(other, bouncesPath, page)) {
      const leftOut: Remark[] = []
      const items: Suppression[] = []
      for (const row of rows) {
        const email = textOf(row, 'email') ?? ''
        const reason = reasons.get(row['type'])
        if (reason === undefined) leftOut.push({ item: email, reason: 'the bounce was temporary' })
        else items.push(suppressionOf(row, email, reason))
      }
      yield { items, next: next === undefined ? 'subscribers:1' : `bounces:${next}`, leftOut }
    }
  const start = listAt === 'subscribers' ? page : undefined
  for await (const { rows, next } of pages(other, subscribersPath, start)) {
    const blocked = rows.filter((row) => row['status'] === 'blocklisted')
    const items = blocked.map((row): Suppression => ({ email: textOf(row, 'email') ?? '', reason: 'manual' }))
    yield { items, next: next === undefined ? undefined : `subscribers:${next}` }
  }
}

function suppressionOf(row: Row, email: string, reason: Suppression['reason']): Suppression {
  const at = timeIn(row['created_at'])
  return { email, reason, ...(at !== undefined && { at }) }
}

/** Reads the public lists, which subscribers choose for themselves. Who has not chosen one does not get it. */
const topics: Reader<Topic> = async function* (other, { from }) {
  for await (const { rows, next } of pages(other, listsPath, from)) {
    const items = rows
      .filter((row) => row['type'] === 'public')
      .map((row): Topic => {
        const description = textOf(row, 'description')
        return { ...listOf(row), ...(description !== undefined && { description }), isDefault: false }
      })
    yield { items, next }
  }
}

/** Reads all lists, public and private. */
const segments: Reader<Segment> = async function* (other, { from }) {
  for await (const { rows, next } of pages(other, listsPath, from)) yield { items: rows.map(listOf), next }
}

function listOf(row: Row): Segment {
  const id = idOf(row, 'id')
  return { id, name: textOf(row, 'name') ?? id }
}

const contacts: Reader<Contact> = async function* (other, { from }) {
  const doubles = new Set<string>()
  for await (const { rows } of pages(other, listsPath))
    for (const row of rows) if (row['optin'] === 'double') doubles.add(idOf(row, 'id'))
  for await (const { rows, next } of pages(other, subscribersPath, from))
    yield { items: rows.map((row) => contactOf(row, doubles)), next }
}

/**
 * Returns a subscriber with the lists that it is in and those that it has left. It is in a list with double opt-in only
 * if it has confirmed that.
 */
function contactOf(row: Row, doubles: ReadonlySet<string>): Contact {
  const name = textOf(row, 'name')
  const lists = rowsOf(row['lists']).map((list) => ({
    id: idOf(list, 'id'),
    status: list['subscription_status'],
  }))
  const left = lists.filter(({ status }) => status === 'unsubscribed').map(({ id }) => id)
  const joined = lists
    .filter(({ id, status }) => status === 'confirmed' || (status === 'unconfirmed' && !doubles.has(id)))
    .map(({ id }) => id)
  const hasLeftAll = left.length > 0 && left.length === lists.length
  return {
    email: textOf(row, 'email') ?? '',
    ...(name !== undefined && { name }),
    isUnsubscribed: row['status'] !== 'enabled' || hasLeftAll,
    properties: propertiesIn(rowOf(row['attribs'])),
    segmentIds: joined,
    leftSegmentIds: left,
    choices: [
      ...joined.map((topicId) => ({ topicId, isSubscribed: true })),
      ...left.map((topicId) => ({ topicId, isSubscribed: false })),
    ],
  }
}

/** Reads the templates. Those of campaigns are frames around the content, so they become layouts. */
const templates: Reader<Template> = async function* (other) {
  const rows = rowsOf(rowOf(await other.get('/api/templates'))['data'])
  yield { items: rows.map(templateOf), next: undefined }
}

function templateOf(row: Row): Template {
  const isMessage = row['type'] === 'tx'
  const [subject, html] = [textOf(row, 'subject'), textOf(row, 'body')]
  return {
    id: idOf(row, 'id'),
    name: textOf(row, 'name') ?? '',
    kind: isMessage ? 'message' : 'layout',
    dialect: 'listmonk',
    ...(isMessage && subject !== undefined && { subject }),
    ...(html !== undefined && { html }),
    isPublished: true,
  }
}

/** A listmonk server, from version 4. */
export const listmonk: Source = {
  title: 'listmonk',
  url: () => {
    throw new UsageError('Say where listmonk is: --from-url https://lists.shop.example')
  },
  keyName: 'LISTMONK_API_TOKEN',
  credentials: (key, env) => ({
    usual: { Authorization: `token ${setIn(env, 'LISTMONK_API_USER')}:${key}` },
    secrets: [key],
  }),
  lacks: {},
  readers: { suppressions, topics, segments, contacts, templates },
}
