import fc from 'fast-check'
import { topicDefaults, type AnyRule, type Profile } from './evaluator.js'

/** Random rules and profiles, of values that often meet. */

export const asOfMs = Date.UTC(2026, 5, 1, 12)
export const retainedMs = asOfMs - 30 * 86_400_000
const dayMs = 86_400_000

const names = ['plan', 'seats', 'since', 'constructor']
const eventNames = ['order_placed', 'login']
const lists = ['lst_01kbf3yq0pe7abk9m5r1w8t2xa', 'lst_01kbf3yq0pe7abk9m5r1w8t2xb']
const topics = Object.keys(topicDefaults)
const campaigns = ['cmp_01kbf3yq0we8r8x5m1t6v9k3ca', 'cmp_01kbf3yq0we8r8x5m1t6v9k3cb']

const texts = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('pro', 'Pro', 'professional', '', 'ü', '%', "it's; drop table contacts"),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0')),
  },
)
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1.5, 0.1 + 0.2, 0.3, 1e300, 5e-324, 2 ** 53, -1e-7),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const times = fc.constantFrom(
  '2026-05-31',
  '2026-06-01',
  '2024-02-29',
  '2000-02-29',
  '2026-06-01T12:00:00Z',
  '2026-06-01T12:00:00.001Z',
  '2026-06-01T14:00:00+02:00',
  '2026-05-31T23:59:59-14:59',
  '2026-05-01T00:00:00.5Z',
  '1000-01-01',
  '9999-12-31T23:59:59Z',
)
/** Texts that look like times. The first are of the contract's form, but finer than a rule's own. */
const nearlyTimes = fc.oneof(
  fc.constantFrom(
    '2026-06-01T12:00:00.000001Z',
    '2026-06-01T11:59:59.9999999Z',
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-06-01T24:00:00Z',
    '2026-06-01T12:00:60Z',
    '2026-06-01T12:00:00',
    '2026-06-01T12:00:00+15:59',
    '2026-06-01T12:00:00+99:00',
    '0000-01-01',
    '0999-12-31',
    '10000-01-01',
    ' 2026-06-01',
    '2026-06-01\n',
    'infinity',
    'now',
    'today',
  ),
  fc
    .tuple(fc.nat(9999), fc.nat(19), fc.nat(39))
    .map(([year, month, day]) => [pad(year, 4), pad(month, 2), pad(day, 2)].join('-')),
)
const pad = (value: number, length: number) => String(value).padStart(length, '0')

const scalar = fc.oneof(texts, numbers, fc.boolean(), times)
const duration = fc.constantFrom('P1D', 'P30D', 'PT12H', 'P1DT6H', 'PT1S', 'P0D', 'PT90M', 'P3650D')

const value: fc.Arbitrary<unknown> = fc.oneof(scalar, nearlyTimes)
const properties = fc
  .dictionary(fc.constantFrom(...names), value, { maxKeys: 4 })
  .map((found) => ({ ...found }))
/** Events keep a null that they were given; of a contact it removes the property. */
const eventProperties = fc
  .dictionary(fc.constantFrom(...names), fc.oneof(value, fc.constant(null)), { maxKeys: 4 })
  .map((found) => ({ ...found }))

const momentMs = fc
  .oneof(
    fc.constantFrom(0, 1, -1, -1000, -dayMs, -dayMs + 1, -30 * dayMs, -30 * dayMs - 1, -31 * dayMs, 5000),
    fc.integer({ min: -40 * dayMs, max: dayMs }),
  )
  .map((ms) => asOfMs + ms)

export const profile: fc.Arbitrary<Profile> = fc.record({
  address: fc
    .tuple(fc.uuid(), fc.constantFrom('example.com', 'shop.example', 'xn--bcher-kva.example'))
    .map(([local, domain]) => `${local}@${domain}`),
  name: fc.option(texts.filter((text) => text !== '')),
  properties,
  unsubscribed: fc.boolean(),
  createdMs: momentMs,
  events: fc.array(
    fc.record({ name: fc.constantFrom(...eventNames), atMs: momentMs, properties: eventProperties }),
    { maxLength: 6 },
  ),
  messages: fc.array(
    fc.record({
      status: fc.constantFrom('delivered', 'bounced', 'failed', 'queued'),
      delivered: fc.boolean(),
      complained: fc.boolean(),
      campaign: fc.option(fc.constantFrom(...campaigns)),
      ownProject: fc.boolean(),
      opened: fc.subarray(['person', 'machine']),
      clicked: fc.subarray(['person', 'machine']),
      ms: momentMs,
    }),
    { maxLength: 4 },
  ),
  mails: fc.array(
    fc.record({
      answers: fc.boolean(),
      match: fc.constantFrom('address', 'header'),
      authenticated: fc.constantFrom(true, false, null),
      dmarc: fc.constantFrom('pass', 'none', 'fail'),
      automatic: fc.constantFrom('none', 'none', 'auto_reply', 'list'),
      campaign: fc.option(fc.constantFrom(...campaigns)),
      ms: momentMs,
      expiresMs: fc.constantFrom(asOfMs - 1, asOfMs, asOfMs + 1, asOfMs + dayMs),
    }),
    { maxLength: 4 },
  ),
  subscriptions: fc.dictionary(
    fc.constantFrom(...lists),
    fc.constantFrom('pending', 'confirmed', 'unsubscribed'),
  ),
  choices: fc.array(
    fc.record({ topic: fc.constantFrom(...topics), action: fc.constantFrom('subscribed', 'unsubscribed') }),
    { maxLength: 4 },
  ),
})

const op = (...ops: string[]) => fc.constantFrom(...ops)
const listOf = (item: fc.Arbitrary<unknown>) => fc.array(item, { minLength: 1, maxLength: 4 })

function comparison(item: fc.Arbitrary<unknown>, ...more: fc.Arbitrary<{ op: string; value: unknown }>[]) {
  return fc.oneof(
    fc.record({ op: op('eq', 'ne'), value: item }),
    fc.record({ op: op('in'), value: listOf(item) }),
    fc.record({ op: op('exists'), value: fc.boolean() }),
    ...more,
  )
}
const ofText = fc.record({ op: op('contains', 'starts_with'), value: texts })
const ofTime = fc.oneof(
  fc.record({ op: op('before', 'after'), value: times }),
  fc.record({ op: op('within'), value: duration }),
)
const ofNumber = fc.record({ op: op('gt', 'gte', 'lt', 'lte'), value: numbers })

const propertyCondition = fc
  .tuple(fc.constantFrom(...names), comparison(value, ofText, ofTime, ofNumber))
  .map(([name, compared]) => ({ name, ...compared }))

const field = (name: string, compared: fc.Arbitrary<{ op: string; value: unknown }>) =>
  compared.map((each) => ({ contact: { field: name, ...each } }))

const count = fc.record({
  op: op('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
  value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(1000)),
})
const optional = { requiredKeys: [] as never[] }
const window = fc.record({ count, within: duration }, optional)
const messageWindow = fc.record(
  { count, within: fc.constantFrom('P1D', 'P30D', 'PT12H'), campaign_id: fc.constantFrom(...campaigns) },
  optional,
)

const condition: fc.Arbitrary<AnyRule> = fc.oneof(
  { weight: 3, arbitrary: propertyCondition.map((property) => ({ property })) },
  field('email_domain', comparison(fc.oneof(texts, fc.constant('shop.example')), ofText)),
  field('name', comparison(texts, ofText)),
  field('created_at', comparison(times, ofTime)),
  field('unsubscribed', comparison(fc.boolean())),
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...eventNames),
        window,
        fc.option(fc.array(propertyCondition, { minLength: 1, maxLength: 2 }), { nil: undefined }),
      )
      .map(([name, limits, where]) => ({ event: { name, ...limits, ...(where && { where }) } })),
  },
  fc
    .tuple(
      fc.constantFrom('delivered', 'bounced', 'complained', 'replied', 'replied', 'opened', 'clicked'),
      messageWindow,
    )
    .map(([status, limits]) => ({ message: { status, ...limits } })),
  fc
    .tuple(fc.constantFrom(...lists), fc.constantFrom('pending', 'confirmed', 'unsubscribed'))
    .map(([list_id, status]) => ({ list: { list_id, status } })),
  fc
    .tuple(fc.constantFrom(...topics), fc.constantFrom('subscribed', 'unsubscribed'))
    .map(([topic, is]) => ({ topic: { topic, is } })),
)

export const rule: fc.Arbitrary<AnyRule> = fc.letrec<{ node: AnyRule }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('node').map((not) => ({ not })),
    tie('node').map((inner) => ({ segment: { segment_id: 'seg_01kbf3yq0ve4t8c1p9s6d3b8nk', rule: inner } })),
  ),
})).node
