import { expect, test } from 'vitest'
import { contactFormat } from '../../../../server/product/programs/contact-imports/columns.js'

/** The first line of a file may be long: what its columns are for takes no time of others. */

const targetsOf = (headers: readonly string[]) => contactFormat().named(headers)?.targets

test('the first of the other names of an address is the address, where no column has its usual name', () => {
  expect(targetsOf(['x', 'Courriel', 'epost'])).toEqual([
    'properties.x:text',
    'email',
    'properties.epost:text',
  ])
  expect(targetsOf(['epost', 'Courriel', 'E-mail'])).toEqual([
    'properties.epost:text',
    'properties.Courriel:text',
    'email',
  ])
  expect(() => targetsOf(['epost', 'x', 'epost'])).toThrow('two columns for email')
})

test.each([
  ['other names of the address', () => 'epost', 'two columns for email'],
  ['names of properties', (index: number) => `c${index}`, 'columns of properties'],
])('takes no time of others: %s', (_, header, refusal) => {
  const headers = ['email', ...Array.from({ length: 20_000 }, (__, index) => header(index))]
  const begun = process.cpuUsage()
  expect(() => targetsOf(header(0) === 'epost' ? headers.slice(1) : headers)).toThrow(refusal)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000)
})
