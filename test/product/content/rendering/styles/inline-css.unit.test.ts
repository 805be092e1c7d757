import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompiledContent } from '../../../../../server/product/content/rendering/compiling/content.js'
import { inlineCss } from '../../../../../server/product/content/rendering/styles/inline-css.js'
import { statementsOf } from '../../../../../server/product/content/rendering/styles/style-sheet.js'
import { compile, render } from '../../../../support/templates/rendering.js'
import { runs } from '../../../../support/run/sampled.js'

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
  expect(html?.source).not.toContain('.a { color: red }')
})

/** Texts that mean something to CSS, and properties that every object of JavaScript has. */
const piecesOfCss = fc.constantFrom(
  ...[
    'a',
    'color',
    '--x',
    ':',
    ';',
    ' ',
    '\n',
    '{',
    '}',
    '(',
    ')',
    'url(',
    "'",
    '\\\\',
    '/*',
    '*/',
    '@media',
    '!important',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'var(--x)',
    'content',
    'counter-reset',
    'counter-increment',
    '1px',
    ',',
  ],
)
const anyCss = fc.array(piecesOfCss, { maxLength: 12 }).map((pieces) => pieces.join(''))

test('CSS that is none, in a style element or an attribute, costs itself only', () => {
  fc.assert(
    fc.property(anyCss, anyCss, (rule, attribute) => {
      const html = `<style>p { ${rule} } .a { margin: 0 }</style><style>.b { padding: 0 }</style><p class="b" style="${attribute}">x</p>`
      expect(inlineCss(html)).toContain('padding: 0')
      expect(inlineCss(html, 1)).toContain('>x</p>')
    }),
    { numRuns: runs(1000) },
  )
})

test.each([
  ['color:', 'color: red;'],
  [';;', 'color: red;'],
  ['big', 'color: red;'],
  ['margin: 0; big; top: 0', 'color: red; margin: 0; top: 0;'],
  ['constructor: 1; top: 0', 'color: red; top: 0;'],
])('a style attribute keeps the declarations that it has: %s', (attribute, inlined) => {
  expect(inlineCss(`<style>p { color: red }</style><p style="${attribute}">x</p>`)).toBe(
    `<p style="${inlined}">x</p>`,
  )
})

const dark = '{ body { background: #000 } .a { color: #fff } }'

test.each([
  ['for print', '<style media="print">.a { display: none }</style>'],
  ['for dark mode', '<style media="(prefers-color-scheme: dark)">body { background: #000 }</style>'],
  ['for phones', "<STYLE type='text/css' media='(max-width:600px)'>.a { width: 100% }</STYLE>"],
  ['for screens', '<style media=screen>.a { color: red }</style>'],
  ['of another language', '<style type="text/less">.a { color: red }</style>'],
  ['in a media query', `<style>@media (prefers-color-scheme: dark) ${dark}</style>`],
  ['in a media query of a range', '<style>@media (400px <= width < 700px) { .a { color: red } }</style>'],
  ['in a feature query', '<style>@supports (display: grid) { .a { display: grid } }</style>'],
  ['in a layer', '<style>@layer base { .a { color: red } }</style>'],
  ['in a container query', '<style>@container (width > 9em) { .a { color: red } }</style>'],
  ['of a font', '<style>@font-face { font-family: x; src: url(https://shop.example/x.woff2) }</style>'],
  ['of an animation', '<style>@keyframes x { from { color: red } }</style>'],
  ['of another file', '<style>@import url("https://shop.example/x;y.css");</style>'],
  ['of Outlook.com', '<style>[data-ogsc] .a { color: #fff } [data-ogsb] .a { background: #000 }</style>'],
  ['of Outlook', '<style>#outlook a { padding: 0 } .ExternalClass { width: 100% }</style>'],
  ['of Gmail', '<style>u + .body .a { color: red }</style>'],
  ['for a pointer', '<style>.a:hover, a:link { color: red }</style>'],
  ['of pseudo-elements', '<style>.a::before { content: "}" } .a:after { content: "," }</style>'],
  [
    'with a list in a pseudo-class',
    '<style>p:not(.b, .a, .c) { color: red } :is(.b, .a) { color: red }</style>',
  ],
  ['of nested rules', '<style>.a { color: red; & b { color: blue } }</style>'],
  ['of variables', '<style>.none { --c: red }</style>'],
  ['of no element yet', '<style>/* later */ .later, [title="a,b"] { color: red }</style>'],
  ['that is cut off', '<style>.a { color: red; background: url("x</style>'],
])('a style %s stays as it is written', (_, style) => {
  const html = `<html><head>${style}</head><body class="body"><p class="a">x</p></body></html>`
  expect(inlineCss(html).replace(/^<html><head><STYLE/i, '<html><head><style')).toBe(
    html
      .replace(/(?<=<\/?)style/gi, 'style')
      .replace(/'/g, '"')
      .replace('media=screen', 'media="screen"'),
  )
})

test('selectors that match are inlined, and others of their rule stay', () => {
  const style = '<style>.a, [data-ogsc] .a, .a:hover { color: red } /* none left */</style>'
  expect(inlineCss(`${style}<p class="a">x</p>`)).toBe(
    '<style>\n[data-ogsc] .a, .a:hover { color: red }\n/* none left */\n</style><p class="a" style="color: red;">x</p>',
  )
  expect(inlineCss('<style>/* none left */ <!-- .a { color: red } --></style><p class="a">x</p>')).toBe(
    '<p class="a" style="color: red;">x</p>',
  )
})

test('a variable is inlined unless some programs change it', () => {
  const style = ':root { --c: red; --d: 1px }'
  const shown = inlineCss(
    `<style>${style} .a { color: var(--c); margin: var(--d) }</style><p class="a">x</p>`,
  )
  expect(shown).toBe(`<style>\n${style}\n</style><p class="a" style="color: red; margin: 1px;">x</p>`)
  const changing = `<style>${style} .a { color: var(--c) } @media (prefers-color-scheme: dark) { :root { --c: blue } }</style>`
  expect(inlineCss(`${changing}<p class="a">x</p>`)).toBe(`${changing}<p class="a">x</p>`)
})

test('data-embed keeps a style element', () => {
  expect(inlineCss('<style data-embed>.a { color: red }</style><p class="a">x</p>')).toBe(
    '<style>.a { color: red }</style><p class="a">x</p>',
  )
})

test('taking a style sheet apart loses nothing', () => {
  const piece = fc.constantFrom(
    '.a',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    ',',
    '@media x',
    '"',
    "'",
    '/*',
    '*/',
    '\\',
    'url(',
    ' ',
    'c:d',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const css = pieces.join('')
      const written = statementsOf(css).map(({ text }) => text)
      expect(written.join('').replaceAll(/\s/g, '')).toBe(css.replaceAll(/\s/g, ''))
    }),
    { numRuns: runs(500) },
  )
})

test.each(['{', '"', 'url(', '/*', '<!--', '@a', ',', '\\', '(', '<style>'])(
  'a style sheet of a hundred thousand %j takes no time of others',
  (piece) => {
    const begun = process.cpuUsage()
    inlineCss(`<style>${piece.repeat(100_000)}</style><p class="a">x</p>`)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
  },
)

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
        // A rule stays where its elements are left out.
        const withoutRules = (text?: string | null) => text?.replace(/<style>[^]*<\/style>/, '')
        expect(withoutRules(before)).toBe(withoutRules(after))
        expect(before).toMatch(/<style>[^]*@media \(max-width: 9em\) \{ \.a \{ color: blue \} \}\s*<\/style>/)
      },
    ),
    { numRuns: runs(60) },
  )
})
