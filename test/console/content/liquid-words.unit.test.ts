import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'
import { completionsAfter, liquidFilters, liquidTags } from '../../../console/ui/code/liquid.js'
import { openEngine } from '../../../server/product/content/rendering/liquid/engine.js'

const engine = openEngine(true, {})
const names = {
  variables: ['total'],
  properties: ['plan'],
  templates: [
    { id: 'tpl_1', name: 'Frame', kind: 'layout' },
    { id: 'tpl_2', name: 'Button', kind: 'partial' },
  ],
}
const labels = (before: string) => completionsAfter(before, names)?.options.map(({ label }) => label)

test('the editor offers the filters and tags that the service knows, and no others', () => {
  expect([...liquidFilters].sort()).toEqual(Object.keys(engine.filters).sort())
  expect([...liquidTags].sort()).toEqual(Object.keys(engine.tags).sort())
  // The names are not those of LiquidJS alone: some are refused.
  expect(Object.keys(new Liquid().filters)).toContain('sample')
})

test('what is offered is what can stand there', () => {
  expect(labels('<p>Hello')).toBeUndefined()
  expect(labels('<p>{{ total }} and')).toBeUndefined()
  expect(labels('{{ to')).toContain('total')
  expect(completionsAfter('{{ to', names)?.length).toBe(2)
  expect(labels('{{ total | rou')).toContain('round')
  expect(labels('{% ')).toContain('endif')
  expect(labels('{%- if to')).toContain('total')
  expect(labels('{{ contact.')).toEqual(['email', 'name', 'properties'])
  expect(labels('{{ contact.properties.')).toEqual(['plan'])
  expect(labels("{% layout '")).toEqual(['tpl_1'])
  expect(labels("{% render 'tpl")).toEqual(['tpl_2'])
  // Nothing in a text, and no property of what nobody has declared.
  expect(labels("{{ total | default: 'no")).toBeUndefined()
  expect(labels('{{ total.')).toBeUndefined()
})
