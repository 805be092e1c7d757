import * as fc from 'fast-check'
import type { SegmentRule } from 'postseal'
import { describe, expect, test } from 'vitest'
import { isComplete, lackOf } from '../../../console/screens/segments/conditions/conditions.js'
import { explainedTree } from '../../../console/screens/segments/explanation.js'
import { lineOf, placeIn, readRule } from '../../../console/screens/segments/rules/json-rule.js'
import {
  add,
  drop,
  duplicate,
  excessOf,
  fromRule,
  isGroup,
  move,
  newCondition,
  newGroup,
  nodeAt,
  nodesOf,
  placeOf,
  pointersOf,
  remove,
  toRule,
  unwrap,
  wrap,
  type Group,
} from '../../../console/screens/segments/rules/tree.js'
import { fullSentenceOf, sentenceOf } from '../../../console/screens/segments/words.js'

const id = (prefix: string) => `${prefix}_01kbf3yq0ve4t8c1p9s6d3b8nk`
const scalar = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean())
const name = fc.constantFrom('plan', 'seats', 'a_B9')
const within = fc.constantFrom('P30D', 'PT12H', 'P1DT6H', 'PT5M')
const property = fc.oneof(
  fc.record({ name, op: fc.constantFrom('eq', 'ne'), value: scalar }),
  fc.record({ name, op: fc.constant('in'), value: fc.array(scalar, { minLength: 1, maxLength: 5 }) }),
  fc.record({ name, op: fc.constant('exists'), value: fc.boolean() }),
  fc.record({ name, op: fc.constantFrom('gt', 'lte'), value: fc.integer() }),
  fc.record({ name, op: fc.constant('contains'), value: fc.string({ minLength: 1 }) }),
  fc.record({ name, op: fc.constant('before'), value: fc.constant('2026-03-01') }),
  fc.record({ name, op: fc.constant('within'), value: within }),
)
const contact = fc.oneof(
  fc.record({ field: fc.constant('email_domain'), op: fc.constant('eq'), value: fc.constant('a.example') }),
  fc.record({ field: fc.constant('created_at'), op: fc.constant('within'), value: within }),
  fc.record({ field: fc.constant('unsubscribed'), op: fc.constant('eq'), value: fc.boolean() }),
)
const count = fc.record({ op: fc.constantFrom('eq', 'gte', 'lt'), value: fc.nat(1000) })
const history = { count, within }
const condition = fc.oneof(
  fc.record({ property }),
  fc.record({ contact }),
  fc.record({
    event: fc.record(
      { name, ...history, where: fc.array(property, { minLength: 1, maxLength: 3 }) },
      { requiredKeys: ['name'] },
    ),
  }),
  fc.record({
    message: fc.record(
      {
        status: fc.constantFrom('delivered', 'replied', 'opened', 'clicked'),
        ...history,
        campaign_id: fc.constant(id('cmp')),
      },
      { requiredKeys: ['status'] },
    ),
  }),
  fc.record({ list: fc.record({ list_id: fc.constant(id('lst')), status: fc.constant('pending') }) }),
  fc.record({ segment: fc.record({ segment_id: fc.constant(id('seg')) }) }),
)

/** Rules of all kinds, of any depth within reason. */
const { rule } = fc.letrec((tie) => {
  const rules = fc.array(tie('rule'), { minLength: 1, maxLength: 3 })
  return {
    rule: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      condition,
      fc.record({ all: rules }),
      fc.record({ any: rules }),
      fc.record({ not: tie('rule') }),
    ),
  }
}) as { rule: fc.Arbitrary<SegmentRule> }

const plan: SegmentRule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
const seats: SegmentRule = { property: { name: 'seats', op: 'gte', value: 5 } }
const order: SegmentRule = { event: { name: 'order_placed' } }
const none = { list: new Map(), segment: new Map(), campaign: new Map() }

/** The id of the node that a pointer leads to. */
const at = (root: Group, pointer: string) => nodeAt(pointersOf(root), pointer) ?? ''

describe('a rule as a tree', () => {
  test('is the same rule again, whatever its kinds', () => {
    fc.assert(
      fc.property(rule, (given) => {
        const root = fromRule(given)
        expect(toRule(root)).toEqual(given)
        expect(isComplete(root)).toBe(true)
      }),
    )
  })

  test('is the same rule again from its JSON, unless it is beyond a limit', () => {
    fc.assert(
      fc.property(rule, (given) => {
        const read = readRule(JSON.stringify(given, null, 2))
        const excess = excessOf(fromRule(given))
        if ('root' in read) expect(toRule(read.root)).toEqual(given)
        else expect(read.mistake.message).toBe(excess)
      }),
    )
  })

  test('has a node at each pointer of the rule', () => {
    fc.assert(
      fc.property(rule, (given) => {
        const root = fromRule(given)
        const pointers = pointersOf(root)
        for (const [pointer, nodeId] of pointers) {
          expect(placeIn(JSON.stringify(given), pointer)).toBeTypeOf('number')
          expect(placeOf(root, nodeId)).toBeDefined()
        }
        expect(
          nodesOf(root).every((node) => node.id === root.id || [...pointers.values()].includes(node.id)),
        ).toBe(true)
      }),
    )
  })

  test('keeps each condition whichever way it is moved', () => {
    const direction = fc.constantFrom('up', 'down', 'in', 'out')
    fc.assert(
      fc.property(rule, fc.array(fc.tuple(fc.nat(), direction), { maxLength: 8 }), (given, moves) => {
        let root = fromRule(given)
        const conditions = (of: Group) =>
          nodesOf(of)
            .filter((node) => !isGroup(node))
            .map((node) => node.id)
            .sort()
        const before = conditions(root)
        for (const [index, direction] of moves) {
          const nodes = nodesOf(root)
          const node = nodes[index % nodes.length]
          root = (node && move(root, node.id, direction)) ?? root
        }
        expect(conditions(root)).toEqual(before)
      }),
    )
  })

  test('moves a row among its neighbours, into the group beside it and out again', () => {
    const root = fromRule({ all: [plan, { any: [seats] }, order] })
    const moved = at(root, '/all/0')
    const down = move(root, moved, 'down')
    expect(down && toRule(down)).toEqual({ all: [{ any: [seats] }, plan, order] })
    const inside = down && move(down, moved, 'in')
    expect(inside && toRule(inside)).toEqual({ all: [{ any: [seats, plan] }, order] })
    const out = inside && move(inside, moved, 'out')
    expect(out && toRule(out)).toEqual({ all: [{ any: [seats] }, plan, order] })
    // No group stands above it, but one below.
    const below = move(root, moved, 'in')
    expect(below && toRule(below)).toEqual({ all: [{ any: [plan, seats] }, order] })
    expect(move(root, moved, 'up')).toBeUndefined()
    expect(move(root, moved, 'out')).toBeUndefined()
    expect(move(root, root.id, 'down')).toBeUndefined()
  })

  test('wraps, unwraps, duplicates and removes', () => {
    const root = fromRule({ all: [plan, order] })
    const first = at(root, '/all/0')
    const { root: wrapped, group } = wrap(root, first, 'any')
    expect(toRule(wrapped)).toEqual({ all: [{ any: [plan] }, order] })
    expect(toRule(unwrap(wrapped, group.id))).toEqual({ all: [plan, order] })
    const made = duplicate(root, first)
    expect(made && toRule(made.root)).toEqual({ all: [plan, plan, order] })
    expect(made?.copy.id).not.toBe(first)
    expect(toRule(remove(root, first))).toEqual({ all: [order] })
  })

  test('takes what is dropped, but not a group into itself', () => {
    const root = fromRule({ all: [plan, { any: [seats] }] })
    const [row, group, inner] = [at(root, '/all/0'), at(root, '/all/1'), at(root, '/all/1/any/0')]
    const after = drop(root, row, inner, 'after')
    expect(after && toRule(after)).toEqual({ all: [{ any: [seats, plan] }] })
    const before = drop(root, inner, row, 'before')
    expect(before && toRule(before)).toEqual({ all: [seats, plan, { any: [] }] })
    expect(drop(root, group, inner, 'before')).toBeUndefined()
    expect(drop(root, group, group, 'inside')).toBeUndefined()
    const deep = fromRule({ all: [plan, { any: [{ all: [seats] }] }] })
    expect(drop(deep, at(deep, '/all/1'), at(deep, '/all/1/any/0'), 'inside')).toBeUndefined()
  })

  test('writes “none of” with one condition in one level, and with several in two', () => {
    const group = newGroup('none', [newCondition('event', { name: 'order_placed' })])
    expect(toRule(newGroup('all', [group], true))).toEqual({ not: order })
    const both = add(
      newGroup('all', [group], true),
      group.id,
      newCondition('property', { name: 'plan', op: 'eq', value: 'pro' }),
    )
    expect(toRule(both)).toEqual({ not: { any: [order, plan] } })
  })

  test('says which limit it exceeds', () => {
    const many = (each: SegmentRule, times: number) =>
      fromRule({ all: Array.from({ length: times }, () => each) })
    expect(excessOf(many(plan, 50))).toBeUndefined()
    expect(excessOf(many(plan, 51))).toContain('50 conditions')
    expect(excessOf(many(order, 10))).toBeUndefined()
    expect(excessOf(many(order, 11))).toContain('10 conditions')
    const deep = (levels: number): SegmentRule => (levels === 1 ? plan : { not: deep(levels - 1) })
    expect(excessOf(fromRule(deep(6)))).toBeUndefined()
    expect(excessOf(fromRule(deep(7)))).toContain('6 levels')
  })
})

test('an incomplete condition says what it lacks', () => {
  expect(lackOf(newCondition('property', { name: '', op: 'eq' }))).toBe('Enter the name of the property.')
  expect(lackOf(newCondition('property', { name: 'seats', op: 'gt', value: null }))).toBe('Enter a number.')
  expect(lackOf(newCondition('property', { name: 'plan', op: 'in', value: [] }))).toBe(
    'Enter at least one value.',
  )
  expect(lackOf(newCondition('event', { name: 'a b' }))).toContain('starts with a letter')
  expect(lackOf(newCondition('event', { name: 'a', within: 'P' }))).toContain('a number of days')
  expect(lackOf(newCondition('list', { status: 'confirmed' }))).toBe('Choose a list.')
  expect(isComplete(newGroup('all'))).toBe(false)
})

describe('a mistake in the JSON', () => {
  test.each([
    ['{"all": [\n  {"property": {"name": "plan", "op": "is", "value": 1}}\n]}', 2, 'one of eq, ne'],
    ['{\n"al": []}', 2, '“al” is none of'],
    ['{"all": [],\n"any": []}', 2, 'one key only'],
    ['{"all":\n []}', 2, 'at least one'],
    ['{"list": {"list_id": "lst_1",\n}}', 2, 'key in double quotes'],
    ['{"event": {"name": "a",\n "when": 1}}', 2, 'does not take “when”'],
    ['{"not": {"message":\n {}}}', 2, 'needs “status”'],
    ['{"segment": {"segment_id": "seg_1"}}\n x', 2, 'after the end'],
    ['', 1, 'ends too early'],
  ])('is found at its place: %j', (text, line, message) => {
    const read = readRule(text)
    const mistake = 'mistake' in read ? read.mistake : undefined
    expect(mistake?.message).toContain(message)
    expect(lineOf(text, mistake?.at ?? 0).line).toBe(line)
  })
})

test('a rule that has just been begun is told without dots of a gap', () => {
  expect(fullSentenceOf({ all: [] }, none)).toBe('No condition yet.')
  expect(fullSentenceOf({ property: { name: '', op: 'eq' } } as unknown as SegmentRule, none)).toBe(
    'Contacts whose … is …',
  )
})

test.each<[SegmentRule, string]>([
  [plan, 'Contacts whose plan is “pro”'],
  [{ all: [plan, { not: order }] }, 'Contacts whose plan is “pro”, except those who did order_placed'],
  [{ not: { any: [plan, order] } }, 'All contacts except those whose plan is “pro” or who did order_placed'],
  [
    { all: [{ not: seats }, plan, { not: { all: [order, plan] } }] },
    'Contacts whose plan is “pro”, except those with seats of at least 5 and except those (who did order_placed and whose plan is “pro”)',
  ],
  [
    { any: [{ not: seats }, plan] },
    'Contacts (all except those with seats of at least 5) or whose plan is “pro”',
  ],
  [
    { all: [{ any: [plan, seats] }, { event: { name: 'a', count: { op: 'eq', value: 0 }, within: 'P1D' } }] },
    'Contacts (whose plan is “pro” or with seats of at least 5) and who never did a in the last 1 day',
  ],
  [
    { contact: { field: 'created_at', op: 'within', value: 'P14D' } },
    'Contacts who were added in the last 14 days',
  ],
  [
    { contact: { field: 'unsubscribed', op: 'eq', value: false } },
    'Contacts who did not unsubscribe from everything',
  ],
  [
    {
      all: [
        { message: { status: 'opened', count: { op: 'eq', value: 0 }, within: 'P14D' } },
        { message: { status: 'clicked', campaign_id: 'cmp_1' } },
      ],
    },
    'Contacts who never opened mail in the last 14 days and who clicked in mail of the campaign “Spring”',
  ],
])('a rule is told in words', (given, words) => {
  expect(sentenceOf(given, { ...none, campaign: new Map([['cmp_1', 'Spring']]) })).toBe(words)
})

test('an explanation is a tree, with the nodes of other segments below theirs', () => {
  const node = (path: string, kind: string) => ({ path, kind, result: true, reason: null, actual: null })
  const given: SegmentRule = { all: [plan, { segment: { segment_id: 'seg_1' } }] }
  const nodes = [
    node('/all', 'all'),
    node('/all/0/property', 'property'),
    node('/all/1/segment', 'segment'),
    node('/all/1/segment/not', 'not'),
    node('/all/1/segment/not/event', 'event'),
  ]
  const rules = new Map<string, SegmentRule>([['seg_1', { not: order }]])
  const [all] = explainedTree(given, nodes, { ...none, segment: new Map([['seg_1', 'Loyal']]) }, rules)
  expect(all?.words).toBe('All of these')
  expect(all?.children.map(({ words }) => words)).toEqual(['whose plan is “pro”', 'of the segment “Loyal”'])
  expect(all?.children[1]?.children[0]?.children.map(({ words }) => words)).toEqual(['who did order_placed'])
})
