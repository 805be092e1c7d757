import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { purgeDeletedLists } from '../../../../server/product/audience/lists/delete.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { audienceOf, type Audience } from '../../../support/audience/audience.js'
import { purgeAudience } from '../../../support/audience/audience-purge.js'
import {
  automationCalls,
  exitStep,
  type AutomationCalls,
} from '../../../support/automations/automation-calls.js'
import { messageFor } from '../../../support/messages/messages.js'
import {
  addList,
  ask,
  confirmPath,
  press,
  subscribe,
  type OptIn,
  textWithLink,
} from '../../../support/audience/opt-in.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** A list is deleted: at once for everybody who asks, while its subscriptions go by and by. */

let service: TestService
let tenant: Tenant
let key: string
let optIn: OptIn
let audience: Audience
/** Calls about automations of the live project, to which the lists belong. */
let automations: AutomationCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  // The calls of programs are of the test project, and so are the lists.
  key = await tenant.key()
  optIn = { url: service.url, key, project: tenant.testProject }
  audience = audienceOf(service, { ...tenant, liveProject: tenant.testProject }, key)
  automations = await automationCalls(service, tenant)
})

const get = (path: string) => call(service.url, 'GET', path, { key })
const remove = (list: string) => call(service.url, 'DELETE', `/v1/subscriber-lists/${list}`, { key })
const post = (path: string, body?: object) => call(service.url, 'POST', path, { key, body })
const failure = ({ status, body }: ApiReply) => [status, body.error?.code as unknown]
const subscriptionsOf = async (list: string) => {
  const sql = 'select id, status from subscriptions where list_id = $1 order by id'
  return (await service.sql.query<{ id: string }>(sql, [fromTypeId('lst', list)])).rows
}

test('a list that is deleted is gone for everybody who asks, and its contacts stay', async () => {
  const email = 'ada@lists.example'
  const [list, other] = [await addList(optIn, 'News'), await addList(optIn, 'Offers')]
  const subscription = await subscribe(optIn, list, email)
  await subscribe(optIn, other, email)
  const pending = await ask(optIn, list, 'pending@lists.example')
  const confirm = await confirmPath(optIn, pending.message_id)
  const mail = { list_id: list, to: [{ email }], text: await textWithLink(optIn, list, email) }
  const sent = await post('/v1/messages', messageFor(optIn.project, mail))
  expect(sent.body.recipients).toMatchObject([{ status: 'queued' }])
  const { rows } = await service.sql.query<{ list_unsubscribe: { url: string } }>(
    'select list_unsubscribe from message_contents where message_id = $1',
    [fromTypeId('msg', sent.body.id as string)],
  )
  const leave = new URL(rows[0]?.list_unsubscribe.url ?? '').pathname

  expect((await remove(list)).status).toBe(204)
  const path = `/v1/subscriber-lists/${list}`
  const one = `${path}/subscriptions/${subscription.id}`
  for (const reply of [
    await get(path),
    await call(service.url, 'PATCH', path, { key, body: { name: 'X' } }),
    await get(`${path}/subscriptions`),
    await get(one),
    await post(`${one}/unsubscribe`),
    await post(`${path}/subscriptions`, { email }),
    await remove(list),
  ]) {
    expect(failure(reply), reply.text).toEqual([404, 'not_found'])
  }
  const { data } = (await get(`/v1/subscriber-lists?project_id=${optIn.project}`)).body
  expect((data as { id: string }[]).map(({ id }) => id)).toContain(other)
  expect((data as { id: string }[]).map(({ id }) => id)).not.toContain(list)
  // Links of its mails.
  expect((await call(service.url, 'GET', confirm)).status).toBe(410)
  expect((await press(optIn, confirm)).status).toBe(410)
  const page = await call(service.url, 'GET', leave)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('no longer exists')])
  const raw = 'List-Unsubscribe=One-Click'
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await call(service.url, 'POST', leave, { raw, headers })).status).toBe(200)
  // Nobody has changed anything of what waits for the purge.
  expect(await subscriptionsOf(list)).toMatchObject([{ status: 'confirmed' }, { status: 'pending' }])

  // The process that has just sent to it knows it for some seconds: then nothing goes out either.
  const late = await post('/v1/messages', messageFor(optIn.project, { list_id: list, to: [{ email }] }))
  if (late.status === 202) expect(late.body.recipients).toMatchObject([{ status: 'suppressed' }])
  else expect(late.body.error.details).toMatchObject([{ path: '/body/list_id', code: 'not_found' }])
  expect((await get(`/v1/contacts?email=${email}`)).body.data).toHaveLength(1)
  // Its name is free, and nobody is subscribed to what has it now.
  const again = await addList(optIn, 'News')
  expect((await ask(optIn, again, email)).outcome).toBe('requested')
})

test('its subscriptions are purged in batches, and what was consented to can be proved', async () => {
  const [list, kept, empty] = await Promise.all([addList(optIn), addList(optIn), addList(optIn)])
  const gone = []
  for (let n = 0; n < 5; n += 1) gone.push(await audience.subscription(list, `n${n}@purge.example`))
  const stays = await audience.subscription(kept, 'n1@purge.example')
  for (const id of [list, empty]) expect((await remove(id)).status).toBe(204)
  const purge = purgeDeletedLists(addressTokens(new Uint8Array(32)))
  const purged = await purgeAudience(service, tenant.workspaceId, purge, 2)
  expect(purged['subscriptions']).toBeGreaterThanOrEqual(5)
  expect(await subscriptionsOf(list)).toEqual([])
  expect((await get(`/v1/subscriber-lists/${kept}/subscriptions/${stays}`)).status).toBe(200)
  const { rows } = await service.sql.query(
    'select token, ip_address from consents where subscription_id = any($1::uuid[])',
    [gone.map((id) => fromTypeId('sub', id))],
  )
  expect(new Set(rows.map(({ token }) => token as string)).size).toBe(5)
  expect(rows).toHaveLength(5)
  for (const { token } of rows) expect(token).toMatch(/^#/)
  expect(await purgeAudience(service, tenant.workspaceId, purge, 2)).toEqual({})
})

describe('is kept while', () => {
  const isKeptBy = async (list: string, user: string) => {
    const reply = await remove(list)
    expect(failure(reply)).toEqual([409, 'invalid_state'])
    expect(reply.body.error.message).toContain(user)
    expect((await get(`/v1/subscriber-lists/${list}`)).status).toBe(200)
  }
  const goes = async (list: string) => expect((await remove(list)).status).toBe(204)

  test('a campaign that is not over is to it', async () => {
    const { programs } = automations
    const list = await addList(optIn)
    const draft = await programs.draft({ audience: { list_id: list } })
    await isKeptBy(list, draft)
    await programs.schedule(draft, new Date(Date.now() + 86_400_000))
    await isKeptBy(list, draft)
    await programs.act(draft, 'cancel')
    await goes(list)
  })

  test('a segment names it, however deep', async () => {
    const list = await addList(optIn)
    const rule = { not: { any: [{ list: { list_id: list, status: 'confirmed' } }] } }
    const segment = await automations.programs.segment(rule)
    await isKeptBy(list, segment)
    const { session } = automations
    expect((await call(service.url, 'DELETE', `/v1/segments/${segment}`, { key: session })).status).toBe(204)
    await goes(list)
  })

  test('an automation that is not archived names it, in a rule as well', async () => {
    for (const fields of [
      (id: string) => ({ trigger: { list: { list_id: id, on: 'confirmed' } }, steps: [exitStep] }),
      (id: string) => ({ entry_rule: { list: { list_id: id, status: 'confirmed' } }, steps: [exitStep] }),
    ]) {
      const list = await addList(optIn)
      const automation = await automations.made(fields(list))
      await isKeptBy(list, automation)
      const path = `/v1/automations/${automation}/archive`
      const archived = await call(service.url, 'POST', path, { key: automations.session })
      expect(archived.status, archived.text).toBe(200)
      await goes(list)
    }
  })

  test('and whoever begins to use it at the same time finds it, or finds it gone', async () => {
    const { programs } = automations
    await programs.draft()
    const uses = [
      (id: string) => programs.draft({ audience: { list_id: id } }),
      (id: string) => programs.segment({ list: { list_id: id, status: 'confirmed' } }),
      (id: string) =>
        automations.made({ entry_rule: { list: { list_id: id, status: 'pending' } }, steps: [exitStep] }),
    ]
    for (const [round, use] of [...uses, ...uses, ...uses].entries()) {
      const list = await addList(optIn)
      const [used, removed] = await Promise.all([
        use(list).then(
          () => true,
          () => false,
        ),
        remove(list),
      ])
      expect([used, removed.status], `round ${round}`).toEqual(used ? [true, 409] : [false, 204])
    }
  })
})

test('one that is not there is not found', async () => {
  expect(failure(await remove(toTypeId('lst', newUuid())))).toEqual([404, 'not_found'])
})
