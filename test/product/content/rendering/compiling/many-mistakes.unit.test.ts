import { describe, expect, test } from 'vitest'
import {
  maxMistakes,
  type Mistake,
} from '../../../../../server/product/content/rendering/compiling/source.js'
import { available, compile, ids, mistakesOf, render } from '../../../../support/templates/rendering.js'

/** Many lines, in as much text as a template may have. */
const lines = (many: number, line: (index: number) => string) =>
  Array.from({ length: many }, (_, index) => `${line(index).padEnd(490_000 / many)}\n`).join('')
/** Most tags that a template may have. */
const most = 9_999

function expectFirst(mistakes: readonly Mistake[], code: string) {
  expect(mistakes).toHaveLength(maxMistakes)
  expect(mistakes.map((mistake) => mistake.code)).toEqual(mistakes.map(() => code))
  expect(mistakes.map(({ line }) => line)).toEqual(mistakes.map((_, index) => index + 1))
}

describe('of many mistakes the first ones are told', () => {
  test('in names', () => {
    const html = lines(most, (index) => `{{ name_${index} }}`)
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
    const html = lines(most, () => `{% render '${ids.partial}' %}`)
    const mistakes = mistakesOf(() => compile({ html, available: [partial] }))
    expect(mistakes).toHaveLength(maxMistakes)
  })

  // A render is ended after 700 ms of computing: what is quadratic tells of that, and not of the mistakes. What is not
  // takes a quarter of it.
  test('in a render, which is no slower for them', () => {
    const variables = [{ name: 'v', type: 'object' as const, required: false, default: {} }]
    const html = lines(2_500, (index) => `{{ v.a${index} }}`)
    expectFirst(
      mistakesOf(() => render({ html, variables })),
      'missing_variable',
    )
  })
})
