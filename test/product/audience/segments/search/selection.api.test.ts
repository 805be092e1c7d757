import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid } from '../../../../../server/platform/db/ids.js'
import { mailRow } from '../../../inbound/replies/rows.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { isPro, refusalsOf, segmentCalls, type SegmentCalls } from '../calls.js'

/** Which contacts a segment has: previews, pages and explanations. */

let service: TestService
let calls: SegmentCalls
let ada: string
let ida: string
let bob: string
let list: string

beforeAll(async () => {
  service = await sharedApi()
  calls = await segmentCalls(service)
  const { audience } = calls
  ada = await audience.contact('ada@shop.example', { name: 'Ada', properties: { plan: 'pro', seats: 5 } })
  ida = await audience.contact('ida@example.com', { properties: { plan: 'pro', seats: 'many' } })
  bob = await audience.contact('bob@example.com', { properties: { plan: 'free' } })
  list = await audience.list()
  await audience.subscription(list, 'bob@example.com')
  for (const total of [10, 50, 90]) await calls.event(ada, 'order_placed', { total })
  await calls.event(ida, 'order_placed', { total: 'free' })
  // Of the same address, but another project.
  await audience.contact('ada@shop.example', {
    project_id: calls.tenant.testProject,
    properties: { plan: 'pro' },
  })
})

const orders = (count: object, where?: object[]) => ({
  event: { name: 'order_placed', count, within: 'P30D', ...(where && { where }) },
})

describe('a preview', () => {
  test.each<[what: string, rule: () => object, found: () => string[]]>([
    ['a property', () => isPro, () => [ada, ida]],
    ['a number', () => ({ property: { name: 'seats', op: 'gte', value: 5 } }), () => [ada]],
    [
      'a domain',
      () => ({ contact: { field: 'email_domain', op: 'eq', value: 'example.com' } }),
      () => [ida, bob],
    ],
    ['events', () => orders({ op: 'gte', value: 3 }), () => [ada]],
    [
      'events of a kind',
      () => orders({ op: 'eq', value: 2 }, [{ name: 'total', op: 'gte', value: 50 }]),
      () => [ada],
    ],
    ['no events', () => orders({ op: 'eq', value: 0 }), () => [bob]],
    ['a list', () => ({ list: { list_id: list, status: 'pending' } }), () => [bob]],
    ['not', () => ({ not: { any: [isPro, { list: { list_id: list, status: 'pending' } }] } }), () => []],
  ])('of %s', async (_what, rule, found) => {
    const { status, body } = await calls.preview(rule())
    expect(status).toBe(200)
    const count = found().length
    expect(body.estimate).toEqual({ value: count, low: count, high: count, exact: true })
    expect(body.sample.map(({ id }: any) => id).sort()).toEqual(found().sort())
    expect(body.scanned).toBe(3)
  })
})

describe('contacts', () => {
  test('come in pages, newest first', async () => {
    const id = await calls.made({ contact: { field: 'email_domain', op: 'exists', value: true } })
    const first = await calls.contacts(id, '?limit=2')
    expect(first.body.data.map((contact: any) => contact.id)).toEqual([bob, ida])
    expect(first.body.data[0]).toMatchObject({ email: 'bob@example.com', unsubscribed_at: null })
    expect(first.body.has_more).toBe(true)
    const second = await calls.contacts(id, `?limit=2&cursor=${first.body.next_cursor}`)
    expect(second.body).toMatchObject({ data: [{ id: ada }], has_more: false, next_cursor: null })
    expect((await calls.contacts(id, '?limit=3')).body.has_more).toBe(false)
    expect(refusalsOf(await calls.contacts(id, '?cursor=abc'))[2]).toEqual(['/query/cursor', 'cursor'])
  })
})

describe('an explanation', () => {
  const nodesOf = ({ body }: any) =>
    body.nodes.map(({ path, result, reason, actual }: any) => [path, result, reason, actual])

  test('says what each node found, those of other segments too', async () => {
    const pro = await calls.made(isPro)
    const id = await calls.made({
      all: [
        { segment: { segment_id: pro } },
        { any: [{ property: { name: 'seats', op: 'gt', value: 1 } }, orders({ op: 'gte', value: 3 })] },
        { not: { list: { list_id: list, status: 'confirmed' } } },
        { contact: { field: 'name', op: 'ne', value: 'Eve' } },
        { message: { status: 'bounced', count: { op: 'eq', value: 0 } } },
        { message: { status: 'replied', within: 'P1D' } },
      ],
    })
    const place = {
      workspaceId: calls.tenant.workspaceId,
      projectId: fromTypeId('prj', calls.tenant.liveProject),
    }
    const answer = { contact_id: fromTypeId('con', ada), reply_message_id: newUuid() }
    const said = (auth: object) => ({ metadata: { auth } })
    const [forged, unknown] = [
      said({ authenticated: false, dmarc: { result: 'fail' } }),
      said({ authenticated: false, dmarc: { result: 'none' } }),
    ]
    const mails = [
      { ...answer, ...said({ authenticated: true, dmarc: { result: 'none' } }) },
      { ...answer, ...unknown, reply_match: 'address' },
      // These do not count: somebody else may have written them.
      { ...answer, ...unknown, reply_match: 'header' },
      { ...answer, ...forged, reply_match: 'header' },
      { ...answer, ...forged, reply_match: 'address' },
      { ...answer, automatic: 'auto_reply' },
    ].map((each) => mailRow(place, each))
    await service.sql.query(
      'insert into inbound_messages select * from json_populate_recordset(null::inbound_messages, $1)',
      [JSON.stringify(mails)],
    )
    const reply = await calls.explain(id, ada)
    expect(reply.body).toMatchObject({ segment_id: id, contact_id: ada, included: true })
    expect(nodesOf(reply)).toEqual([
      ['/all', true, null, null],
      ['/all/0/segment', true, null, null],
      ['/all/0/segment/property', true, null, 'pro'],
      ['/all/1/any', true, null, null],
      ['/all/1/any/0/property', true, null, 5],
      ['/all/1/any/1/event', true, null, 3],
      ['/all/2/not', true, null, null],
      ['/all/2/not/list', false, 'missing', null],
      ['/all/3/contact', true, null, 'Ada'],
      ['/all/4/message', true, null, 0],
      ['/all/5/message', true, null, 2],
    ])
    const other = await calls.explain(id, ida)
    expect(other.body.included).toBe(false)
    expect(nodesOf(other)).toContainEqual(['/all/1/any/0/property', false, 'wrong_type', 'many'])
    expect(nodesOf(other)).toContainEqual(['/all/3/contact', true, 'missing', null])
    const third = nodesOf(await calls.explain(id, bob))
    expect(third).toContainEqual(['/all/1/any/0/property', false, 'missing', null])
    expect(third).toContainEqual(['/all/2/not/list', false, null, 'pending'])
  })

  test('is for contacts of the project', async () => {
    const id = await calls.made(isPro)
    const elsewhere = await calls.audience.contact('eve@example.com', {
      project_id: calls.tenant.testProject,
    })
    expect(refusalsOf(await calls.explain(id, elsewhere))).toEqual([404, 'not_found'])
  })
})

describe('a count', () => {
  test('is asked for, and shown while it is made', async () => {
    const id = await calls.made(isPro)
    const begun = await calls.count(id)
    expect(begun.status).toBe(202)
    const running = { status: 'running', scanned: 0, error: null }
    expect(begun.body).toMatchObject({ count: null, counting: running })
    const row = async () =>
      (
        await service.sql.query(
          'select counting_started_at, due_at from segments where workspace_id = $1 and id = $2',
          [calls.tenant.workspaceId, fromTypeId('seg', id)],
        )
      ).rows[0]
    const before = await row()
    expect((await calls.count(id)).body.counting).toEqual(running)
    expect(await row()).toEqual(before)
    // Another name changes nothing of it; another rule begins anew.
    await calls.update(id, { name: 'B', rule: isPro })
    expect(await row()).toEqual(before)
    expect((await calls.update(id, { rule: { not: isPro } })).body.counting).toEqual(running)
    expect(await row()).not.toEqual(before)
  })
})
