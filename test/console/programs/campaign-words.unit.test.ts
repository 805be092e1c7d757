import type { CampaignCheck } from 'postseal'
import { expect, test } from 'vitest'
import { hoursOf } from '../../../console/screens/campaigns/figures/hours.js'
import { withUnsubscribeLink } from '../../../console/screens/campaigns/draft/template/unsubscribe-link.js'
import { partOf, stepsOf } from '../../../console/screens/campaigns/draft/problem.js'
import {
  valuesOfVariables,
  variablesOf,
} from '../../../console/screens/campaigns/draft/template/variable-values.js'
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
    '12,000 contacts get it · 400 are left out: 399 have not confirmed the list, 1 has opted out of campaigns.',
  )
  expect(audienceText(check({ contacts: exactly(0), reached: exactly(0) }))).toContain('no contacts yet')
})

test('an estimate says how far off it may be', () => {
  const reached = { value: 12_000, low: 11_700, high: 12_300, exact: false }
  expect(audienceText(check({ reached, left_out: [] }))).toContain('about 12,000 (11,700 to 12,300)')
})

test('a problem leads to the part where it is mended, and each mistake is said once', () => {
  const missing = (contact: string) => ({
    path: '/variables/city',
    code: 'missing_variable' as const,
    message: `is missing (for the contact ${contact})`,
  })
  const problem = {
    code: 'template_render_failed',
    message: 'The mail of some contacts cannot be rendered.',
    details: [missing('con_01kbf3yq0pe7abk9m5r1w8t2xc'), missing('con_01kbf3yq0pe7abk9m5r1w8t2xd')],
  }
  expect(partOf(problem)).toBe('content')
  expect(stepsOf([problem])).toEqual([
    {
      text: 'The variable city is missing',
      contacts: 2,
      part: 'content',
      field: 'var:city',
      fix: undefined,
    },
  ])
  // Variables that the same contacts lack are one thing to do.
  const others = ['street', 'zip'].map((name) => ({
    ...missing('con_01kbf3yq0pe7abk9m5r1w8t2xc'),
    path: `/variables/${name}`,
  }))
  const steps = stepsOf([{ ...problem, details: [...others, ...problem.details] }])
  expect(steps.map(({ text, isSeveral = false }) => [text, isSeveral])).toEqual([
    ['The variables street and zip are missing', true],
    ['The variable city is missing', false],
  ])
  expect(partOf({ code: 'segment_too_costly', message: '', details: [] })).toBe('audience')
  const gone = { path: '/audience/list_id', code: 'not_found' as const, message: 'names no list' }
  const unknown = { code: 'validation_failed', message: '', details: [gone] }
  expect(stepsOf([unknown])).toMatchObject([
    { text: 'The audience names no list', part: 'audience', field: 'list_id' },
  ])
})

test('all obstacles are said at once, each beside what mends it', () => {
  const link = (field: string) => ({
    path: `/template/${field}`,
    code: 'unsubscribe_link_missing' as const,
    message: 'must show the variable unsubscribe_url',
  })
  const sender = { path: '/from_email', code: 'required' as const, message: 'is required' }
  const steps = stepsOf([
    { code: 'template_not_published', message: 'No version is published', details: [] },
    { code: 'validation_failed', message: '', details: [sender] },
    { code: 'validation_failed', message: '', details: [link('html'), link('text')] },
  ])
  expect(steps.map(({ fix, field }) => fix ?? field)).toEqual(['publish', 'from_email', 'insert-link'])
})

test('the link is inserted into each body that lacks it, within the page', () => {
  const wording = { subject: 'News', preheader: '' }
  const link = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const content = {
    ...{ ...wording, html: '<html><body><p>Hi</p></body></html>', text: 'Hi\n' },
    ...{ from_email: '', from_name: '', reply_to: '', inline_css: true, variables: [] },
    locales: { de: { ...wording, html: '<p>Hallo</p>', text: 'Ab: {{ unsubscribe_url }}' } },
  }
  expect(withUnsubscribeLink(content)).toEqual({
    ...content,
    html: `<html><body><p>Hi</p>\n${link}\n</body></html>`,
    text: 'Hi\n\nUnsubscribe: {{ unsubscribe_url }}\n',
    locales: { de: { ...wording, html: `<p>Hallo</p>\n${link}\n`, text: 'Ab: {{ unsubscribe_url }}' } },
  })
})

test('variables are sent as their declared types, and those that are not declared stay', () => {
  const declared = (['string', 'number', 'boolean', 'array', 'any'] as const).map((type) => ({
    name: type,
    type,
    required: false,
    default: null,
  }))
  const saved = { string: 'SPRING', number: 5, boolean: false, array: ['a'], any: '42', other: 'kept' }
  expect(variablesOf(valuesOfVariables(saved), declared, saved)).toEqual(saved)
  expect(variablesOf({}, declared, saved)).toEqual({ other: 'kept' })
  expect(variablesOf({ 'var:any': '43' }, declared, saved)).toEqual({ any: 43, other: 'kept' })
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
  expect(hoursOf(hours.slice(0, 1), ({ delivered }) => delivered)?.times).toHaveLength(1)
})
