import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompiledContent } from '../../../server/product/content/rendering/content.js'
import { inlineCss } from '../../../server/product/content/rendering/inline-css.js'
import { compile, render } from '../../support/rendering.js'
import { runs } from '../../support/sampled.js'

/** CSS is inlined once for a version, or after rendering where that could make a difference. */

const style =
  '<style>.a { color: red } td { padding: 1px } @media (max-width: 9em) { .a { color: blue } }</style>'

function contentOf(html: string): CompiledContent {
  const variables = ['name', { name: 'items', type: 'array' as const, required: false, default: [] }]
  return JSON.parse(compile({ html, variables }).content) as CompiledContent
}

test('rules are inlined when the version is made, and media queries stay', () => {
  const { html, cssAfter } = contentOf(`${style}<p class="a">{{ name }}</p>`)
  expect(cssAfter).toBe(false)
  expect(html?.source).toContain('<p class="a" style="color: red;">{{ name }}</p>')
  expect(html?.source).toContain('@media (max-width: 9em)')
  expect(html?.source).not.toContain('td { padding')
})

test('HTML without rules stays to the byte', () => {
  const source = "<P Class=a ><br/>{{ name }}<td bgcolor='x'>"
  expect(contentOf(source).html?.source).toBe(source)
})

test('loops in tables, conditions and values in attributes come through', () => {
  const source = `${style}<table>{% for i in items %}<tr><td>{{ i | append: "<'>" }}</td></tr>{% endfor %}</table>
    <a href='{{ name | append: "?a=b" }}' class="a">{% if name == "x" %}y{% endif %}</a>`
  const { html, cssAfter } = contentOf(source)
  expect(cssAfter).toBe(false)
  expect(html?.source).toContain(
    '{% for i in items %}<tr><td style="padding: 1px;">{{ i | append: "<\'>" }}</td></tr>{% endfor %}',
  )
  expect(html?.source).toContain('<a href="{{ name | append: "?a=b" }}" class="a" style="color: red;">')
})

describe('after rendering', () => {
  test.each([
    ['a class that a value makes', '<p class="{{ name }}">x</p>'],
    ['a class that a condition makes', '<p {% if name == "a" %}class="a"{% endif %}>x</p>'],
    ['rules that a value makes', '<style>.a { color: {{ name }} }</style><p class="a">x</p>'],
    [
      'the order of elements',
      '<style>p:first-child { color: red }</style>{% if name %}<p>x</p>{% endif %}<p>y</p>',
    ],
    ['a style that a condition makes', '<p style="{% if name %}margin: 0{% endif %}">x</p>'],
  ])('where it depends on %s', (_name, html) => {
    expect(contentOf(style + html).cssAfter).toBe(true)
  })

  test('the rules are those of what was rendered', () => {
    const html = `${style}<p class="{{ name }}">x</p>`
    const variables = ['name']
    expect(render({ html, variables }, { name: 'a' }).html).toContain(
      '<p class="a" style="color: red;">x</p>',
    )
    expect(render({ html, variables }, { name: 'b' }).html).toContain('<p class="b">x</p>')
  })
})

test('braces in values keep no rule from the elements between them', () => {
  const html = `${style}<p class="{{ name }}">{{ open }}</p><p class="a">-</p><p>{{ close }}</p>`
  const values = { name: 'a', open: '{{ <% JUICE_CODE_BLOCK_0_', close: '}} %>' }
  const shown = render({ html, variables: ['name', 'open', 'close'] }, values).html
  expect(shown).toContain('<p class="a" style="color: red;">{{ &lt;% JUICE_CODE_BLOCK_0_</p>')
  expect(shown).toContain('<p class="a" style="color: red;">-</p><p>}} %&gt;</p>')
})

test('nothing is fetched', () => {
  const link =
    '<link rel="stylesheet" href="http://127.0.0.1:9/x.css"><style>@import url("http://127.0.0.1:9/y.css"); p { margin: 0 }</style><p>x</p>'
  expect(render({ html: link }).html).toContain('<link rel="stylesheet" href="http://127.0.0.1:9/x.css">')
})

test('inline_css can be left out', () => {
  const source = `${style}<p class="a">x</p>`
  expect(render({ html: source, inlineCss: false }).html).toBe(source)
})

test('inlining before and after rendering give the same mail', () => {
  const leaf = fc.constantFrom(
    '{{ name }}',
    'text',
    '{% if name %}<b class="a">y</b>{% endif %}',
    '<br>',
    '&amp;',
  )
  const cell = fc
    .array(leaf, { maxLength: 4 })
    .map((leaves) => `<td class="a" title="{{ name }}">${leaves.join('')}</td>`)
  const row = fc.array(cell, { maxLength: 3 }).map((cells) => `<tr>${cells.join('')}</tr>`)
  const loop = fc
    .array(row, { maxLength: 3 })
    .map((rows) => `<table>{% for i in items %}${rows.join('')}{% endfor %}</table>`)
  fc.assert(
    fc.property(
      fc.array(loop, { maxLength: 4 }),
      fc.constantFrom('x', '<&">'),
      fc.nat(3),
      (loops, name, count) => {
        const html = `<html><head>${style}</head><body>${loops.join('<p class="a">-</p>')}</body></html>`
        const variables = ['name', { name: 'items', type: 'array' as const, required: true }]
        const values = { name, items: Array.from({ length: count }, (_, index) => index) }
        const before = render({ html, variables }, values).html
        const after = inlineCss(render({ html, variables, inlineCss: false }, values).html ?? '')
        expect(before).toBe(after)
      },
    ),
    { numRuns: runs(60) },
  )
})
