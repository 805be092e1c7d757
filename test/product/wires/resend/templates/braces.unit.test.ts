import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromLiquid,
  toLiquid,
  type Part,
} from '../../../../../server/product/wires/resend/templates/braces.js'
import { ApiError } from '../../../../../server/platform/http/errors/api-error.js'

/** The conversion of Resend's variables to Liquid and back. */

const toHtml = (text: string) => toLiquid(text, 'html', '/body/html')
const toText = (text: string) => toLiquid(text, 'text', '/body/text')

describe('a variable of Resend', () => {
  test.each([
    ['{{{NAME}}}', '{{ NAME | raw }}', '{{ NAME }}'],
    ['{{{ order_1 }}}', '{{  order_1  | raw }}', '{{  order_1  }}'],
    ['{{{NAME|there}}}', '{{ NAME | default: "there" | raw }}', '{{ NAME | default: "there" }}'],
    ['{{{NAME | "a\\b" }}}', '{{ NAME  | default:  "\\"a\\\\b\\""  | raw }}', undefined],
    ['{{{NAME|a|b}}}', '{{ NAME | default: "a|b" | raw }}', '{{ NAME | default: "a|b" }}'],
    ['{{{NAME|}}}', '{{ NAME | default: "" | raw }}', '{{ NAME | default: "" }}'],
    [
      '{{{FIRST_NAME}}}',
      "{{ contact.properties.first_name | default: '' | raw }}",
      "{{ contact.properties.first_name | default: '' }}",
    ],
    ['{{{LAST_NAME|x}}}', '{{ contact.properties.last_name | default: "x" | raw }}', undefined],
    ['{{{EMAIL}}}', "{{ contact.email | default: '' | raw }}", undefined],
    ['{{{contact.email}}}', `{{ contact["email"] | default: '' | raw }}`, undefined],
    ['{{{contact.first_name}}}', `{{ contact.properties["first_name"] | default: '' | raw }}`, undefined],
    ['{{{RESEND_UNSUBSCRIBE_URL}}}', "{{ unsubscribe_url | default: '' | raw }}", undefined],
    ['{{{A}}}{{{B}}}}', '{{ A | raw }}{{ B | raw }}}', '{{ A }}{{ B }}}'],
    ['{% if A %}{{{A}}}{% endif %}', '{% if A %}{{ A | raw }}{% endif %}', undefined],
    ['a { b } {c} {', 'a { b } {c} {', 'a { b } {c} {'],
    ['{% {{{A}}}', '{% {{{A}}}', '{% {{{A}}}'],
  ])('%s is converted to Liquid and back', (given, html, text) => {
    expect(toHtml(given)).toBe(html)
    expect(fromLiquid(html, 'html')).toBe(given)
    if (text !== undefined) expect(toText(given)).toBe(text)
    expect(fromLiquid(toText(given), 'text')).toBe(given)
  })

  test('for the link to unsubscribe comes back under one of its two names', () => {
    expect(fromLiquid(toHtml('{{{UNSUBSCRIBE_URL}}}'), 'html')).toBe('{{{RESEND_UNSUBSCRIBE_URL}}}')
  })

  test.each([
    ['{{NAME}}', '{{NAME}}'],
    ['<p>{{ name | upcase }}</p>', '{{ name | upcase }}'],
    ['{{{#each items}}}', '{{{#each items}}}'],
    ['{{{A B}}}', '{{{A B}}}'],
    ['{{{1A}}}', '{{{1A}}}'],
    ['{{{}}}', '{{{}}}'],
    ['{{{{A}}}}', '{{{{A}}}'],
    ['{{{A|{b}}}}', '{{{A|{b}}}'],
    ['{{{true}}}', '{{{true}}}'],
    ['{{{contact}}}', '{{{contact}}}'],
    ['{{{contact.a.b}}}', '{{{contact.a.b}}}'],
    ['{{{unsubscribe_url}}}', '{{{unsubscribe_url}}}'],
    ['{{{A', '{{{A'],
    [`{{${'x'.repeat(100)}}}`, `{{${'x'.repeat(58)}…`],
  ])('is refused by its name if it is %s', (given, shown) => {
    let refusal: unknown
    try {
      toHtml(`<p>${given}`)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(ApiError)
    expect((refusal as ApiError).details).toMatchObject([
      { path: '/body/html', code: 'placeholder', message: expect.stringContaining(`has ${shown}, `) },
    ])
  })
})

test.each([
  '{{ name }}',
  '{{ name | upcase | raw }}',
  "{{ name | default: '' | raw }}",
  '{{ contact.email | raw }}',
  '{{ EMAIL | raw }}',
  '{{ true | raw }}',
  '{{name|raw}}',
  '{{ "}}" | raw }}',
  '{{ unclosed',
])('Liquid that no variable of Resend becomes stays as it is: %s', (liquid) => {
  expect(fromLiquid(liquid, 'html')).toBe(liquid)
})

const parts: readonly Part[] = ['html', 'text']
const hostile = fc.array(
  fc.constantFrom(
    '{',
    '}',
    '{{',
    '}}',
    '{{{',
    '}}}',
    '{%',
    '%}',
    '|',
    ' ',
    '\n',
    '"',
    "'",
    '\\',
    'A',
    'EMAIL',
    'raw',
    'contact.',
    'default: ',
  ),
  { maxLength: 60 },
)

test('every text is converted and comes back, or is refused', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...parts), (pieces, part) => {
      const text = pieces.join('')
      let liquid: string
      try {
        liquid = toLiquid(text, part, '/body/html')
      } catch (error) {
        return error instanceof ApiError && /\{\{/.test(text)
      }
      return fromLiquid(liquid, part) === text
    }),
    { numRuns: 5000 },
  )
})

test.each(['{', '{{', '{{{', '{{{A', '{{{A|', '{%', '{% ', '{ {', '{{ A | default: "', '{{ A '])(
  'half a megabyte of %s is read once',
  (piece) => {
    const text = piece.repeat(Math.ceil(500_000 / piece.length))
    const began = process.cpuUsage()
    for (const part of parts) {
      for (const given of [
        text,
        `${text}}}}`,
        `{{ A${' '.repeat(500_000)}}}`,
        `{{{A${' '.repeat(500_000)}}}}`,
      ]) {
        try {
          toLiquid(given, part, '/body/html')
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
        }
        fromLiquid(given, part)
      }
    }
    const { user, system } = process.cpuUsage(began)
    expect(user + system).toBeLessThan(2_000_000)
  },
)
