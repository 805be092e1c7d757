import { expect, test } from 'vitest'
import type { Variable } from '../../../server/product/content/rendering/compiling/source.js'
import { valuesFor } from '../../../server/product/programs/values.js'

/** Tests the sources of the values in a recipient's mail. */

const variable = (name: string, more: Partial<Variable> = {}): Variable => ({
  name,
  type: 'string',
  required: true,
  ...more,
})
const contact = { plan: 'pro', city: null, seats: 3 }

test.for<[string, Variable[], object, object, object, string[]]>([
  ['the program first', [variable('plan')], { plan: 'free' }, contact, { plan: 'free' }, []],
  ['then the contact', [variable('plan')], {}, contact, { plan: 'pro' }, []],
  ['null is no value', [variable('plan')], { plan: null }, contact, { plan: 'pro' }, []],
  ['nor is it of a contact', [variable('city')], {}, contact, {}, ['city']],
  [
    'a default is left to the render',
    [variable('city', { required: false, default: 'Bonn' })],
    {},
    contact,
    {},
    [],
  ],
  ['what may be missing', [variable('city', { required: false })], {}, contact, {}, []],
  [
    'false and 0 are values',
    [variable('a'), variable('b')],
    { a: false, b: 0 },
    contact,
    { a: false, b: 0 },
    [],
  ],
  ['nobody has no properties', [variable('plan')], {}, {}, {}, ['plan']],
  ['what is not declared', [variable('plan')], { other: 1 }, contact, { plan: 'pro' }, []],
  [
    'names of objects',
    [variable('constructor'), variable('toString')],
    {},
    contact,
    {},
    ['constructor', 'toString'],
  ],
  ['in the order of the version', [variable('b'), variable('a')], {}, contact, {}, ['b', 'a']],
  ["the service's own", [variable('unsubscribe_url')], { unsubscribe_url: 'x' }, contact, {}, []],
])('%s', ([_, variables, given, to, values, missing]) => {
  const sources = [given, to] as Record<string, unknown>[]
  expect(valuesFor(variables, sources)).toEqual({ values, missing })
})

test('any number of sources, the first one that has a value', () => {
  const variables = ['given', 'data', 'profile', 'nowhere'].map((name) => variable(name))
  const given = { given: 1, data: null }
  const data = { given: 2, data: 2, profile: undefined }
  const profile = { given: 3, data: 3, profile: 3 }
  expect(valuesFor(variables, [given, data, profile])).toEqual({
    values: { given: 1, data: 2, profile: 3 },
    missing: ['nowhere'],
  })
})
