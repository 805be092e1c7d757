import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/api-types.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import { fromTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import {
  trackingLinks,
  type TrackedDelivery,
  type TrackingLinks,
} from '../../../server/product/tracking/links.js'
import { call } from './api.js'
import { automationsBy } from '../automations/automations-by-session.js'
import type { TestDns } from '../domains/dns.js'
import { insertDomain, publish } from '../domains/domains.js'
import { inboundRouteCalls, newInboundDomain } from '../inbound/inbound-routes.js'
import { send } from '../messages/messages.js'
import { addList, ask, subscribe as optIn } from '../audience/opt-in.js'
import { programCalls, type ProgramCalls } from '../campaigns/program-calls.js'
import { submit } from '../mail-servers/smtp-talk.js'
import type { Receiver } from '../webhooks/receiver.js'
import type { TestService } from '../service/service.js'
import { templateCalls } from '../templates/template-calls.js'
import { until } from '../time/until.js'
import { subscribe as subscribeTo } from '../webhooks/webhook-deliveries.js'

type Event = components['schemas']['OtherEvent']

/** The fields by which a test recognizes the event of its own action. */
export type Caused = Pick<Event, 'project_id' | 'environment' | 'data'>

/**
 * Every type of event with what brings it about. A test holds the list against the contract.
 *
 * @param service delivers webhooks to this machine, and defers a message once at most before it gives up
 * @param receiver answers 410 at `/gone`, and anything at all elsewhere
 * @param dns what the service asks
 */
export function eventCauses(
  service: TestService,
  receiver: Receiver,
  dns: TestDns,
): Record<string, () => Promise<Caused>> {
  const { workspace_key: key, test_project_id: project, workspace_id } = service.credentials

  const sent = async (fields: Parameters<typeof send>[3]): Promise<Caused> => {
    const message_id = await send(service.url, key, project, { ...fields, category: 'x' })
    return { project_id: project, environment: 'test', data: { message_id, category: 'x' } }
  }
  const ofWorkspace = (data: Caused['data']): Caused => ({ project_id: null, environment: null, data })
  const ofTests = (data: Caused['data']): Caused => ({ project_id: project, environment: 'test', data })
  const atTests = { url: service.url, key, project }
  const subscribed = async (): Promise<Caused> => {
    const list_id = await addList(atTests)
    const { id } = await optIn(atTests, list_id, 'confirmed@example.com')
    return ofTests({ list_id, subscription_id: id })
  }
  const about = (webhook_id: string): Caused => ofWorkspace({ webhook_id })
  /** A domain of this status that is checked. */
  const checked = async (status: 'pending' | 'verified' | 'degraded', name: string): Promise<Caused> => {
    const domain_id = await insertDomain(service.sql, fromTypeId('ws', workspace_id), name, status)
    await service.sql.query(
      `update domains set degraded_since = (degraded_since at time zone 'UTC' - interval '1 day') at time zone 'UTC'
       where id = $1`,
      [fromTypeId('dom', domain_id)],
    )
    const check = () => call(service.url, 'POST', `/v1/domains/${domain_id}/check`, { key })
    // Its keys are made with the first check, and then there is something to publish.
    const { body } = await check()
    if (status === 'pending') {
      publish(dns.zone, body)
      await check()
    }
    return ofWorkspace({ domain_id, previous_status: status })
  }
  const contact = async (fields: object = {}): Promise<string> => {
    const body = { project_id: project, email: `${randomUUID()}@example.com`, ...fields }
    return (await call(service.url, 'PUT', '/v1/contacts', { key, body })).body.id as string
  }
  /** Makes a campaign, moves it by `move`, which returns its id, and returns the fields of its event. */
  const campaign = async (
    move: (calls: ProgramCalls, fields: Record<string, unknown>) => Promise<string>,
    expected: Caused['data'],
  ): Promise<Caused> => {
    const calls = programCalls(service.url, await service.session('admin'), project)
    // To two contacts of its own: one mail an hour leaves one to be sent.
    const name = randomUUID()
    for (const _ of [1, 2]) await contact({ name })
    const segment_id = await calls.segment({ contact: { field: 'name', op: 'eq', value: name } })
    const id = await move(calls, { name, audience: { segment_id } })
    return ofTests({ campaign_id: id, name, ...expected })
  }
  const slow = { rate_per_hour: 1 }
  const sending = async (calls: ProgramCalls, fields: Record<string, unknown>): Promise<string> => {
    const id = await calls.started({ ...fields, ...slow })
    await until(async () => (await calls.campaign(id))['status'] === 'sending', 'the campaign to start')
    return id
  }
  /**
   * Publishes an automation and returns the fields of its event. The automation sends a notification, and waits if
   * the data have a time.
   */
  const automation = async (expected: Caused['data']): Promise<Caused> => {
    const automations = automationsBy(service.url, await service.session('admin'))
    const automation_id = await automations.published({
      project_id: project,
      name: 'Willkommen – 10 €',
      trigger: { manual: {} },
      steps: [
        { key: 'tell', notify: { name: 'Bestellung – 10 €', data: { total: 10 } } },
        { key: 'end', wait: { until_property: { name: 'ends_at' } } },
      ],
    })
    return ofTests({ automation_id, ...expected })
  }
  /** Starts a run of a new automation and returns the fields of its event. */
  const run = async (expected: Caused['data'], data: object = {}): Promise<Caused> => {
    const caused = await automation({})
    const automations = automationsBy(service.url, await service.session('admin'))
    const contact_id = await contact()
    const run_id = await automations.triggered(String(caused.data['automation_id']), { contact_id, data })
    return ofTests({ run_id, contact_id, ...expected })
  }
  /** A mail that is looked at and whose link is followed, as its reader's program does. */
  const tracked = async (url: (links: TrackingLinks, of: TrackedDelivery) => string): Promise<Caused> => {
    const caused = await sent({ ...to('reader@example.com'), html: '<p>Hi</p>', tracking: { opens: true } })
    const { rows } = await service.sql.query<{ id: Uuid }>(
      'select id from message_logs where message_id = $1',
      [fromTypeId('msg', String(caused.data['message_id']))],
    )
    const links = trackingLinks(loadServiceKey(service.config).derive('tracking'), service.url)
    const of = { workspaceId: fromTypeId('ws', workspace_id), logId: rows[0]?.id as Uuid }
    await fetch(url(links, of), { redirect: 'manual' })
    return caused
  }
  const subscribe = async (path: string): Promise<string> => {
    const url = new URL(path, receiver.url).href
    return (await subscribeTo(service, url, { events: ['message.cancelled'] })).id
  }

  return {
    'message.accepted': () =>
      sent({
        ...to('ada@example.com'),
        // What is not the same in every way of writing JSON.
        subject: 'Ihre Rechnung für 10 € – 📬 „\\u00e9“ \u2028 <b>&amp;</b> \u0007',
        metadata: { b: '\u007f\ufeff', a: '"\\/', '10': 'ten', '9': 'nine', A: '\ud83d\ude00\ufb33' },
      }),
    'message.scheduled': () => sent(later()),
    'message.deferred': () => sent(to('defer+always@example.com')),
    'message.delivered': () => sent(to('bob@example.com')),
    'message.bounced': () => sent(to('bounce@example.com')),
    'message.failed': () => sent(to('defer+always@other.example')),
    'message.cancelled': async () => {
      const caused = await sent(later())
      await call(service.url, 'POST', `/v1/messages/${String(caused.data['message_id'])}/cancel`, { key })
      return caused
    },
    'message.suppressed': async () => {
      await service.sql.query(
        `insert into suppressions (workspace_id, id, address, reason)
         values ($1, gen_random_uuid(), 'nobody@example.com', 'manual')
         on conflict do nothing`,
        [fromTypeId('ws', workspace_id)],
      )
      return sent(to('nobody@example.com'))
    },
    'message.complained': () => sent(to('complain@example.com')),
    'message.opened': () => tracked((links, of) => links.openUrl(of)),
    'message.clicked': () =>
      tracked((links, of) => links.clickUrl({ ...of, position: 0 }, 'https://shop.example/')),
    'message.unsubscribed': async () => {
      const caused = await subscribed()
      const { list_id, subscription_id } = caused.data as Record<string, string>
      const path = `/v1/subscriber-lists/${list_id}/subscriptions/${subscription_id}/unsubscribe`
      await call(service.url, 'POST', path, { key })
      return caused
    },
    'subscription.requested': async () => {
      const list_id = await addList(atTests)
      const { subscription } = await ask(atTests, list_id, 'asked@example.com', { source: 'Checkout – 1 €' })
      return ofTests({ list_id, subscription_id: subscription.id, source: 'Checkout – 1 €' })
    },
    'subscription.confirmed': subscribed,
    'suppression.added': async () => {
      const body = { email: 'Added@Example.com', note: 'Asked by phone' }
      const reply = await call(service.url, 'POST', '/v1/compliance/suppressions', { key, body })
      return ofWorkspace({ suppression_id: reply.body.id as string, email: 'added@example.com' })
    },
    'domain.verified': () => checked('pending', 'new.example'),
    'domain.degraded': () => checked('verified', 'broken.example'),
    'domain.failed': () => checked('degraded', 'lost.example'),
    'template.published': async () => {
      const templates = templateCalls(service.url, await service.session('admin'))
      const template_id = await templates.published({ name: 'Quittung – 10 €' })
      return ofWorkspace({ template_id, name: 'Quittung – 10 €', version: 1, previous_version: null })
    },
    'contact.unsubscribed': async () => {
      const email = `${randomUUID()}@example.com`
      const contact_id = await contact({ email, unsubscribed: true })
      return ofTests({ contact_id, email, source: 'api', campaign_id: null, message_id: null, log_id: null })
    },
    'contact.resubscribed': async () => {
      const email = `${randomUUID()}@example.com`
      const contact_id = await contact({ email, unsubscribed: true })
      await contact({ email, unsubscribed: false })
      return ofTests({ contact_id, email, source: 'api', campaign_id: null, message_id: null, log_id: null })
    },
    'contact.topic_changed': async () => {
      const email = `${randomUUID()}@example.com`
      const [contact_id, topic] = [await contact({ email }), randomUUID()]
      const body = { project_id: project, key: topic, name: 'News' }
      await call(service.url, 'POST', '/v1/topics', { key, body })
      await call(service.url, 'PUT', `/v1/contacts/${contact_id}/topics/${topic}`, {
        key,
        body: { subscribed: false },
      })
      return ofTests({ contact_id, email, topic, subscribed: false, source: 'api', campaign_id: null })
    },
    'campaign.scheduled': () =>
      campaign((calls, fields) => calls.scheduled(fields), { status: 'scheduled', pause_reason: null }),
    'campaign.started': () => campaign(sending, { status: 'sending' }),
    'campaign.paused': () =>
      campaign(
        async (calls, fields) => {
          const id = await sending(calls, fields)
          await calls.act(id, 'pause')
          return id
        },
        { status: 'paused', pause_reason: 'manual' },
      ),
    'campaign.resumed': () =>
      campaign(
        async (calls, fields) => {
          const id = await sending(calls, fields)
          await calls.act(id, 'pause')
          await calls.act(id, 'resume')
          return id
        },
        { status: 'sending', pause_reason: null },
      ),
    'campaign.sent': () => campaign((calls, fields) => calls.started(fields), { status: 'sent' }),
    'campaign.cancelled': () =>
      campaign(
        async (calls, fields) => {
          const id = await calls.scheduled(fields)
          await calls.act(id, 'cancel')
          return id
        },
        { status: 'cancelled' },
      ),
    'automation.published': () => automation({ version: 1, previous_version: null }),
    'automation.run_completed': () => run({ status: 'completed', error: null }),
    'automation.run_failed': () => run({ status: 'failed' }, { ends_at: '2999-12-31' }),
    'automation.notified': () => run({ step_key: 'tell', name: 'Bestellung – 10 €' }),
    'inbound.received': async () => {
      const recipient = `support@${newInboundDomain()}`
      const session = await service.session('admin')
      const route_id = await inboundRouteCalls(service.url, session, project).made(recipient)
      const raw = 'Subject: =?utf-8?q?R=C3=BCckgabe_=E2=80=93_10_=E2=82=AC?=\n\nHello\n'
      await submit(service.inboundPort, recipient, raw, 'ada@example.com')
      return ofTests({ route_id, subject: 'Rückgabe – 10 €' })
    },
    'webhook.disabled': async () => {
      const id = await subscribe('/gone')
      await call(service.url, 'POST', `/v1/webhooks/status/${id}/test`, { key })
      return about(id)
    },
    'webhook.test': async () => {
      const id = await subscribe('/tested')
      await call(service.url, 'POST', `/v1/webhooks/status/${id}/test`, { key })
      return about(id)
    },
  }
}

/** Returns true if an event is the one that was caused. */
export function isCaused({ data }: Pick<Event, 'data'>, caused: Pick<Caused, 'data'>): boolean {
  return Object.entries(caused.data).every(([name, value]) => data[name] === value)
}

const to = (email: string) => ({ to: [{ email }] })
const later = () => ({
  ...to('ada@example.com'),
  scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
})
