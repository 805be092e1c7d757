import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentsOf } from '../../../../server/product/audience/subscriptions/pages/brand.js'
import { dark, light, textPairs } from '../../../../server/product/audience/subscriptions/pages/colours.js'
import { contrast } from '../../../support/audience/contrast.js'
import { runs } from '../../../support/run/sampled.js'

/** The pages in the colours of a project: whichever it chose, they can be read. */

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const extremes = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#777777', '#808080', '#f3f5f7', '#171c24']

test('every colour leaves text, lines and buttons to be told apart, in light and in dark', () => {
  const check = (accent: string) => {
    const derived = accentsOf(accent)
    for (const [scheme, own] of [
      [light, derived.light],
      [dark, derived.dark],
    ] as const) {
      const shown = { ...scheme, ...own }
      const poor = textPairs.filter(([text, ground]) => contrast(shown[text], shown[ground]) < 4.5)
      expect(poor, accent).toEqual([])
      // A button is framed by the line where its own colour is that of the page.
      expect(contrast(shown.edge, shown.panel)).toBeGreaterThanOrEqual(4.5)
      expect(shown.pressed, accent).not.toBe(shown.accent)
    }
    expect(contrast(derived.dark.accent, dark.panel)).toBeGreaterThanOrEqual(3)
  }
  extremes.forEach(check)
  fc.assert(fc.property(colour, check), { numRuns: runs(2_000) })
})

test('what can be seen as it is stays as it is', () => {
  fc.assert(fc.property(colour, (accent) => void expect(accentsOf(accent).light.accent).toBe(accent)))
  expect(accentsOf('#d11f6a').dark.accent).toBe('#d11f6a')
  expect(accentsOf('#0A5AA8').light).toMatchObject({
    accent: '#0a5aa8',
    'on-accent': '#ffffff',
    edge: '#0a5aa8',
  })
})
