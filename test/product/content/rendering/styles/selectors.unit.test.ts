import { expect, test } from 'vitest'
import { inlineCss } from '../../../../../server/product/content/rendering/styles/inline-css.js'

/** Selectors that no browser takes cost their own rule, and no time. */

const word = 'a'.repeat(60)

test.each([
  ['empty parentheses in an argument', `p:not(${word}())`],
  ['a parenthesis in a string of an argument', `p:not(${word}"(")`],
  ['an argument that nothing closes', `p:not(${word}`],
  ['an argument in such an argument', `:x(${word}(`],
  ['an argument behind a property', `content:counter-increment(${word}!important`],
  ['an argument behind an odd quote', `[title=x'y"]:x(${word}"']`],
  ['an argument in a string', `[title="]:x(${word}" i]`],
  ['an attribute with twenty thousand blanks', `[title=${' '.repeat(20_000)}]]`],
])('a selector takes no time: %s', (_, selector) => {
  const html = `<style>p { top: 0 } .b { left: 0 } ${selector} { color: red }</style><p class="b">x</p>`
  const begun = process.cpuUsage()
  for (const edition of [1, 2] as const) expect(inlineCss(html, edition)).toContain('top: 0; left: 0;')
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
})

test.each([
  ['a parenthesis in a string', `p:not([title*="("])`],
  ['an escaped parenthesis', '.a\\(b'],
  ['a bracket in a string', '[title="x]"]'],
  ['a bracket in a string, in any case', '[title="X]" i]'],
  ['an argument in an argument', 'p:not(:nth-child(3))'],
])('a selector is inlined: %s', (_, selector) => {
  const html = `<style>${selector} { color: red }</style><p class="a(b" title="x]">x</p>`
  expect(inlineCss(html)).toBe('<p class="a(b" title="x]" style="color: red;">x</p>')
})
