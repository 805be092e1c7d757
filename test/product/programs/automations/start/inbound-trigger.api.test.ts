import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { lockContacts } from '../../../../../server/product/inbound/replies/contacts.js'
import {
  recordInboundSignal,
  type MailOfContact,
} from '../../../../../server/product/inbound/replies/signal.js'
import { addMail, addRoute } from '../../../inbound/replies/rows.js'
import type { ApiReply } from '../../../../support/api/api.js'
import { automationMail, type AutomationMail } from '../../../../support/automations/automation-mail-calls.js'
import { openMailEngine, type MailEngine } from '../../../../support/automations/automation-mail.js'
import { openInbox, type TestInbox } from '../../../../support/automations/automation-inbox.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant } from '../../../../support/workspace/tenant.js'

/** Mail that a route has taken starts runs for its contact, or does not. The inbox is acted on by hand. */

let service: TestService
let inbox: TestInbox
let engine: MailEngine
beforeAll(async () => {
  service = await sharedApi()
  inbox = await openInbox(service)
  engine = await openMailEngine(service)
})
afterAll(async () => {
  await engine.close()
  await inbox.close()
})

const email = 'ada@example.com'
const steps = [{ key: 'wait', wait: { for: 'P30D' } }]

interface Given extends AutomationMail {
  /** A route of the test project, in the inside form. */
  readonly route: Uuid
  readonly ada: string
}

async function given(): Promise<Given> {
  const rig = await automationMail(service, engine)
  const route = await addRoute(inbox.db, placeOf(rig))
  return { ...rig, route, ada: await rig.calls.contact(email) }
}

const placeOf = ({ tenant }: Pick<AutomationMail, 'tenant'>) => ({
  workspaceId: tenant.workspaceId,
  projectId: fromTypeId('prj', tenant.testProject),
})
const triggerOf = (route?: Uuid) => ({
  inbound: route === undefined ? {} : { route_id: toTypeId('inr', route) },
})

/** Takes a mail of a contact, as the receiver does. Answers whether any automation wants it, and its id. */
async function take(
  scene: Given,
  fields: Readonly<Record<string, unknown>> = {},
  told: Partial<MailOfContact> = {},
): Promise<{ readonly isWanted: boolean; readonly id: Uuid }> {
  const place = placeOf(scene)
  const routeId = told.routeId ?? scene.route
  const [contactId] = await lockContacts(inbox.db, place.workspaceId, [{ ...place, address: email }])
  const id = await addMail(inbox.db, place, { route_id: routeId, contact_id: contactId, ...fields })
  const isWanted = await inTransaction(inbox.db, (tx) =>
    recordInboundSignal(tx, {
      ...{
        ...place,
        routeId,
        inboundMessageId: id,
        contactId: contactId ?? '',
        automatic: 'none',
        handling: 'keep',
      },
      ...{ dmarc: 'pass', receivedAt: new Date(), ...told },
    }),
  )
  await inbox.work()
  return { isWanted, id }
}

const runsOf = async ({ calls }: Given, automation: string) =>
  ((await calls.runs(automation)).body.data as any[]).reverse()

describe('a mail', () => {
  test('starts a run with what it says, once, of automations on its route and on any', async () => {
    const scene = await given()
    const { calls, ada, route } = scene
    const other = await addRoute(inbox.db, placeOf(scene))
    const [onRoute, onAny, onOther] = [
      await calls.published({ trigger: triggerOf(route), steps }),
      await calls.published({ trigger: triggerOf(), steps, reentry: { mode: 'always', key: 'route_id' } }),
      await calls.published({ trigger: triggerOf(other), steps }),
    ]
    const receivedAt = new Date(Date.now() - 60_000)
    const mail = { subject: 'Re: Order', text: 'Yes please\n> Well?', reply_text: 'Yes please' }
    const { id } = await take(scene, mail, { receivedAt })
    const data = {
      inbound_message_id: toTypeId('inm', id),
      route_id: toTypeId('inr', route),
      subject: 'Re: Order',
      text: 'Yes please',
      automatic: 'none',
      authenticated: true,
    }
    for (const [automation, key] of [
      [onRoute, null],
      [onAny, data.route_id],
    ] as const) {
      const [run, ...more] = await runsOf(scene, automation)
      expect(more).toEqual([])
      const trigger = { kind: 'inbound', inbound_message_id: data.inbound_message_id, contact_event_id: null }
      expect(run).toMatchObject({
        contact_id: ada,
        key,
        trigger: { ...trigger, at: receivedAt.toISOString() },
      })
      expect((await calls.run(automation, run.id as string)).body.data).toEqual(data)
    }
    expect(await runsOf(scene, onOther)).toEqual([])
    // One at a time, where nothing is said.
    await take(scene)
    expect(await runsOf(scene, onRoute)).toHaveLength(1)
    expect(await inbox.ignored(onRoute)).toEqual({ already_running: 1 })
    expect(await runsOf(scene, onAny)).toHaveLength(2)
  })

  test('whose sender is not authenticated starts runs only where that is not required', async () => {
    const scene = await given()
    const trigger = (required: boolean) => ({ inbound: { require_authenticated: required } })
    const [usual, strict, lax] = [
      await scene.calls.published({ trigger: triggerOf(), steps }),
      await scene.calls.published({ trigger: trigger(true), steps }),
      await scene.calls.published({ trigger: trigger(false), steps }),
    ]
    const metadata = JSON.stringify({ auth: { authenticated: false, dmarc: { result: 'none' } } })
    const { isWanted, id } = await take(scene, { metadata }, { dmarc: 'none' })
    expect(isWanted).toBe(true)
    expect(await runsOf(scene, usual)).toEqual([])
    expect(await runsOf(scene, strict)).toEqual([])
    const [run] = await runsOf(scene, lax)
    expect((await scene.calls.run(lax, run.id as string)).body.data).toMatchObject({
      inbound_message_id: toTypeId('inm', id),
      authenticated: false,
    })
    await take(scene, { metadata: JSON.stringify({ auth: { authenticated: true } }) }, { dmarc: 'none' })
    expect(await runsOf(scene, usual)).toHaveLength(1)
  })

  test('has at most 2,000 characters of its text in the data, or none', async () => {
    const scene = await given()
    const automation = await scene.calls.published({
      trigger: triggerOf(),
      steps,
      reentry: { mode: 'always' },
    })
    await take(scene, { text: '😀'.repeat(2001), reply_text: null })
    await take(scene)
    const texts: unknown[] = []
    for (const { id } of await runsOf(scene, automation)) {
      texts.push((await scene.calls.run(automation, id as string)).body.data.text)
    }
    expect(texts).toEqual(['😀'.repeat(2000), ''])
  })

  test('that is gone once it is acted on starts none, nor does one of another project', async () => {
    const scene = await given()
    const { calls, tenant } = scene
    const automation = await calls.published({ trigger: triggerOf(), steps })
    const elsewhere = await calls.published({ trigger: triggerOf(), steps, project_id: tenant.liveProject })
    const { isWanted } = await take(scene, {}, { inboundMessageId: newUuid() })
    expect(isWanted).toBe(true)
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await runsOf(scene, elsewhere)).toEqual([])
  })

  test.each<[what: string, told: Partial<MailOfContact>, isWanted: boolean]>([
    ['by a person', {}, true],
    ['by a person, without authentication', { dmarc: 'none' }, true],
    ['in front of the sink', { dmarc: 'not_checked' }, true],
    ['by who says that they are another', { dmarc: 'fail' }, false],
    ['by who says so, even where the route delivers', { dmarc: 'fail', handling: 'deliver' }, false],
    ['of absence', { automatic: 'auto_reply' }, false],
    ['of a list', { automatic: 'list' }, false],
    ['of a program', { automatic: 'auto_generated' }, false],
    ['of absence, which the route delivers', { automatic: 'auto_reply', handling: 'deliver' }, true],
  ])('%s', async (_what, told, isWanted) => {
    const scene = await given()
    const automation = await scene.calls.published({ trigger: triggerOf(scene.route), steps })
    expect(await take(scene, { automatic: told.automatic ?? 'none' }, told)).toMatchObject({ isWanted })
    expect(await runsOf(scene, automation)).toHaveLength(isWanted ? 1 : 0)
  })
})

test('what a run answers is automatic, so that the answer to it starts none', async () => {
  const scene = await given()
  const { calls, route } = scene
  const content = {
    ...{ name: 'Answer', subject: 'Re: {{ subject }}', from_email: 'hello@shop.example' },
    ...{ text: 'You wrote: {{ text }}', variables: [{ name: 'subject' }, { name: 'text' }] },
  }
  const send = { template_id: await calls.templates.published(content), transactional: true }
  const trigger = triggerOf(route)
  const automation = await calls.published({
    trigger,
    steps: [{ key: 'answer', send }],
    reentry: { mode: 'always' },
  })
  await take(scene, { subject: 'Order', text: 'Where is it?' })
  await scene.work()
  const [run] = await runsOf(scene, automation)
  const [message] = await scene.messagesOf(fromTypeId('run', run.id as string))
  const sent: any = await scene.contentOf(message?.id)
  expect(sent).toMatchObject({ subject: 'Re: Order', text: 'You wrote: Where is it?' })
  expect(sent.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
  // As the receiver reads that field (RFC 3834, section 5).
  const comesBack = { automatic: 'auto_generated' } as const
  expect(await take(scene, comesBack, comesBack)).toMatchObject({ isWanted: false })
  expect(await runsOf(scene, automation)).toHaveLength(1)
})

test('a trigger names a route of the project, when it is made and when it is published', async () => {
  const scene = await given()
  const { calls, tenant } = scene
  const another = await addTenant(service)
  const live = fromTypeId('prj', tenant.liveProject)
  const routes = [
    await addRoute(inbox.db, { ...placeOf(scene), projectId: live }),
    await addRoute(inbox.db, placeOf({ tenant: another })),
  ]
  const message = 'must be an inbound route of the project'
  const refusal = ({ status, body }: ApiReply) => [status, body.error?.details]
  for (const route of routes) {
    const detail = { path: '/body/trigger/inbound/route_id', code: 'not_found', rule: 'not_found', message }
    expect(refusal(await calls.create({ trigger: triggerOf(route) }))).toEqual([422, [detail]])
  }
  const draft = await calls.made({ trigger: triggerOf(scene.route) })
  await inbox.db('inbound_routes').where({ id: scene.route }).delete()
  const detail = { path: '/trigger/inbound/route_id', code: 'not_found', rule: 'not_found', message }
  expect(refusal(await calls.publish(draft))).toEqual([422, [detail]])
})

test('a published trigger is there for who deletes the route to see', async () => {
  const scene = await given()
  const { calls, route } = scene
  const triggers = () =>
    inbox
      .db('automation_triggers')
      .where({ ...idsOf(scene), kind: 'inbound' })
      .select('name')
  const automation = await calls.published({ trigger: triggerOf(route), steps })
  expect(await triggers()).toEqual([{ name: toTypeId('inr', route) }])
  await calls.pause(automation)
  expect(await triggers()).toHaveLength(1)
  await calls.archive(automation)
  expect(await triggers()).toEqual([])
})

const idsOf = (scene: Given) => ({
  workspace_id: scene.tenant.workspaceId,
  project_id: placeOf(scene).projectId,
})

test('a simulation begins with the data of a mail', async () => {
  const { calls, route } = await given()
  const automation = await calls.made({
    trigger: triggerOf(route),
    steps: [{ key: 'until', wait: { until_property: { name: 'subject' } } }],
  })
  const body = { contact: { email }, at: '2026-06-01T08:00:00.000Z', data: { subject: '2026-06-03' } }
  const { body: simulated } = await calls.simulate(automation, body)
  expect(simulated).toMatchObject({
    entered: true,
    status: 'completed',
    steps: [{ key: 'until', outcome: 'done', until: '2026-06-03T00:00:00.000Z' }],
  })
})
