import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { audienceOf } from '../audience/audience.js'
import { exitStep } from '../automations/automation-calls.js'
import { insertRun } from '../automations/automation-rows.js'
import { knownIds } from './known-ids.js'
import { register } from '../sign-in/passkeys.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import { templateCalls } from '../templates/template-calls.js'
import type { Tenant } from '../workspace/tenant.js'
import { webhookIds } from './webhook-ids.js'
import { receive } from '../webhooks/webhook-receivers.js'

/** Kinds of which each new id is a row of a list. */
const kinds = [
  'msg',
  'whk',
  'whd',
  'whr',
  'dom',
  'dms',
  'con',
  'lst',
  'top',
  'cim',
  'sup',
  'del',
  'tpl',
  'seg',
  'cmp',
]
const furtherKinds = ['aut', 'run', 'inr', 'inm', 'key', 'usr', 'ses']

/**
 * Makes three rows or more of every list of the contract, at different times, for a tenant.
 *
 * @param key a workspace key with every scope
 * @param session the session of an owner
 * @returns the ids of what has lists of its own
 */
export async function makeListRows(
  service: TestService,
  tenant: Tenant,
  key: string,
  session: string,
): Promise<KnownIds> {
  const { workspaceId } = tenant
  const ids: KnownIds = {
    ...knownIds(service, tenant, key, session),
    ...webhookIds(service, workspaceId, key),
  }
  const made = async (kind: string, operation?: string) => String(await ids[kind]?.(operation))
  const [lst, tpl] = [await made('lst'), await made('tpl')]
  const whr = await made('whr')
  const [seg, cmp] = [await made('seg'), await made('cmp')]
  /** The one that has all runs. */
  const aut = await made('aut', 'triggerAutomation')
  const audience = audienceOf(service, tenant, key)
  const subscriber = `${newUuid()}@example.com`
  const con = await audience.contact(subscriber)
  await made('con', 'chooseContactTopic')
  const runs = {
    workspaceId,
    projectId: fromTypeId('prj', tenant.liveProject),
    automationId: fromTypeId('aut', aut),
  }
  const post = async (path: string, body: object) => {
    const reply = await call(service.url, 'POST', path, { key: session, body })
    if (reply.status !== 201) throw new Error(`not made: ${reply.text}`)
  }
  const version = { trigger: { event: { name: 'signed_up' } }, steps: [exitStep] }
  for (let round = 0; round < 3; round += 1) {
    for (const kind of [...kinds, ...furtherKinds]) await made(kind)
    await receive(service.url, key, whr)
    await register(service, session)
    await audience.subscription(lst, `${newUuid()}@example.com`)
    await audience.subscription(await made('lst'), subscriber)
    await insertRun(service.sql, runs, { contact_id: fromTypeId('con', con) })
    await tenant.project('test')
    await templateCalls(service.url, session).createVersion(tpl)
    await post(`/v1/automations/${aut}/versions`, version)
    const event = await call(service.url, 'POST', `/v1/contacts/${con}/events`, {
      key,
      body: { name: 'seen' },
    })
    if (event.status !== 201) throw new Error(`not recorded: ${event.text}`)
    const chosen = await call(service.url, 'PUT', `/v1/contacts/${con}/topics/product-news`, {
      key,
      body: { subscribed: round % 2 === 0 },
    })
    if (chosen.status !== 200) throw new Error(`not chosen: ${chosen.text}`)
    await service.sql.query(
      'insert into campaign_recipients (workspace_id, campaign_id, contact_id) values ($1, $2, $3)',
      [workspaceId, fromTypeId('cmp', cmp), fromTypeId('con', await made('con'))],
    )
  }
  return Object.fromEntries(
    Object.entries({ con, lst, tpl, seg, cmp, aut, whr }).map(([kind, id]) => [kind, () => id]),
  )
}
