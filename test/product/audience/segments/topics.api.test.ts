import { beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { topicCalls, type TopicCalls } from '../../../support/audience/topics.js'
import { refusalsOf, segmentCalls, type SegmentCalls } from './calls.js'

/** Segments of those who want a topic. */

let calls: SegmentCalls
let topics: TopicCalls
let url: string
beforeAll(async () => {
  const service = await sharedApi()
  url = service.url
  calls = await segmentCalls(service)
  topics = topicCalls(url, await calls.tenant.key(), calls.project)
})

test('a condition counts what was chosen, or else the default as it is now', async () => {
  const { id: topicId } = await topics.made('news', { default_subscribed: false })
  const [wants, wantsNot, neither] = await Promise.all(
    ['wants', 'wants-not', 'neither'].map(async (name) => (await topics.contact(`${name}@seg.example`)).id),
  )
  await topics.choose(wants ?? '', 'news', true)
  await topics.choose(wantsNot ?? '', 'news', false)
  const rule = (is: string) => ({ topic: { topic: 'news', is } })
  const found = async (of: object) => {
    const { body } = await calls.preview(of)
    return (body.sample as { id: string }[]).map(({ id }) => id).sort()
  }
  const sorted = (...ids: (string | undefined)[]) => ids.sort()
  expect(await found(rule('subscribed'))).toEqual([wants])
  expect(await found(rule('unsubscribed'))).toEqual(sorted(wantsNot, neither))
  expect(await found({ not: rule('unsubscribed') })).toEqual([wants])

  const segment = await calls.made({ all: [rule('subscribed')] })
  const explain = async (contact: string | undefined) =>
    (await calls.explain(segment, contact ?? '')).body as { included: boolean; nodes: object[] }
  expect(await explain(neither)).toMatchObject({
    included: false,
    nodes: [{}, { path: '/all/0/topic', kind: 'topic', result: false, reason: null, actual: 'unsubscribed' }],
  })
  const body = { default_subscribed: true }
  await call(url, 'PATCH', `/v1/topics/${topicId}`, { key: calls.key, body })
  expect(await found(rule('subscribed'))).toEqual(sorted(wants, neither))
  expect(await explain(neither)).toMatchObject({ included: true })
  const { body: page } = await calls.contacts(segment)
  expect((page.data as { id: string }[]).map(({ id }) => id).sort()).toEqual(sorted(wants, neither))
})

test('of several choices the last holds, for the contact and for segments', async () => {
  await topics.made('turns', { default_subscribed: false })
  const { id } = await topics.contact('turns@seg.example')
  const rule = { topic: { topic: 'turns', is: 'subscribed' } }
  for (const wants of [true, false, true, false, true]) {
    await topics.choose(id, 'turns', wants)
    expect((await topics.shown(id)).topics).toEqual({ turns: wants })
    expect((await topics.of(id)).topics.find(({ key }) => key === 'turns')?.subscribed).toBe(wants)
    const { body } = await calls.preview(rule)
    expect((body.sample as { id: string }[]).map((each) => each.id)).toEqual(wants ? [id] : [])
  }
  expect(await topics.consents(id)).toHaveLength(5)
})

test('a topic that the project does not have is refused', async () => {
  const elsewhere = topicCalls(url, await calls.tenant.key(), calls.tenant.testProject)
  await elsewhere.made('elsewhere')
  for (const topic of ['nowhere', 'elsewhere']) {
    const rule = { all: [{ topic: { topic, is: 'subscribed' } }] }
    const mistake = [422, 'validation_failed', ['/body/rule/all/0/topic/topic', 'not_found']]
    expect(refusalsOf(await calls.create(rule))).toEqual(mistake)
    expect(refusalsOf(await calls.preview(rule))).toEqual(mistake)
  }
})
