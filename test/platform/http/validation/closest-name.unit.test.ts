import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestName } from '../../../../server/platform/http/validation/closest-name.js'

const names = [
  'project_id',
  'from_email',
  'from_name',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'subject',
  'text',
  'html',
]

test.each([
  ['textt', 'text'],
  ['txet', 'text'],
  ['subjct', 'subject'],
  ['replyTo', 'reply_to'],
  ['Reply-To', 'reply_to'],
  ['project', 'project_id'],
  ['formEmail', 'from_email'],
  ['TO', 'to'],
  // Close to two names, or to none.
  ['xcc', undefined],
  ['from', undefined],
  ['colour', undefined],
  ['x', undefined],
  ['', undefined],
])('%j is %j', (given, meant) => {
  expect(closestName(given, names)).toBe(meant)
})

test('each name is the closest to itself, in any notation', () => {
  for (const name of names) expect(closestName(name.toUpperCase().replaceAll('_', '-'), names)).toBe(name)
})

test('a suggestion is always one of the names, whatever was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
      const meant = closestName(given, names)
      if (meant !== undefined) expect(names).toContain(meant)
    }),
  )
})
