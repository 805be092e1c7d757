import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toLiquid, type Dialect } from '../../../../cli/src/move/templates/convert.js'
import { compile } from '../../../support/templates/rendering.js'

const dialects: readonly Dialect[] = [
  'handlebars',
  'sendgrid',
  'mailgun',
  'ses',
  'mustachio',
  'resend',
  'listmonk',
]

/** Pieces that templates are made of, in any order. */
const pieces = [
  '{{',
  '}}',
  '{{{',
  '}}}',
  '{{{{raw}}}}',
  '{{{{/raw}}}}',
  '{{#if a}}',
  '{{/if}}',
  '{{else}}',
  '{{else if b}}',
  '{{#each items}}',
  '{{/each}}',
  '{{this}}',
  '{{.}}',
  '{{@index}}',
  '{{../x}}',
  '{{#with o as |p|}}',
  '{{/with}}',
  '{{^a}}',
  '{{#a}}',
  '{{/a}}',
  '{{!-- c --}}',
  '{{! c',
  '{{> p}}',
  '{{#*inline "p"}}',
  '{{/inline}}',
  '\\{{x}}',
  '{{insert a "default=b"}}',
  '{{#equals a 1}}',
  '{{/equals}}',
  '(and a b)',
  '{{lookup o @key}}',
  '{{~x~}}',
  '{{[a b]}}',
  '{{a.[b c].0}}',
  '{{{NAME|x}}}',
  '{{ if .Tx.Data.a }}',
  '{{ end }}',
  '{{- range .Tx.Data.l -}}',
  '{{ .x | upper }}',
  '{%',
  '%}',
  '{% endraw %}',
  '{',
  '}',
  '\n',
  '\r\n',
  ' ',
  'text',
  "'",
  '"',
  '`',
  '\\',
  'é',
  '\0',
]

const source = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

test('no source makes a conversion throw, and the text is Liquid', () => {
  fc.assert(
    fc.property(source, fc.constantFrom(...dialects), fc.boolean(), (text, dialect, isHtml) => {
      const converted = toLiquid(text, dialect, isHtml)
      for (const { line } of converted.problems) {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length)
      }
      const variables = converted.variables.map((each) => ({ ...each, required: false }))
      // A layout may have the block that stands for the content.
      compile({ kind: 'layout', [isHtml ? 'html' : 'text']: converted.text, variables })
    }),
    { numRuns: 1000 },
  )
})

test('text without tags stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[^{\\]*$/), fc.constantFrom(...dialects), (text, dialect) => {
      expect(toLiquid(text, dialect, true)).toEqual({ text, variables: [], problems: [] })
    }),
  )
})

const large: Readonly<Record<string, string>> = {
  braces: '{'.repeat(100_000),
  'closing braces': '}'.repeat(100_000),
  'open blocks': '{{#if a}}'.repeat(10_000),
  'blocks in each other': '{{#if a}}'.repeat(10_000) + '{{/if}}'.repeat(10_000),
  'loops in each other': '{{#each a}}'.repeat(10_000) + '{{/each}}'.repeat(10_000),
  'else if': `{{#if a}}${'{{else if b}}'.repeat(10_000)}{{/if}}`,
  'blocks of Go': '{{ if .Tx.Data.a }}'.repeat(2_000) + '{{ end }}'.repeat(2_000),
  parentheses: `{{a ${'(a '.repeat(10_000)}${')'.repeat(10_000)}}}`,
  comments: '{{!--'.repeat(20_000),
  quotes: '{{a "'.repeat(20_000),
  'long name': `{{${'a'.repeat(100_000)}}}`,
  'long path': `{{${'a.'.repeat(50_000)}a}}`,
  backslashes: '\\'.repeat(100_000),
  spaces: `{{${' '.repeat(100_000)}`,
  partials: `{{#*inline "p"}}${'{{> p}}'.repeat(1000)}{{/inline}}{{> p}}`,
}

test.each(Object.entries(large))('%s in a large source end with a problem or a text', (_, text) => {
  for (const dialect of dialects) {
    const { problems, text: converted } = toLiquid(text, dialect, true)
    expect(problems.length > 0 || converted.length > 0).toBe(true)
  }
})

test('a source that is too deep is a problem in its line', () => {
  const reason = 'the template has too many blocks in each other'
  const deep = '\n{{#if a}}'.repeat(10_000)
  expect(toLiquid(deep, 'handlebars', true).problems).toEqual([{ line: 102, reason }])
})
