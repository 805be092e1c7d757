import { describe, expect, test } from 'vitest'
import { maxMistakes, type Mistake } from '../../../server/product/content/rendering/source.js'
import { available, compile, ids, mistakesOf, render } from '../../support/rendering.js'

/** As many mistakes as a template may have tags, in as much text as it may have. */
const many = 9_999
const lines = (line: (index: number) => string) =>
  Array.from({ length: many }, (_, index) => `${line(index).padEnd(49)}\n`).join('')

function expectFirst(mistakes: readonly Mistake[], code: string) {
  expect(mistakes).toHaveLength(maxMistakes)
  expect(mistakes.map((mistake) => mistake.code)).toEqual(mistakes.map(() => code))
  expect(mistakes.map(({ line }) => line)).toEqual(mistakes.map((_, index) => index + 1))
}

describe('of many mistakes the first ones are told', () => {
  test('in names', () => {
    const html = lines((index) => `{{ name_${index} }}`)
    expectFirst(
      mistakesOf(() => compile({ html })),
      'undeclared_variable',
    )
  })

  test('in calls of partials', () => {
    const variables = Array.from({ length: 50 }, (_, index) => ({
      name: `v${index}`,
      type: 'string' as const,
      required: true,
    }))
    const partial = available(ids.partial, 'partial', { html: 'x', variables })
    const html = lines(() => `{% render '${ids.partial}' %}`)
    const mistakes = mistakesOf(() => compile({ html, available: [partial] }))
    expect(mistakes).toHaveLength(maxMistakes)
  })

  // A render is ended after 700 ms of computing: what is quadratic tells of that, and not of the mistakes.
  test('in a render, which is no slower for them', () => {
    const variables = [{ name: 'v', type: 'object' as const, required: false, default: {} }]
    const html = lines((index) => `{{ v.a${index} }}`)
    expectFirst(
      mistakesOf(() => render({ html, variables })),
      'missing_variable',
    )
  })
})
