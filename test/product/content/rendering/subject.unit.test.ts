import { expect, test } from 'vitest'
import { renderSubjects } from '../../../../server/product/content/rendering/subject.js'
import type { Variable } from '../../../../server/product/content/rendering/compiling/source.js'

const variables: readonly Variable[] = [
  { name: 'code', type: 'string', required: true },
  { name: 'seats', type: 'number', required: false, default: 1 },
]

/** Renders the subjects of mails with these values and names of contacts. */
function subjects(source: string, mails: readonly { values?: object; name?: string | null }[]) {
  return renderSubjects({
    type: 'subjects',
    source,
    edition: 2,
    variables,
    mails: mails.map(({ values = {}, name = null }) => ({
      values: JSON.stringify(values),
      contact: { email: 'ada@shop.example', name, properties: { plan: 'pro' } },
      unsubscribeUrl: 'https://mail.shop.example/u',
    })),
  })
}

test('each mail has the subject of its own values and contact', () => {
  const source = '{{ code }} for {{ contact.name }}, {{ seats }} seats, {{ contact.properties.plan }}'
  expect(
    subjects(source, [
      { values: { code: 'A' }, name: 'Ada' },
      { values: { code: '{{ B }}', seats: 2 }, name: '<Zoë>' },
    ]),
  ).toEqual(['A for Ada, 1 seats, pro', '{{ B }} for <Zoë>, 2 seats, pro'])
})

test('what a mail lacks is named in brackets, and the others are rendered', () => {
  expect(
    subjects('{{ code }} {{ contact.name }}', [{ name: 'Ada' }, { values: { code: 'B' }, name: 'Zoë' }]),
  ).toEqual(['[code] Ada', 'B Zoë'])
})

test.each([
  ['a line break', { code: 'a\r\nBcc: b' }],
  ['control characters', { code: 'a\u0007' }],
  ['nothing but blanks', { code: '  ' }],
  ['more than 998 characters', { code: 'x'.repeat(999) }],
])('a subject with %s is none', (_, values) => {
  expect(subjects('{{ code }}', [{ values }, { values: { code: 'B' } }])).toEqual([null, 'B'])
})

test('subjects that take long are fewer than were asked for', () => {
  const slow = '{% for i in (1..100000) %}{% if i > 0 %}{% endif %}{% endfor %}{{ code }}'
  const mails = Array.from({ length: 1_000 }, () => ({ values: { code: 'A' } }))
  const rendered = subjects(slow, mails)
  expect(rendered.length).toBeGreaterThan(0)
  expect(rendered.length).toBeLessThan(mails.length)
})
