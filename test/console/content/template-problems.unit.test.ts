import { expect, test } from 'vitest'
import type { TypedContent } from '../../../console/screens/templates/editor/content.js'
import {
  placeOf,
  problemsOf,
  warningsIn,
  whereOf,
} from '../../../console/screens/templates/editor/problems.js'

const content: TypedContent = {
  subject: 'Hello',
  preheader: '',
  html: '<p>\n  <a href="/about">About</a>\n  <a href="/a">A</a> <img src="https://x.example/?a=1&amp;b=2">',
  text: '',
  from_email: '',
  from_name: '',
  reply_to: '',
  inline_css: true,
  variables: [],
  locales: { de: { subject: 'Hallo', preheader: '', html: '<a href="/a">A</a>', text: '' } },
}
const warning = (changes: object) => ({
  code: 'relative_url' as const,
  message: 'Leads nowhere.',
  variable: null,
  url: null,
  ...changes,
})

test('a mistake stands at its field, language, line and column', () => {
  const mistake = { code: 'syntax', message: 'cannot be read: x', line: 2, column: 5 }
  const at = '/body/content'
  const [html, german] = problemsOf(
    [
      { ...mistake, path: '/body/content/html' },
      { ...mistake, path: '/body/content/locales/de/text' },
    ],
    at,
  )
  expect(html).toMatchObject({ field: 'html', locale: null, line: 2, column: 5, severity: 'error' })
  expect(german).toMatchObject({ field: 'text', locale: 'de', line: 2 })
  expect([html, german].map((problem) => problem && whereOf(problem))).toEqual([
    'HTML, line 2',
    'Text (de), line 2',
  ])
})

test('a refused save and a refused preview say the same of the same place', () => {
  const of = { code: 'pattern', message: 'has a mistake' }
  expect(problemsOf([{ ...of, path: '/body/variables/0/name' }], '/body')[0]?.field).toBe('variables')
  expect(problemsOf([{ ...of, path: '/body/content/variables/0/name' }], '/body/content')[0]?.field).toBe(
    'variables',
  )
  // Beside the content, `variables` are the sample values.
  const [value] = problemsOf([{ ...of, path: '/body/variables/name', variable: 'name' }], '/body/content')
  expect(value).toMatchObject({ field: 'values', message: 'name has a mistake' })
})

test('a mistake in a layout names the layout, and has no line here', () => {
  const [problem] = problemsOf(
    [{ path: '/body/content/html', code: 'missing', message: 'lacks x', line: 9, template_id: 'tpl_1' }],
    '/body/content',
  )
  expect(problem).toMatchObject({ templateId: 'tpl_1' })
  expect(problem?.line).toBeUndefined()
  expect(problem && whereOf(problem)).toBe('In tpl_1')
})

test('a name that no variable has can be declared', () => {
  const detail = { path: '/body/content/html', message: 'uses nmae', variable: 'nmae' }
  expect(problemsOf([{ ...detail, code: 'undeclared_variable' }], '/body/content')[0]?.undeclared).toBe(
    'nmae',
  )
  expect(
    problemsOf([{ ...detail, code: 'missing_variable' }], '/body/content')[0]?.undeclared,
  ).toBeUndefined()
})

test('a warning stands where its address does, whole and not as a part of another', () => {
  expect(warningsIn([warning({ url: '/a' })], content, null)[0]).toMatchObject({ line: 3, column: 12 })
  expect(warningsIn([warning({ url: '/a' })], content, 'de')[0]).toMatchObject({ line: 1, locale: 'de' })
  expect(warningsIn([warning({ url: 'https://x.example/?a=1&b=2' })], content, null)[0]?.line).toBe(3)
  const made = warningsIn([warning({ url: 'https://made.example/7' })], content, null)[0]
  expect(made?.line).toBeUndefined()
  expect(made && whereOf(made)).toBe('HTML')
})

test('a long address, which the service cuts, is found by its beginning', () => {
  const url = `https://x.example/${'a'.repeat(300)}`
  expect(placeOf(`\n<a href="${url}">`, url.slice(0, 190))).toEqual({ line: 2, column: 10 })
  const long = { ...content, html: `\n<a href="${url}">` }
  expect(warningsIn([warning({ url: `${url.slice(0, 199)}…` })], long, null)[0]?.line).toBe(2)
})

test('an unused variable is told of with the declarations', () => {
  const found = warningsIn([warning({ code: 'unused_variable', variable: 'x' })], content, null)
  expect(found[0]?.field).toBe('variables')
})
