import { expect, test } from 'vitest'
import { withoutAccepted } from '../../../scripts/contract/breaking/accepted.js'
import type { Break } from '../../../scripts/contract/breaking/rule.js'

const shorter: Break = {
  rule: 'schema-constraint-changed',
  place: '#/components/schemas/Thing/properties/name/maxLength',
  change: '200 -> 100',
  message: 'It is shorter.',
}
const gone: Break = {
  rule: 'path-removed',
  place: '#/paths/~1v1~1things',
  change: 'removed',
  message: 'Gone.',
}

const entry = {
  rule: shorter.rule,
  place: shorter.place,
  change: shorter.change,
  reason: 'It was never more.',
  affects: 'Nobody.',
}

function rules(breaks: Break[], accepted: unknown): string[] {
  return withoutAccepted(breaks, accepted).map(({ rule, place }) => `${rule} ${place}`)
}

test('what nobody accepted is left, and says what was changed', () => {
  expect(withoutAccepted([shorter, gone], [entry])).toEqual([{ ...gone, message: 'Gone. (removed)' }])
})

test.each([
  ['another rule', { ...entry, rule: 'schema-type-changed' }],
  ['another place', { ...entry, place: '#/components/schemas/Thing/properties/name' }],
  ['a place with everything below it', { ...entry, place: '#/components/schemas/Thing' }],
  ['another change at the same place', { ...entry, change: '200 -> 50' }],
  ['a pattern', { ...entry, place: '*' }],
])('an entry that names %s accepts nothing, and is stale', (_what, stale) => {
  expect(rules([shorter], [stale])).toEqual([
    `${shorter.rule} ${shorter.place}`,
    'accepted-stale contract/accepted-breaks.json#/0',
  ])
})

test('the same entry twice is stale the second time', () => {
  expect(rules([shorter], [entry, entry])).toEqual(['accepted-stale contract/accepted-breaks.json#/1'])
})

test.each([
  ['no reason', { ...entry, reason: ' ' }],
  ['nobody affected', { ...entry, affects: undefined }],
  ['something unknown', { ...entry, until: '2027-01-01' }],
  ['no members', 'path-removed'],
  ['nothing', null],
])('an entry with %s accepts nothing', (_what, malformed) => {
  expect(rules([shorter], [malformed])).toEqual([
    `${shorter.rule} ${shorter.place}`,
    'accepted-malformed contract/accepted-breaks.json#/0',
  ])
})

test('what is not a list accepts nothing', () => {
  expect(rules([], {})).toEqual(['accepted-malformed contract/accepted-breaks.json'])
})
