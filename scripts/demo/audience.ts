import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../server/platform/db/ids.js'
import { inTransaction } from '../../server/platform/db/transaction/transaction.js'
import { suppress } from '../../server/product/audience/suppressions/suppress.js'
import type { SuppressionReason } from '../../server/product/audience/unsent-reason.js'
import { confirmSubscription } from '../../server/product/audience/subscriptions/actions.js'
import { claimLongestDue } from '../../server/product/mail/claim/claim-longest-due.js'
import type { Api } from './api.js'
import { goToInDatabase } from './clock.js'
import type { Mailroom } from './mailroom.js'
import type { Person } from './people.js'
import type { Random } from './random.js'
import { paceOf, resultOf } from './replies.js'
import type { DemoWorkspace } from './workspace.js'

/** The people, lists and segments that campaigns of the demo are sent to. */
export interface DemoAudience {
  readonly listId: string
  readonly templateId: string
}

const html = `<!doctype html><html lang="en"><body style="font-family: sans-serif">
<h1>Hello {{ contact.name | default: "there" }}</h1>
<p>{{ headline }}: with the code <b>{{ code }}</b> everything costs a tenth less until Sunday.</p>
<p><a href="{{ unsubscribe_url }}">No more of this</a></p></body></html>`

/** Makes a template, and a list that some people have asked to be on, most of whom have confirmed. */
export async function seedAudience(
  db: Knex,
  { workspaceId, owner, senders }: DemoWorkspace,
  people: readonly Person[],
  { random, mailroom, at }: { readonly random: Random; readonly mailroom: Mailroom; readonly at: number },
): Promise<DemoAudience> {
  const projectId = toTypeId('prj', senders.shop.project.id)
  const template = await owner.call<{ id: string }>('POST', '/templates', {
    name: 'Offer of the week',
    subject: 'Our offer this week',
    html,
    from_email: 'news@shop.example',
    from_name: 'Shop news',
    variables: [
      { name: 'headline', type: 'string', default: 'Our offer' },
      { name: 'code', type: 'string' },
    ],
  })
  await owner.call('POST', `/templates/${template.id}/publish`, { version: 1 })
  const list = await owner.call<{ id: string }>('POST', '/subscriber-lists', {
    ...{
      project_id: projectId,
      name: 'Product news',
      from_email: 'news@shop.example',
      from_name: 'Shop news',
    },
  })
  for (const person of people) {
    const { email, name } = person
    const properties = { plan: random.pick(['basic', 'plus']), orders: Math.floor(random.between(0, 30)) }
    const contact = { project_id: projectId, email, name, properties }
    await owner.call('PUT', '/contacts', contact)
    const source = { source: 'Checkout form', ip_address: '203.0.113.80' }
    await owner.call('POST', `/subscriber-lists/${list.id}/subscriptions`, { email, name, ...source })
  }
  await deliverDue(db, workspaceId, mailroom, at)
  await confirm(db, workspaceId, random)
  await owner.call('POST', '/segments', {
    project_id: projectId,
    name: 'Regular customers',
    rule: { all: [{ property: { name: 'orders', op: 'gte', value: 5 } }] },
  })
  return { listId: list.id, templateId: template.id }
}

/** Delivers what the API has queued, such as mails that ask for a confirmation. */
async function deliverDue(db: Knex, workspaceId: WorkspaceId, mailroom: Mailroom, at: number): Promise<void> {
  await goToInDatabase(db, at)
  const claim = {
    ...{ workspaceId, bulk: false, max: 200, maxOnProbation: Infinity, lease: newUuid(), leaseSeconds: 60 },
    capacity: { byDefault: Infinity, proven: new Map<string, number>() },
  }
  for (;;) {
    const { claimed } = await claimLongestDue(db, claim, 200, [])
    if (claimed.length === 0) return
    for (const delivery of claimed) {
      const domain = delivery.recipient.split('@')[1] ?? ''
      const tried = { claimed: delivery, attempts: 0, firstAttemptAt: undefined }
      mailroom.attempt(tried, resultOf(domain, 'takes'), at, paceOf(domain)[0])
    }
    await mailroom.flush(at)
  }
}

/** Most people follow the link in the mail. */
async function confirm(db: Knex, workspaceId: WorkspaceId, random: Random): Promise<void> {
  const asked = await db('subscriptions')
    .where({ workspace_id: workspaceId })
    .orderBy('id')
    .pluck<Uuid[]>('id')
  const proof = { source: 'confirmation link', ip: '203.0.113.80', userAgent: 'Mozilla/5.0 (iPhone)' }
  for (const subscriptionId of asked) {
    if (random.happens(0.15)) continue
    const now = new Date()
    const link = { workspaceId, subscriptionId, issuedAt: now }
    await inTransaction(db, (tx) => confirmSubscription(tx, link, now, proof))
  }
}

/** Addresses that nothing is sent to for other reasons than their mail. */
export async function seedSuppressions(db: Knex, { workspaceId, owner }: DemoWorkspace) {
  const known = new Map<string, SuppressionReason>([
    ['press@example.org', 'manual'],
    ['former.customer@example.com', 'import'],
    ['left.long.ago@example.net', 'import'],
    ['no.more.news@example.com', 'unsubscribe'],
    ['always.full@example.net', 'soft_bounce'],
  ])
  await suppressByHand(owner, 'press@example.org')
  const rest = [...known].filter(([, reason]) => reason !== 'manual')
  await inTransaction(db, ({ sql }) =>
    suppress(
      sql,
      workspaceId,
      rest.map(([address, reason]) => ({ address, reason })),
    ),
  )
  return known
}

/** Has somebody suppress an address. */
export async function suppressByHand(api: Api, email: string): Promise<void> {
  await api.call('POST', '/compliance/suppressions', { email, reason: 'manual', note: 'Asked by phone' })
}

/** One campaign that goes out when the service is started, and one that is a draft. */
export async function seedCampaigns(
  { owner, senders }: DemoWorkspace,
  { listId, templateId }: DemoAudience,
): Promise<void> {
  const common = {
    project_id: toTypeId('prj', senders.shop.project.id),
    template: { template_id: templateId },
    audience: { list_id: listId },
    category: 'newsletter',
  }
  const variables = { headline: 'New lamps', code: 'LAMPS' }
  const now = await owner.call<{ id: string }>('POST', '/campaigns', {
    ...common,
    name: 'New lamps',
    variables,
  })
  await owner.call('POST', `/campaigns/${now.id}/schedule`, {})
  const spring = { ...common, name: 'Winter sale', variables: { headline: 'Winter sale', code: 'WINTER' } }
  await owner.call('POST', '/campaigns', spring)
}

/** A person asks to be forgotten: the service does it once it runs. */
export async function seedErasure(api: Api, { email }: Person): Promise<void> {
  await api.call('POST', '/compliance/deletions', { email })
}
