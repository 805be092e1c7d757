import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Definition, Step } from '../../../../../server/product/programs/automations/definition.js'
import { maxWaitMs, signedDurationMs } from '../../../../../server/product/programs/automations/durations.js'
import { definitionOf } from '../../../../../server/product/programs/automations/definitions/check.js'
import {
  isTooLarge,
  mistakesIn,
} from '../../../../../server/product/programs/automations/definitions/mistakes.js'
import {
  namedIn,
  referencesOf,
} from '../../../../../server/product/programs/automations/definitions/named.js'
import { placeSteps } from '../../../../../server/product/programs/automations/definitions/place-steps.js'

/** Tests the mistakes in a definition that can be found without the database. */

const [template, list, segment] = [
  'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n',
  'lst_01kbf3yq0se2dan8s4v9y1z5gh',
  'seg_01kbf3yq0ve4t8c1p9s6d3b8nk',
]
const exit = (key: string): Step => ({ key, exit: {} })
const definition = (fields: Partial<Definition> = {}): Definition =>
  definitionOf({ trigger: { manual: {} }, steps: [exit('end')], ...fields } as never)
const mistakes = (fields: Partial<Definition>) =>
  mistakesIn(definition(fields), '/body').map(({ path, code }) => [path, code])
const wait = (wait: NonNullable<Step['wait']>) => ({ steps: [{ key: 'wait', wait }] })
const awaiting = (fields: object) => ({
  steps: [{ key: 'wait', wait_for_event: { name: 'bought', timeout: 'P1D', ...fields } }],
})

/** Steps that are inside of each other, so many levels deep. */
const nested = (levels: number): Step =>
  levels === 1
    ? exit('l1')
    : {
        key: `l${levels}`,
        wait_for_event: { name: 'bought', timeout: 'P1D', on_timeout: [nested(levels - 1)] },
      }
const inBranch = (steps: Step[]): Step => ({
  key: 'choose',
  branch: { cases: [{ if: { contact: { field: 'name', op: 'exists', value: true } }, steps }] },
})
const many = (count: number) => Array.from({ length: count }, (_, index) => exit(`s${index}`))

test.each<[string, Partial<Definition>]>([
  ['no more than it needs', {}],
  ['a hundred steps', { steps: many(100) }],
  ['a hundred steps, most of them inside of one', { steps: [inBranch(many(99))] }],
  ['five levels', { steps: [nested(5)] }],
  ['the longest wait', wait({ for: 'P365D' })],
  ['the shortest one', wait({ for: 'PT1S' })],
  ['a time', wait({ until: '2026-12-01T09:00:00+01:00' })],
  ['an offset back', wait({ until_property: { name: 'ends_at', offset: '-P3D' } })],
  ['an offset of nothing', wait({ until_property: { name: 'ends_at', offset: 'PT0S' } })],
  ['a time zone', wait({ time_of_day: { time: '09:00', timezone: 'Europe/Berlin' } })],
  ['an alias of one', wait({ time_of_day: { time: '09:00', timezone: 'US/Pacific' } })],
  ['UTC', wait({ time_of_day: { time: '09:00', timezone: 'UTC' } })],
  ['an interval', { reentry: { mode: 'always', min_interval: 'P7D', key: 'cart_id' } }],
])('nothing is wrong with %s', (_, fields) => {
  expect(mistakes(fields)).toEqual([])
})

test.each<[string, Partial<Definition>, string, string]>([
  ['two steps of one key', { steps: [exit('a'), exit('b'), exit('a')] }, '/steps/2/key', 'duplicate'],
  [
    'two of one key on different levels',
    { steps: [exit('a'), inBranch([exit('a')])] },
    '/steps/1/branch/cases/0/steps/0/key',
    'duplicate',
  ],
  ['a step too many', { steps: [inBranch(many(100))] }, '/steps/0/branch/cases/0/steps/99', 'too_many'],
  [
    'a level too many',
    { steps: [nested(6)] },
    `/steps/0${'/wait_for_event/on_timeout/0'.repeat(5)}`,
    'depth',
  ],
  ['what is no duration', wait({ for: 'P1Y' }), '/steps/0/wait/for', 'type'],
  ['a wait of nothing', wait({ for: 'PT0S' }), '/steps/0/wait/for', 'out_of_range'],
  ['a wait that is too long', wait({ for: 'P365DT1S' }), '/steps/0/wait/for', 'out_of_range'],
  ['a wait back', wait({ for: '-P1D' }), '/steps/0/wait/for', 'type'],
  ['a leap second', wait({ until: '2016-12-31T23:59:60Z' }), '/steps/0/wait/until', 'time'],
  [
    'an offset that is none',
    wait({ until_property: { name: 'ends_at', offset: '--P3D' } }),
    '/steps/0/wait/until_property/offset',
    'type',
  ],
  [
    'an offset that is too long',
    wait({ until_property: { name: 'ends_at', offset: '-P366D' } }),
    '/steps/0/wait/until_property/offset',
    'out_of_range',
  ],
  [
    'a time zone that there is not',
    wait({ time_of_day: { time: '09:00', timezone: 'Europe/Atlantis' } }),
    '/steps/0/wait/time_of_day/timezone',
    'unknown',
  ],
  [
    'an offset for a time zone',
    wait({ time_of_day: { time: '09:00', timezone: '+01:00' } }),
    '/steps/0/wait/time_of_day/timezone',
    'unknown',
  ],
  [
    'a time-out that is too long',
    awaiting({ timeout: 'P366D' }),
    '/steps/0/wait_for_event/timeout',
    'out_of_range',
  ],
  [
    'a comparison that is none',
    awaiting({ where: [{ name: 'total', op: 'gte', value: 'x' }] }),
    '/steps/0/wait_for_event/where/0/value',
    'type',
  ],
  [
    'one of the trigger',
    { trigger: { event: { name: 'a', where: [{ name: 'total', op: 'like', value: 1 }] } } },
    '/trigger/event/where/0/op',
    'unknown_op',
  ],
  [
    'one of an exit',
    {
      exit_on: [
        { list: { list_id: list, on: 'unsubscribed' } },
        { event: { name: 'a', where: [{ name: 'total', op: 'in', value: 1 }] } },
      ],
    },
    '/exit_on/1/event/where/0/value',
    'type',
  ],
  ['an interval of nothing', { reentry: { min_interval: 'P0D' } }, '/reentry/min_interval', 'out_of_range'],
  [
    'values of more than 64 kB',
    { steps: [{ key: 'a', send: { template_id: template, variables: { a: 'ä'.repeat(32_000) } } }] },
    '/steps/0/send/variables',
    'too_long',
  ],
  [
    'data of more than 16 kB',
    { steps: [{ key: 'a', notify: { name: 'a', data: { a: 'a'.repeat(16_000) } } }] },
    '/steps/0/notify/data',
    'too_long',
  ],
])('what is wrong: %s', (_, fields, path, code) => {
  expect(mistakes(fields)).toEqual([[`/body${path}`, code]])
})

test('all mistakes are told, in their order', () => {
  const steps = [
    { key: 'a', wait: { for: 'P0D' } },
    { key: 'a', wait: { for: 'x' } },
  ]
  expect(mistakes({ reentry: { min_interval: 'x' }, steps }).map(([path]) => path)).toEqual([
    '/body/reentry/min_interval',
    '/body/steps/0/wait/for',
    '/body/steps/1/key',
    '/body/steps/1/wait/for',
  ])
})

test('500 kB of JSON are enough', () => {
  const steps = (each: number) =>
    Array.from({ length: 10 }, (_, index) => ({
      key: `s${index}`,
      send: { template_id: template, variables: { a: 'a'.repeat(each) } },
    }))
  expect(isTooLarge(definition({ steps: steps(49_000) }))).toBe(false)
  expect(isTooLarge(definition({ steps: steps(50_000) }))).toBe(true)
})

describe('steps that are inside of others', () => {
  /** Trees of steps, of which each has a key of its own. */
  const trees = fc.letrec<{ steps: Step[] }>((tie) => ({
    steps: fc.array(
      fc.oneof(
        { maxDepth: 4 },
        fc.constant('x').map(exit),
        tie('steps').map((steps): Step => inBranch(steps)),
        fc.tuple(tie('steps'), tie('steps')).map(([first, otherwise]): Step => {
          const { branch } = inBranch(first)
          return { key: 'x', branch: { cases: branch?.cases ?? [], else: otherwise } }
        }),
        tie('steps').map((steps): Step => {
          return { key: 'x', wait_for_event: { name: 'bought', timeout: 'P1D', on_timeout: steps } }
        }),
      ),
      { maxLength: 5 },
    ),
  })).steps

  const at = (value: unknown, pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce((inner, token) => (inner as Record<string, unknown>)[token], value)

  test('each is found where its pointer leads, on its level, up to the first too many', () => {
    fc.assert(
      fc.property(trees, (steps) => {
        const placed = placeSteps(steps, '/steps')
        expect(placed.length).toBeLessThanOrEqual(101)
        for (const { step, at: pointer, level } of placed) {
          expect(at({ steps }, pointer)).toBe(step)
          const outer = pointer.split('/').filter((token) => ['branch', 'wait_for_event'].includes(token))
          expect(level).toBe(outer.length + 1)
          expect(level).toBeLessThanOrEqual(6)
        }
        expect(new Set(placed.map(({ at: pointer }) => pointer)).size).toBe(placed.length)
        if (placed.length <= 100 && placed.every(({ level }) => level <= 5)) {
          expect(placed.length).toBe(JSON.stringify(steps).split('"key"').length - 1)
        }
      }),
    )
  })

  test('two of one key are told exactly where there are two', () => {
    fc.assert(
      fc.property(trees, fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 101 }), (steps, numbers) => {
        const placed = placeSteps(steps, '/steps')
        for (const [index, { step }] of placed.entries()) {
          Object.assign(step, { key: `k${numbers[index] ?? `own${index}`}` })
        }
        const looked = placed.slice(0, 100)
        const repeated = looked.filter(({ step }, index) =>
          looked.slice(0, index).some((earlier) => earlier.step.key === step.key),
        )
        const found = mistakesIn(definition({ steps }), '').filter(({ code }) => code === 'duplicate')
        expect(found.map(({ path }) => path)).toEqual(repeated.map(({ at: pointer }) => `${pointer}/key`))
      }),
    )
  })
})

test('what a definition names is found wherever it stands', () => {
  const inSegment = { segment: { segment_id: segment } }
  const named = namedIn(
    definition({
      trigger: { list: { list_id: list, on: 'confirmed' } },
      entry_rule: { all: [inSegment, { list: { list_id: list, status: 'confirmed' } }] },
      exit_on: [{ rule: inSegment }, { list: { list_id: list, on: 'unsubscribed' } }],
      sender: { list_id: list },
      steps: [
        { key: 'a', subscribe: { list_id: list } },
        { key: 'b', unsubscribe: {} },
        { key: 'c', unsubscribe: { list_id: list } },
        inBranch([{ key: 'd', send: { template_id: template, version: 3 } }]),
      ],
    }),
    '',
  )
  expect(named.templates.map(({ at, version }) => [at, version])).toEqual([
    ['/steps/3/branch/cases/0/steps/0/send', 3],
  ])
  expect(named.lists.map(({ path }) => path)).toEqual([
    '/trigger/list/list_id',
    '/exit_on/1/list/list_id',
    '/sender/list_id',
    '/steps/0/subscribe/list_id',
    '/steps/2/unsubscribe/list_id',
  ])
  expect(named.rules.map(({ at }) => at)).toEqual([
    '/entry_rule',
    '/exit_on/0/rule',
    '/steps/3/branch/cases/0/if',
  ])
  const { template: templates, list: lists, segment: segments } = referencesOf(named)
  expect([templates.length, lists.length, segments.length]).toEqual([1, 1, 1])
})

test('the defaults are filled in, and the sender is kept as sends keep it', () => {
  expect(definition()).toMatchObject({
    entry_rule: null,
    reentry: { mode: 'after_exit' },
    exit_on: [],
    sender: {},
  })
  const sender = {
    from_email: 'Hello@SHOP.example',
    from_name: ' The\tShop ',
    reply_to: [{ email: 'Help@SHOP.example', name: '\u202e' }],
    category: 'onboarding',
  }
  expect(definition({ sender, reentry: { key: 'cart_id' } })).toMatchObject({
    reentry: { mode: 'after_exit', key: 'cart_id' },
    sender: {
      from_email: 'Hello@shop.example',
      from_name: 'The Shop',
      reply_to: [{ email: 'Help@shop.example' }],
      category: 'onboarding',
    },
  })
})

test.each([
  ['P365D', maxWaitMs],
  ['-P365D', -maxWaitMs],
  ['-PT1H30M', -5_400_000],
  ['PT0S', 0],
  ['-PT0S', 0],
  ['-', undefined],
  ['+P1D', undefined],
  ['- P1D', undefined],
])('%s is %s milliseconds', (text, ms) => {
  expect(signedDurationMs(text)).toBe(ms)
})
