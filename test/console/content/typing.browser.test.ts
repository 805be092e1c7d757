import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** The editor of templates writes what is typed: no more, no less. */

let service: TestService
let templateId: string
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService()
  const { body } = await call(service.url, 'POST', '/v1/templates', {
    key: await service.session('owner'),
    body: { name: 'Typed', subject: 'Typed', html: 'x', text: 'x' },
  })
  templateId = (body as { id: string }).id
})
afterAll(() => service?.stop())

const typed: readonly string[] = [
  '<p>Hi</p>',
  '<p>Hi<br>you</p><hr>',
  '<a href="x">Y</a>',
  '<a href=\'x\' class="y">Y</a>',
  '<p title="{{ name }}">',
  '<p title="{{ name | default: "you" }}">',
  '<a href="{{ unsubscribe_url }}">Leave</a>',
  '<div><p>One</p><p>Two <b>three</b></p></div>',
  '{% if a %}x{% endif %}',
  '{%- if a -%}x{%- endif -%}',
  '{{a}}{{ b }}{{- c -}}',
  '{{ "}}" }} and {{ \'%}\' }}',
  '{% for item in items %}{{ item.name }}{% if item.last %}.{% endif %}{% endfor %}',
  '{% raw %}{{ name }}{% endraw %}',
  'Say "hi" to \'em, don\'t (or [do] {it})',
  '{"a": {"b": ["c", 1]}, "d": "{{ e }}"}',
  '<style>p{color:red}@media print{p{color:black}}</style>',
  '<!-- {{ a }} --><!doctype html><html></html>',
  '100% {100%} {{ 100 }}% }} %}',
  '{{{ a }}}',
]

describe.skipIf(!hasBrowser)('what is typed, key by key', () => {
  test.each([
    ['HTML', /^HTML/],
    ['Text', /^Text/],
  ])('is in the editor of the %s as it was typed', async (name, tab) => {
    const { page, open } = await openConsole(service)
    await open(`templates/${templateId}`)
    await page.getByRole('tab', { name: tab, exact: true }).first().click()
    const editor = page.getByRole('textbox', { name, exact: true })
    await editor.click()
    const shown = async () => (await editor.locator('.cm-line').allTextContents()).join('\n')
    for (const text of typed) {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      expect(await shown()).toBe(text)
    }
    // Marks that the editor has put are typed over on a later line, too, and go with what opened them.
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{%\n# note\n%}.')
    expect((await shown()).replace(/^ +/gm, '')).toBe('{%\n# note\n%}.')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('a{{')
    expect(await shown()).toBe('a{{}}')
    await page.keyboard.press('Backspace')
    expect(await shown()).toBe('a{')
    await page.keyboard.type('{b}}')
    expect(await shown()).toBe('a{{b}}')
  })
})
