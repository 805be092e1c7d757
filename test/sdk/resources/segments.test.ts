import { describe, expect, expectTypeOf, test } from 'vitest'
import { ValidationError, type Segment, type SegmentRule } from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, listOf, skipWaits } from '../support.js'

const rule: SegmentRule = {
  all: [
    { property: { name: 'plan', op: 'in', value: ['pro', 'team'] } },
    { contact: { field: 'created_at', op: 'within', value: 'P365D' } },
    {
      event: {
        name: 'order_placed',
        count: { op: 'gte', value: 3 },
        within: 'P30D',
        where: [{ name: 'total', op: 'gte', value: 50 }],
      },
    },
    {
      any: [{ message: { status: 'delivered', campaign_id: 'cmp_1' } }, { segment: { segment_id: 'seg_2' } }],
    },
    { not: { list: { list_id: 'lst_1', status: 'confirmed' } } },
    { not: { message: { status: 'replied', within: 'P7D' } } },
    { any: [{ message: { status: 'opened' } }, { message: { status: 'clicked' } }] },
  ],
}

test('a rule goes out as it was given, and what a segment has is a rule again', async () => {
  const { client, seen } = clientOf([json({ id: 'seg_1', rule })])
  const segment = await client.segments.create({ project_id: 'prj_1', name: 'Pro', rule })
  await client.segments.update(segment.id, { rule: { not: segment.rule } })
  await client.segments.preview({ project_id: 'prj_1', rule: segment.rule })
  expect(seen.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
    ['POST', '/v1/segments', { project_id: 'prj_1', name: 'Pro', rule }],
    ['PATCH', '/v1/segments/seg_1', { rule: { not: rule } }],
    ['POST', '/v1/segments/preview', { project_id: 'prj_1', rule }],
  ])
  expectTypeOf(segment).toExtend<Segment>()
})

test('the contacts of one segment stay with it from page to page', async () => {
  const { client, seen } = clientOf([json(listOf([], 'c1')), json(listOf(['con_1']))])
  const ids: string[] = []
  // A page may be empty where the rule selects few.
  for await (const { id } of client.segments.listContacts('seg_1', { limit: 10 })) ids.push(id)
  expect(ids).toEqual(['con_1'])
  expect(seen.map(({ url }) => url.replace('http://localhost:4000/v1/', ''))).toEqual([
    'segments/seg_1/contacts?limit=10',
    'segments/seg_1/contacts?limit=10&cursor=c1',
  ])
})

test('what changes nothing is asked again without a key, and a count with the same', async () => {
  skipWaits()
  const { client, seen } = clientOf([disconnect, json({}), disconnect, json({}, 202)])
  await client.segments.explain('seg_1', { contact_id: 'con_1' })
  await client.segments.count('seg_1')
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([null, null, expect.any(String), keys[2]])
})

test('a mistake in a rule, and a rule that is too costly, are told', async () => {
  const details = [{ path: '/body/rule/all/0/property/op', code: 'unknown_op', message: 'is unknown' }]
  const { client } = clientOf([
    json({ error: { code: 'validation_failed', details } }, 422),
    json({ error: { code: 'segment_too_costly', message: 'It took too long.' } }, 422),
  ])
  const failure = () =>
    client.segments.preview({ project_id: 'prj_1', rule }).catch((error: unknown) => error)
  expect(await failure()).toMatchObject({ code: 'validation_failed', details })
  const costly = await failure()
  expect(costly).toBeInstanceOf(ValidationError)
  expect(costly).toMatchObject({ code: 'segment_too_costly' })
})

describe('the compiler', () => {
  test('knows what can be compared with what', () => {
    const property = (op: string, value: unknown) => ({ property: { name: 'plan', op, value } })
    expectTypeOf({ property: { name: 'seats', op: 'gte' as const, value: 5 } }).toExtend<SegmentRule>()
    expectTypeOf({ property: { name: 'vip', op: 'eq' as const, value: true } }).toExtend<SegmentRule>()
    expectTypeOf({ property: { name: 'x', op: 'gte' as const, value: 'a' } }).not.toExtend<SegmentRule>()
    expectTypeOf({ property: { name: 'x', op: 'in' as const, value: 'a' } }).not.toExtend<SegmentRule>()
    expectTypeOf({ property: { name: 'x', op: 'like' as const, value: 'a' } }).not.toExtend<SegmentRule>()
    expectTypeOf({
      contact: { field: 'unsubscribed' as const, op: 'eq' as const, value: 'yes' },
    }).not.toExtend<SegmentRule>()
    expectTypeOf(property).returns.not.toExtend<SegmentRule>()
  })

  test('finds a node with two keys, with none, and with one that is misspelt', () => {
    const plan = { property: { name: 'plan', op: 'eq', value: 'pro' } } as const
    expectTypeOf({ all: [plan] }).toExtend<SegmentRule>()
    expectTypeOf({ all: [plan], any: [plan] }).not.toExtend<SegmentRule>()
    expectTypeOf({}).not.toExtend<SegmentRule>()
    expectTypeOf({ not: { all: [{ any: [plan], not: plan }] } }).not.toExtend<SegmentRule>()
    // @ts-expect-error There is no such key.
    const misspelt: SegmentRule = { al: [plan] }
    // @ts-expect-error Nor is there in a condition.
    const condition: SegmentRule = { event: { name: 'order_placed', withn: 'P30D' } }
    expect([misspelt, condition]).toHaveLength(2)
  })
})
