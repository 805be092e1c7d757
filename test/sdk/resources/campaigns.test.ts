import { expect, expectTypeOf, test } from 'vitest'
import {
  SendingHaltedError,
  type CampaignRecipientStatus,
  type CampaignStatus,
  type CreateCampaignRequest,
} from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, listOf, refusal, skipWaits } from '../support.js'

const draft = {
  project_id: 'prj_1',
  name: 'Spring sale',
  template: { template_id: 'tpl_1' },
  audience: { list_id: 'lst_1', exclude_segment_id: 'seg_1' },
  variables: { code: 'SPRING', reply_to: 'is a value of the template here' },
}
const addresses = { from: 'Shop <news@shop.example>', reply_to: 'help@shop.example' }
const onTheWire = {
  from_email: 'news@shop.example',
  from_name: 'Shop',
  reply_to: [{ email: 'help@shop.example' }],
}

test('a campaign goes out as it was given, with its addresses in the form of the contract', async () => {
  const { client, seen } = clientOf([json({ id: 'cmp_1', status: 'draft', pause_reason: null })])
  const campaign = await client.campaigns.create({ ...draft, ...addresses })
  await client.campaigns.update(campaign.id, { ...addresses, rate_per_hour: null })
  expect(seen.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
    ['POST', '/v1/campaigns', { ...draft, ...onTheWire }],
    ['PATCH', '/v1/campaigns/cmp_1', { ...onTheWire, rate_per_hour: null }],
  ])
  const twice = { ...draft, from: 'a@shop.example', from_email: 'b@shop.example' }
  await expect(client.campaigns.create(twice as unknown as CreateCampaignRequest)).rejects.toThrow(/twice/)
  expect(seen).toHaveLength(2)
  expectTypeOf(campaign.status).toEqualTypeOf<CampaignStatus | (string & {})>()
  expectTypeOf<typeof campaign.template.version>().toEqualTypeOf<number | null>()
})

test('what has a body that may be left out can be called without', async () => {
  const { client, seen } = clientOf([json({})])
  await client.campaigns.schedule('cmp_1')
  await client.campaigns.preview('cmp_1')
  expect(seen.map(({ url, body }) => [new URL(url).pathname, body])).toEqual([
    ['/v1/campaigns/cmp_1/schedule', {}],
    ['/v1/campaigns/cmp_1/preview', {}],
  ])
})

test('each change of the status is asked for again under its key after a failure', async () => {
  skipWaits()
  const { client, seen } = clientOf([disconnect, json({ campaign: { id: 'cmp_1' }, in_flight: 2 })])
  const { in_flight } = await client.campaigns.pause('cmp_1')
  expect(in_flight).toBe(2)
  const [first, second] = seen.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('recipients are found by their status, from page to page', async () => {
  const { client, seen } = clientOf([
    json({ data: [{ contact_id: 'con_1', status: 'skipped' }], has_more: true, next_cursor: 'c1' }),
    json(listOf([])),
  ])
  const found: unknown[] = []
  for await (const recipient of client.campaigns.listRecipients('cmp_1', { status: 'skipped' })) {
    expectTypeOf(recipient.status).toEqualTypeOf<CampaignRecipientStatus | (string & {})>()
    found.push(recipient.contact_id)
  }
  expect(found).toEqual(['con_1'])
  expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?status=skipped', '?cursor=c1&status=skipped'])
})

test('a test of a halted workspace says so', async () => {
  const { client } = clientOf([refusal(423, 'sending_halted')])
  const test = client.campaigns.test('cmp_1', { to: ['ada@example.com'] })
  await expect(test).rejects.toBeInstanceOf(SendingHaltedError)
})
