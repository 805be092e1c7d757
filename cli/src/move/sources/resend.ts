import { idOf, rowOf, rowsOf, textOf, timeIn, type Row } from '../fields.js'
import type { Choice, Contact, Suppression, Template, Webhook } from '../items.js'
import type { OtherService } from '../other-service.js'
import type { Reader, Source } from '../source.js'
import type { Variable } from '../templates/convert.js'
import { mappedEvents } from './events.js'

/** Reads from Resend: lists have the newest first, and pages begin behind the id of an item. */
const pageSize = 100

/** The origins of suppressions. */
const reasons: ReadonlyMap<unknown, Suppression['reason']> = new Map([
  ['bounce', 'hard_bounce'],
  ['complaint', 'complaint'],
])

/** The event types for each of Resend's. */
const events: ReadonlyMap<string, readonly string[]> = new Map([
  ['email.sent', ['message.accepted']],
  ['email.scheduled', ['message.scheduled']],
  ['email.delivered', ['message.delivered']],
  ['email.delivery_delayed', ['message.deferred']],
  ['email.bounced', ['message.bounced']],
  ['email.complained', ['message.complained']],
  ['email.failed', ['message.failed']],
  ['email.suppressed', ['message.suppressed']],
  ['email.opened', ['message.opened']],
  ['email.clicked', ['message.clicked']],
  ['email.received', ['inbound.received']],
  ['contact.updated', ['contact.unsubscribed', 'contact.resubscribed']],
  ['domain.updated', ['domain.verified', 'domain.degraded', 'domain.failed']],
  ['suppression.added', ['suppression.added']],
])

/** Yields the pages of a list. */
async function* pages(
  other: OtherService,
  path: string,
  from?: string,
): AsyncGenerator<{ rows: Row[]; next?: string }> {
  let after = from
  for (;;) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(after !== undefined && { after }) })
    const reply = rowOf(await other.get(`${path}${path.includes('?') ? '&' : '?'}${query.toString()}`))
    const rows = rowsOf(reply['data'])
    const last = idOf(rows.at(-1) ?? {}, 'id')
    const next = reply['has_more'] === true && last !== '' && last !== after ? last : undefined
    yield { rows, ...(next !== undefined && { next }) }
    if (next === undefined) return
    after = next
  }
}

/** Returns a reader of a list whose rows have all that an item needs. */
function listed<Item>(path: string, itemOf: (row: Row) => Item): Reader<Item> {
  return async function* (other, { from }) {
    for await (const { rows, next } of pages(other, path, from)) yield { items: rows.map(itemOf), next }
  }
}

/** Returns a reader that requests each item of a list. */
function each<Item>(path: string, itemOf: (row: Row) => Item): Reader<Item> {
  return async function* (other, { from }) {
    for await (const { rows, next } of pages(other, path, from)) {
      const items: Item[] = []
      for (const row of rows)
        items.push(itemOf(rowOf(await other.get(`${path}/${encodeURIComponent(idOf(row, 'id'))}`))))
      yield { items, next }
    }
  }
}

function suppressionOf(row: Row): Suppression {
  const at = timeIn(row['created_at'])
  return {
    email: textOf(row, 'email') ?? '',
    reason: reasons.get(row['origin']) ?? 'manual',
    ...(at !== undefined && { at }),
  }
}

/**
 * Reads the contacts, and then the members of each segment. Topics and properties take a request for each contact, so
 * they are read only if the account has any.
 *
 * The cursor is a segment's id, or nothing, then a colon and the id of a contact.
 */
const contacts: Reader<Contact> = async function* (other, { from, isCount }) {
  const [segmentAt = '', after = ''] = from?.split(':') ?? []
  const segments: string[] = []
  if (!isCount)
    for await (const { rows } of pages(other, '/segments'))
      segments.push(...rows.map((row) => idOf(row, 'id')))
  if (segmentAt === '') {
    const topics = isCount ? new Map<string, boolean>() : await defaultsOf(other)
    const properties = !isCount && (await any(other, '/contact-properties'))
    for await (const { rows, next } of pages(other, '/contacts', after === '' ? undefined : after)) {
      const items: Contact[] = []
      for (const row of rows) items.push(await contactOf(other, row, { topics, properties }))
      yield { items, next: next === undefined ? afterSegment(segments, undefined) : `:${next}` }
    }
  }
  const rest = segments.slice(segmentAt === '' ? 0 : Math.max(0, segments.indexOf(segmentAt)))
  for (const segment of rest) {
    const start = segment === segmentAt && after !== '' ? after : undefined
    const path = `/contacts?segment_id=${encodeURIComponent(segment)}`
    for await (const { rows, next } of pages(other, path, start)) {
      const items = rows.map((row) => ({ ...basicsOf(row), segmentIds: [segment] }))
      yield { items, next: next === undefined ? afterSegment(segments, segment) : `${segment}:${next}` }
    }
  }
}

/** Returns the cursor of the segment behind another, or undefined behind the last. */
function afterSegment(segments: readonly string[], segment: string | undefined): string | undefined {
  const next = segments[segment === undefined ? 0 : segments.indexOf(segment) + 1]
  return next === undefined ? undefined : `${next}:`
}

/** Returns the topics, and for each whether contacts that have chosen nothing get it. */
async function defaultsOf(other: OtherService): Promise<ReadonlyMap<string, boolean>> {
  const defaults = new Map<string, boolean>()
  for await (const { rows } of pages(other, '/topics'))
    for (const row of rows) defaults.set(idOf(row, 'id'), row['default_subscription'] !== 'opt_out')
  return defaults
}

async function any(other: OtherService, path: string): Promise<boolean> {
  return rowsOf(rowOf(await other.get(`${path}?limit=1`))['data']).length > 0
}

function basicsOf(row: Row): Contact {
  const [firstName, lastName] = [textOf(row, 'first_name'), textOf(row, 'last_name')]
  return {
    email: textOf(row, 'email') ?? '',
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    isUnsubscribed: row['unsubscribed'] === true,
  }
}

async function contactOf(
  other: OtherService,
  row: Row,
  { topics, properties }: { readonly topics: ReadonlyMap<string, boolean>; readonly properties: boolean },
): Promise<Contact> {
  const path = `/contacts/${encodeURIComponent(idOf(row, 'id'))}`
  const own = properties ? rowOf(rowOf(await other.get(path))['properties']) : {}
  const choices: Choice[] = []
  if (topics.size > 0)
    for await (const { rows } of pages(other, `${path}/topics`))
      for (const topic of rows) {
        const [topicId, isSubscribed] = [idOf(topic, 'id'), topic['subscription'] === 'opt_in']
        // Resend shows the default of a topic as if it were a choice.
        if (topics.get(topicId) !== isSubscribed) choices.push({ topicId, isSubscribed })
      }
  return { ...basicsOf(row), properties: plain(own), choices }
}

/** Returns properties as values. Resend shows each with its type. */
function plain(properties: Row): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, given]) => {
      const value = typeof given === 'object' ? rowOf(given)['value'] : given
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      return isPlain ? [[name, value]] : []
    }),
  )
}

function templateOf(row: Row): Template {
  const id = idOf(row, 'id')
  const optional = (name: string, as: keyof Template) => {
    const text = textOf(row, name)
    return text === undefined ? {} : { [as]: text }
  }
  return {
    id,
    name: textOf(row, 'name') ?? id,
    kind: 'message',
    dialect: 'resend',
    ...optional('alias', 'alias'),
    ...optional('subject', 'subject'),
    ...optional('html', 'html'),
    ...optional('text', 'text'),
    ...optional('from', 'from'),
    replyTo: addresses(row['reply_to']),
    variables: rowsOf(row['variables']).map(variableOf),
    isPublished: row['status'] === 'published',
  }
}

function variableOf(row: Row): Variable {
  const type = (['string', 'number', 'boolean', 'object'] as const).find((known) => known === row['type'])
  const fallback = row['fallback_value']
  const isPlain =
    typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
  return {
    name: textOf(row, 'key') ?? '',
    type: row['type'] === 'list' ? 'array' : (type ?? 'string'),
    ...(isPlain && { default: fallback }),
  }
}

function addresses(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one): one is string => typeof one === 'string')
}

function webhookOf(row: Row): Webhook {
  const given: unknown[] = Array.isArray(row['events']) ? row['events'] : []
  return {
    id: idOf(row, 'id'),
    url: textOf(row, 'endpoint') ?? '',
    ...mappedEvents(given.map(String), events),
  }
}

/** The account at Resend. */
export const resend: Source = {
  title: 'Resend',
  url: () => 'https://api.resend.com',
  keyName: 'RESEND_API_KEY',
  credentials: (key) => ({ usual: { Authorization: `Bearer ${key}` } }),
  webhookFormat: 'resend',
  lacks: {},
  readers: {
    suppressions: listed('/suppressions', suppressionOf),
    topics: listed('/topics', (row) => {
      const description = textOf(row, 'description')
      return {
        id: idOf(row, 'id'),
        name: textOf(row, 'name') ?? '',
        ...(description !== undefined && { description }),
        isDefault: row['default_subscription'] !== 'opt_out',
      }
    }),
    segments: listed('/segments', (row) => ({ id: idOf(row, 'id'), name: textOf(row, 'name') ?? '' })),
    contacts,
    templates: each('/templates', templateOf),
    domains: each('/domains', (row) => ({ id: idOf(row, 'id'), name: textOf(row, 'name') ?? '' })),
    webhooks: listed('/webhooks', webhookOf),
  },
}
