import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inlineCss } from '../../../../../server/product/content/rendering/styles/inline-css.js'
import { runs } from '../../../../support/run/sampled.js'

/** Variables of CSS in inlined styles (CSS Custom Properties Level 1, section 3). */

/** Returns the inlined form of `left: value` at an element with `declarations`. */
function left(value: string, declarations = '', edition: 1 | 2 = 2): string | undefined {
  const style = `<style>.around { --far: 9px } p { left: ${value}; ${declarations} }</style>`
  const html = `${style}<div class="around"><p>x</p></div>`
  return / style="left: ([^"]*);"/.exec(inlineCss(html, edition))?.[1]
}

test.each([
  ['var(--a)', '1px'],
  ['VAR( --a )', '1px'],
  ['var(--far)', '9px'],
  ['var(--b)', '1px 1px'],
  ['var(--none, 2px)', '2px'],
  ['var(--none, var(--none, 3px))', '3px'],
  ['var(--none, rgb(1, 2, 3))', 'rgb(1, 2, 3)'],
  ['var(--none, 1px, 2px)', '1px, 2px'],
  ['calc((var(--a) + 2px) * 2)', 'calc((1px + 2px) * 2)'],
  ['translate3d(var(--a), 0, 0)', 'translate3d(1px, 0, 0)'],
  ['var(--a)var(--a)', '1px1px'],
  ['var(--none)', 'var(--none)'],
  ['var(--none,)', 'var(--none,)'],
  ['var(--none, (1px))', 'var(--none, (1px))'],
  ['myvar(--a)', 'myvar(--a)'],
  ['var(--dollar)', '$& $1'],
])('%s becomes %s', (value, expected) => {
  expect(left(value, '--a: 1px; --b: var(--a) var(--a); --dollar: $& $1')).toBe(expected)
})

describe.each([1, 2] as const)('in edition %i', (edition) => {
  test.each([
    ['a variable of itself', 'var(--a)', '--a: var(--a)', 'var(--a)'],
    ['a variable of itself with a default', 'var(--a)', '--a: var(--a, 2px)', '2px'],
    ['two of each other', 'var(--a)', '--a: x var(--b); --b: y var(--a)', 'x y var(--a)'],
    ['one that grows', 'var(--a)', '--a: var(--a) var(--a)', 'var(--a) var(--a)'],
  ])('%s ends', (_, value, declarations, expected) => {
    expect(left(value, declarations, edition)).toBe(expected)
  })

  test('variables that double stay below a limit', () => {
    const names = Array.from(
      { length: 40 },
      (_, index) => `--a${index}: var(--a${index + 1}) var(--a${index + 1})`,
    )
    const shown = left('var(--a0)', `${names.join('; ')}; --a40: 1px`, edition)
    expect(shown?.length).toBeLessThan(200_000)
    expect(shown).toContain('1px 1px')
  })

  test('a chain of thousands ends', () => {
    const names = Array.from({ length: 3000 }, (_, index) => `--a${index}: var(--a${index + 1})`)
    expect(left('var(--a0)', names.join('; '), edition)).toBe('var(--a100)')
  })

  test.each([',', ', ', '(', ')', 'a', 'a(', 'var(', '()', 'var(--a)'])(
    'ten thousand times %j takes no time',
    (piece) => {
      const declaration = `left: x(${piece.repeat(10_000)}(`
      const html = `<style>p { top: 0; ${declaration} }</style><p style="${declaration}">x</p>`
      const begun = process.cpuUsage()
      inlineCss(html, edition)
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
    },
  )
})

test('values without variables stay as they are', () => {
  const piece = fc.constantFrom('rgb(', 'calc(', '(', ')', ',', ' ', '1px', 'red', '-', 'x')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const value = pieces.join('')
      const html = `<style>.a { top: 0 }</style><p class="a" style="left: ${value}">x</p>`
      const written = /left: ([^;]*);/.exec(inlineCss(html))?.[1]
      expect(written ?? value.trim()).toBe(value.trim())
    }),
    { numRuns: runs(500) },
  )
})
