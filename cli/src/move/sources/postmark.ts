import { idOf, rowOf, rowsOf, textOf, timeIn, type Row } from '../fields.js'
import type { Contact, Domain, Suppression, Template, Webhook } from '../items.js'
import { NotReadable, type OtherService } from '../other-service.js'
import type { Reader, RenderedTemplate, Source } from '../source.js'
import { mappedEvents } from './events.js'

/** The items of a page. Postmark has at most 500. */
const pageSize = 100

/** The event types for each trigger of a webhook. */
const events: ReadonlyMap<string, readonly string[]> = new Map([
  ['Open', ['message.opened']],
  ['Click', ['message.clicked']],
  ['Delivery', ['message.delivered']],
  ['Bounce', ['message.deferred', 'message.bounced', 'message.failed']],
  ['SpamComplaint', ['message.complained']],
  ['SubscriptionChange', ['contact.unsubscribed', 'contact.resubscribed']],
])

interface Stream {
  readonly id: string
  readonly isBroadcast: boolean
}

async function streamsOf(other: OtherService): Promise<Stream[]> {
  const reply = rowOf(await other.get('/message-streams?MessageStreamType=All'))
  return rowsOf(reply['MessageStreams'])
    .filter((row) => row['MessageStreamType'] !== 'Inbound')
    .map((row) => ({ id: idOf(row, 'ID'), isBroadcast: row['MessageStreamType'] === 'Broadcasts' }))
}

/** Returns a reader of what each stream suppresses, one stream after the other. The cursor is a stream's id. */
function ofStreams<Item>(itemOf: (row: Row, stream: Stream) => Item | undefined): Reader<Item> {
  return async function* (other, { from }) {
    const streams = await streamsOf(other)
    const start =
      from === undefined
        ? 0
        : Math.max(
            0,
            streams.findIndex(({ id }) => id === from),
          )
    for (const [index, stream] of streams.entries()) {
      if (index < start) continue
      const path = `/message-streams/${encodeURIComponent(stream.id)}/suppressions/dump`
      const rows = rowsOf(rowOf(await other.get(path))['Suppressions'])
      const items = rows.map((row) => itemOf(row, stream)).filter((item) => item !== undefined)
      yield { items, next: streams[index + 1]?.id }
    }
  }
}

/** Returns a suppression, unless it is an unsubscription from a broadcast stream, which is that of a contact. */
function suppressionOf(row: Row, { isBroadcast }: Stream): Suppression | undefined {
  const { SuppressionReason: why, Origin: origin } = row
  if (why === 'ManualSuppression' && isBroadcast) return undefined
  const at = timeIn(row['CreatedAt'])
  const manual = origin === 'Recipient' ? 'unsubscribe' : 'manual'
  return {
    email: textOf(row, 'EmailAddress') ?? '',
    reason: why === 'HardBounce' ? 'hard_bounce' : why === 'SpamComplaint' ? 'complaint' : manual,
    ...(at !== undefined && { at }),
  }
}

function optedOut(row: Row, { isBroadcast }: Stream): Contact | undefined {
  if (row['SuppressionReason'] !== 'ManualSuppression' || !isBroadcast) return undefined
  return { email: textOf(row, 'EmailAddress') ?? '', isUnsubscribed: true }
}

/** Reads the layouts, and then the templates that use them. The cursor is the type, a colon and an offset. */
const templates: Reader<Template> = async function* (other, { from }) {
  const [typeAt = 'Layout', offset = '0'] = from?.split(':') ?? []
  const layouts = new Map<string, string>()
  const types = typeAt === 'Layout' ? ['Layout', 'Standard'] : ['Standard']
  if (typeAt !== 'Layout') await namesOfLayouts(other, layouts)
  for (const type of types) {
    for (let at = type === typeAt ? Number(offset) : 0; ; at += pageSize) {
      const page = rowOf(await other.get(`/templates?Count=${pageSize}&Offset=${at}&TemplateType=${type}`))
      const rows = rowsOf(page['Templates'])
      const items: Template[] = []
      for (const row of rows) {
        if (type === 'Layout') layouts.set(textOf(row, 'Alias') ?? '', idOf(row, 'TemplateId'))
        const whole = await other.get(`/templates/${encodeURIComponent(idOf(row, 'TemplateId'))}`)
        items.push(templateOf({ ...row, ...rowOf(whole) }, layouts))
      }
      const isLast = rows.length === 0 || at + rows.length >= Number(page['TotalCount'])
      yield {
        items,
        next: !isLast ? `${type}:${at + pageSize}` : type === 'Layout' ? 'Standard:0' : undefined,
      }
      if (isLast) break
    }
  }
}

async function namesOfLayouts(other: OtherService, layouts: Map<string, string>): Promise<void> {
  for (let at = 0; ; at += pageSize) {
    const page = rowOf(await other.get(`/templates?Count=${pageSize}&Offset=${at}&TemplateType=Layout`))
    const rows = rowsOf(page['Templates'])
    for (const row of rows) layouts.set(textOf(row, 'Alias') ?? '', idOf(row, 'TemplateId'))
    if (rows.length === 0 || at + rows.length >= Number(page['TotalCount'])) return
  }
}

function templateOf(row: Row, layouts: ReadonlyMap<string, string>): Template {
  const [alias, subject] = [textOf(row, 'Alias'), textOf(row, 'Subject')]
  const [html, text, layout] = [
    textOf(row, 'HtmlBody'),
    textOf(row, 'TextBody'),
    textOf(row, 'LayoutTemplate'),
  ]
  const layoutId = layout === undefined ? undefined : (layouts.get(layout) ?? layout)
  const isLayout = row['TemplateType'] === 'Layout'
  return {
    id: idOf(row, 'TemplateId'),
    name: textOf(row, 'Name') ?? '',
    kind: isLayout ? 'layout' : 'message',
    dialect: 'mustachio',
    ...(alias !== undefined && { alias }),
    ...(subject !== undefined && !isLayout && { subject }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    ...(layoutId !== undefined && { layoutId }),
    isPublished: row['Active'] !== false,
  }
}

const domains: Reader<Domain> = async function* (other, { from }) {
  if (!other.hasAccount) throw new NotReadable('Postmark lists domains with POSTMARK_ACCOUNT_TOKEN only.')
  for (let at = Number(from ?? 0); ; at += pageSize) {
    const page = rowOf(await other.get(`/domains?count=${pageSize}&offset=${at}`, 'account'))
    const rows = rowsOf(page['Domains'])
    const items: Domain[] = []
    for (const row of rows) {
      const id = idOf(row, 'ID')
      const { ReturnPathDomain: path } = rowOf(
        await other.get(`/domains/${encodeURIComponent(id)}`, 'account'),
      )
      items.push(domainOf(id, textOf(row, 'Name') ?? '', path))
    }
    const isLast = rows.length === 0 || at + rows.length >= Number(page['TotalCount'])
    yield { items, next: isLast ? undefined : String(at + pageSize) }
    if (isLast) return
  }
}

function domainOf(id: string, name: string, path: unknown): Domain {
  // Its own return path at Postmark stays, so the new one gets a label of its own if both would be the same.
  const isTaken = path === `bounces.${name}`
  return { id, name, ...(isTaken && { returnPathLabel: 'bounces2' }) }
}

const webhooks: Reader<Webhook> = async function* (other) {
  const rows = rowsOf(rowOf(await other.get('/webhooks'))['Webhooks'])
  yield { items: rows.map(webhookOf), next: undefined }
}

function webhookOf(row: Row): Webhook {
  const triggers = Object.entries(rowOf(row['Triggers']))
  const enabled = triggers.filter(([, trigger]) => rowOf(trigger)['Enabled'] === true).map(([name]) => name)
  const hasCredentials =
    Object.keys(rowOf(row['HttpAuth'])).length > 0 || rowsOf(row['HttpHeaders']).length > 0
  const { events: mapped, losses } = mappedEvents(enabled, events)
  return {
    id: idOf(row, 'ID'),
    url: textOf(row, 'Url') ?? '',
    events: mapped,
    losses: hasCredentials ? [...losses, 'its user, password and header fields are not brought'] : losses,
  }
}

/** Renders a template with the values that Postmark suggests for it. */
async function render(other: OtherService, { subject, html, text }: Template): Promise<RenderedTemplate> {
  const content = { Subject: subject, HtmlBody: html, TextBody: text, InlineCssForHtmlTestRender: false }
  const first = rowOf(await other.post('/templates/validate', content))
  const values = rowOf(first['SuggestedTemplateModel'])
  const made = rowOf(await other.post('/templates/validate', { ...content, TestRenderModel: values }))
  const part = (name: string) => textOf(rowOf(made[name]), 'RenderedContent') ?? ''
  return { mail: { subject: part('Subject'), html: part('HtmlBody'), text: part('TextBody') }, values }
}

/** The server and the account at Postmark. */
export const postmark: Source = {
  title: 'Postmark',
  url: () => 'https://api.postmarkapp.com',
  keyName: 'POSTMARK_SERVER_TOKEN',
  credentials: (key, env) => {
    const account = env['POSTMARK_ACCOUNT_TOKEN']?.trim()
    return {
      usual: { 'X-Postmark-Server-Token': key },
      ...(account !== undefined && account !== '' && { account: { 'X-Postmark-Account-Token': account } }),
    }
  },
  webhookFormat: 'postmark',
  lacks: {},
  readers: {
    suppressions: ofStreams(suppressionOf),
    contacts: ofStreams(optedOut),
    templates,
    domains,
    webhooks,
  },
  render,
}
