import type { CampaignCheck } from 'postseal'
import { expect, test } from 'vitest'
import { hoursOf } from '../../../console/screens/campaigns/figures/hours.js'
import { detailsOf, partOf } from '../../../console/screens/campaigns/draft/problem.js'
import { valuesOfVariables, variablesOf } from '../../../console/screens/campaigns/draft/variable-values.js'
import { audienceText } from '../../../console/screens/campaigns/words.js'

const exactly = (value: number) => ({ value, low: value, high: value, exact: true })
const check = (found: Partial<CampaignCheck>): CampaignCheck => ({
  problem: null,
  problems: [],
  sample: { contacts: 100, failed: 0 },
  contacts: exactly(12_400),
  reached: exactly(12_000),
  left_out: [],
  scanned: 12_400,
  as_of: '2026-01-14T09:30:00.000Z',
  ...found,
})

test('who gets a campaign and who does not is said in numbers and reasons', () => {
  const left_out = [
    { reason: 'not_confirmed', estimate: exactly(399) },
    { reason: 'opted_out', estimate: exactly(1) },
  ]
  expect(audienceText(check({ left_out }))).toBe(
    '12,000 contacts get it · 400 do not: 399 have not confirmed the list, 1 has opted out of campaigns.',
  )
  expect(audienceText(check({ contacts: exactly(0), reached: exactly(0) }))).toContain('no contacts yet')
})

test('an estimate says how far off it may be', () => {
  const reached = { value: 12_000, low: 11_700, high: 12_300, exact: false }
  expect(audienceText(check({ reached, left_out: [] }))).toContain('about 12,000 (11,700 to 12,300)')
})

test('a problem leads to the part where it is mended, and says each mistake once', () => {
  const missing = (contact: string) => ({
    path: '/variables/city',
    code: 'missing_variable',
    message: `is missing (for the contact ${contact})`,
  })
  const problem = {
    code: 'template_render_failed',
    message: 'The mail of some contacts cannot be rendered.',
    details: [missing('con_01kbf3yq0pe7abk9m5r1w8t2xc'), missing('con_01kbf3yq0pe7abk9m5r1w8t2xd')],
  }
  expect(partOf(problem)).toBe('content')
  expect(detailsOf(problem)).toEqual([{ text: 'The variable city is missing', contacts: 2 }])
  expect(partOf({ code: 'segment_too_costly', message: '', details: [] })).toBe('audience')
  const gone = { path: '/audience/list_id', code: 'not_found', message: 'names no list' }
  expect(partOf({ code: 'validation_failed', message: '', details: [gone] })).toBe('audience')
})

test('variables are sent as their declared types, and those that are not declared stay', () => {
  const declared = (['string', 'number', 'boolean', 'array'] as const).map((type) => ({
    name: type,
    type,
    required: false,
    default: null,
  }))
  const saved = { string: 'SPRING', number: 5, boolean: false, array: ['a'], other: 'kept' }
  expect(variablesOf(valuesOfVariables(saved), declared, saved)).toEqual(saved)
  expect(variablesOf({}, declared, saved)).toEqual({ other: 'kept' })
  expect(() => variablesOf({ 'var:array': '{}' }, declared, {})).toThrow('array is not a list of JSON')
})

test('outcomes are drawn for the hours that have any, however long people open the mail', () => {
  const hourOf = (hour: string, counts: object) => ({
    hour: `2026-01-${hour}:00:00.000Z`,
    delivered: 0,
    bounced: 0,
    failed: 0,
    complained: 0,
    unsubscribed: 0,
    opened: 0,
    clicked: 0,
    ...counts,
  })
  const hours = [
    hourOf('14T06', { delivered: 40 }),
    hourOf('14T16', { delivered: 2, opened: 5 }),
    hourOf('20T08', { opened: 1 }),
  ]
  const outcomes = hoursOf(hours, ({ delivered }) => delivered)
  expect(outcomes?.valuesOf(({ delivered }) => delivered)).toEqual([40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(
    hoursOf(hours, ({ opened }) => opened)
      ?.times.at(-1)
      ?.toISOString(),
  ).toBe('2026-01-20T08:00:00.000Z')
  expect(hoursOf(hours, ({ clicked }) => clicked)).toBeUndefined()
})
