import { idOf, rowOf, rowsOf, textOf, timeIn, type Row } from '../fields.js'
import type { Contact, Domain, Suppression, Template, Topic, Webhook } from '../items.js'
import type { OtherService } from '../other-service.js'
import type { Reader, Remark, Source } from '../source.js'
import { mappedEvents } from './events.js'

/** The items of a page: as many as SendGrid allows for each list. */
const suppressionPage = 500
const templatePage = 200
const domainPage = 50
const contactBatch = 500

/** The lists of suppressions. Blocks are temporary, and are left out. */
const lists: readonly (readonly [string, Suppression['reason']])[] = [
  ['bounces', 'hard_bounce'],
  ['invalid_emails', 'hard_bounce'],
  ['spam_reports', 'complaint'],
  ['unsubscribes', 'unsubscribe'],
]

/** The event types for each switch of a webhook. */
const events: ReadonlyMap<string, readonly string[]> = new Map([
  ['processed', ['message.accepted']],
  ['deferred', ['message.deferred']],
  ['delivered', ['message.delivered']],
  ['bounce', ['message.bounced', 'message.failed']],
  ['dropped', ['message.suppressed']],
  ['spam_report', ['message.complained']],
  ['open', ['message.opened']],
  ['click', ['message.clicked']],
  ['unsubscribe', ['contact.unsubscribed']],
])
const otherSwitches = ['group_unsubscribe', 'group_resubscribe', 'account_status_change']

/** Reads the lists one after the other. The cursor is a list's name, a colon and an offset. */
const suppressions: Reader<Suppression> = async function* (other, { from }) {
  const [listAt = lists[0]?.[0], offset = '0'] = from?.split(':') ?? []
  const start = Math.max(
    0,
    lists.findIndex(([list]) => list === listAt),
  )
  for (const [index, [list, reason]] of lists.entries()) {
    if (index < start) continue
    for (let at = index === start ? Number(offset) : 0; ; at += suppressionPage) {
      const rows = rowsOf(await other.get(`/v3/suppression/${list}?limit=${suppressionPage}&offset=${at}`))
      const isLast = rows.length < suppressionPage
      const following = lists[index + 1]?.[0]
      const temporary = rows.filter(isTemporary)
      yield {
        items: rows.filter((row) => !isTemporary(row)).map((row) => suppressionOf(row, reason)),
        next: isLast ? following && `${following}:0` : `${list}:${at + suppressionPage}`,
        leftOut: temporary.map((row) => remark(row, 'the bounce was temporary')),
      }
      if (isLast) break
    }
  }
}

function isTemporary(row: Row): boolean {
  return textOf(row, 'status')?.startsWith('4') === true
}

function remark(row: Row, reason: string): Remark {
  return { item: textOf(row, 'email') ?? textOf(row, 'name') ?? '', reason }
}

function suppressionOf(row: Row, reason: Suppression['reason']): Suppression {
  const at = timeIn(row['created'])
  return { email: textOf(row, 'email') ?? '', reason, ...(at !== undefined && { at }) }
}

/** Returns the groups that people can unsubscribe from. */
async function groups(other: OtherService): Promise<Row[]> {
  return rowsOf(await other.get('/v3/asm/groups'))
}

const topics: Reader<Topic> = async function* (other) {
  const items = (await groups(other)).map((row): Topic => {
    const description = textOf(row, 'description')
    return {
      id: idOf(row, 'id'),
      name: textOf(row, 'name') ?? '',
      ...(description !== undefined && { description }),
      isDefault: true,
    }
  })
  yield { items, next: undefined }
}

/**
 * Reads who has unsubscribed from each group. SendGrid has no pages of them. The cursor is a group's id, a colon and
 * the number of addresses before.
 */
const contacts: Reader<Contact> = async function* (other, { from }) {
  const ids = (await groups(other)).map((row) => idOf(row, 'id'))
  const [groupAt = '', done = '0'] = from?.split(':') ?? []
  const start = Math.max(0, ids.indexOf(groupAt))
  for (const [index, id] of ids.entries()) {
    if (index < start) continue
    const reply = await other.get(`/v3/asm/groups/${encodeURIComponent(id)}/suppressions`)
    const addresses: unknown[] = Array.isArray(reply) ? reply : []
    let at = index === start ? Number(done) : 0
    do {
      const emails = addresses.slice(at, at + contactBatch).filter((one) => typeof one === 'string')
      at += contactBatch
      const following = ids[index + 1]
      yield {
        items: emails.map((email) => optedOut(email, id)),
        next: at < addresses.length ? `${id}:${at}` : following && `${following}:0`,
      }
    } while (at < addresses.length)
  }
}

function optedOut(email: string, topicId: string): Contact {
  return { email, isUnsubscribed: false, choices: [{ topicId, isSubscribed: false }] }
}

/** Reads the active versions of templates. The cursor is SendGrid's token of a page. */
const templates: Reader<Template> = async function* (other, { from }) {
  for (let token = from; ;) {
    const query = new URLSearchParams({
      generations: 'legacy,dynamic',
      page_size: String(templatePage),
      ...(token !== undefined && { page_token: token }),
    })
    const page = rowOf(await other.get(`/v3/templates?${query.toString()}`))
    const rows = rowsOf(page['result'] ?? page['templates'])
    const items: Template[] = []
    const leftOut: Remark[] = []
    for (const row of rows) {
      if (row['generation'] === 'legacy') {
        leftOut.push(remark(row, 'it is a legacy template, whose substitution tags have no fixed form'))
        continue
      }
      const whole = rowOf(await other.get(`/v3/templates/${encodeURIComponent(idOf(row, 'id'))}`))
      const versions = rowsOf(whole['versions'])
      const version = versions.find((each) => each['active'] === 1) ?? versions[0]
      if (version === undefined) leftOut.push(remark(row, 'it has no version'))
      else items.push(templateOf(row, version))
    }
    token = tokenIn(rowOf(page['_metadata'])['next'])
    yield { items, next: token, leftOut }
    if (token === undefined) return
  }
}

/** Returns the token in the URL of the next page. */
function tokenIn(next: unknown): string | undefined {
  const [, query] = typeof next === 'string' ? next.split('?') : []
  return new URLSearchParams(query ?? '').get('page_token') ?? undefined
}

function templateOf(row: Row, version: Row): Template {
  const [subject, html] = [textOf(version, 'subject'), textOf(version, 'html_content')]
  const text = version['generate_plain_content'] === true ? undefined : textOf(version, 'plain_content')
  return {
    id: idOf(row, 'id'),
    name: textOf(row, 'name') ?? '',
    // The id in the code of applications works as an alias here.
    alias: idOf(row, 'id'),
    kind: 'message',
    dialect: 'sendgrid',
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    isPublished: version['active'] === 1,
  }
}

const domains: Reader<Domain> = async function* (other, { from }) {
  for (let at = Number(from ?? 0); ; at += domainPage) {
    const rows = rowsOf(await other.get(`/v3/whitelabel/domains?limit=${domainPage}&offset=${at}`))
    const items = rows.map((row) => ({ id: idOf(row, 'id'), name: textOf(row, 'domain') ?? '' }))
    const isLast = rows.length < domainPage
    yield { items, next: isLast ? undefined : String(at + domainPage) }
    if (isLast) return
  }
}

const webhooks: Reader<Webhook> = async function* (other) {
  const rows = rowsOf(rowOf(await other.get('/v3/user/webhooks/event/settings/all'))['webhooks'])
  yield { items: rows.map(webhookOf), next: undefined }
}

function webhookOf(row: Row): Webhook {
  const on = [...events.keys(), ...otherSwitches].filter((name) => row[name] === true)
  const { events: mapped, losses } = mappedEvents(on, events)
  const hasOauth = textOf(row, 'oauth_client_id') !== undefined
  return {
    id: idOf(row, 'id') || (textOf(row, 'url') ?? ''),
    url: textOf(row, 'url') ?? '',
    events: mapped,
    losses: hasOauth ? [...losses, 'its OAuth credentials are not brought'] : losses,
  }
}

/** The account at SendGrid. */
export const sendgrid: Source = {
  title: 'SendGrid',
  url: () => 'https://api.sendgrid.com',
  keyName: 'SENDGRID_API_KEY',
  credentials: (key) => ({ usual: { Authorization: `Bearer ${key}` } }),
  webhookFormat: 'sendgrid',
  lacks: {},
  readers: { suppressions, topics, contacts, templates, domains, webhooks },
}
