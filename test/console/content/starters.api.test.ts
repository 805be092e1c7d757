import { Parser } from 'htmlparser2'
import { beforeAll, describe, expect, test } from 'vitest'
import { starters, type Starter } from '../../../console/starters/index.js'
import { call } from '../../support/api/api.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { templateCalls } from '../../support/templates/template-calls.js'
import { addTenant } from '../../support/workspace/tenant.js'

/** The templates to begin with: each can be saved and sent as it stands, and is laid out as mail readers need it. */

let service: TestService
let session: string
beforeAll(async () => {
  service = await sharedApi()
  session = await (await addTenant(service)).session('admin')
})

interface Preview {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly html_bytes: number
  readonly warnings: readonly { readonly url: string | null }[]
}

async function preview({ content }: Starter, variables: object): Promise<Preview> {
  const body = { content, variables }
  const reply = await call(service.url, 'POST', '/v1/templates/preview', { key: session, body })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Preview
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The elements of a mail and the declarations of their `style` attributes, by property. */
function elementsOf(html: string): { elements: Element[]; declarations: Map<string, string[]> } {
  const elements: Element[] = []
  const declarations = new Map<string, string[]>()
  const parser = new Parser({
    onopentag: (name, attributes) => {
      // The service's own, of the preheader.
      if (attributes['data-preheader'] !== undefined) return
      elements.push({ name, attributes })
      for (const declaration of (attributes['style'] ?? '').split(';')) {
        const [property = '', ...value] = declaration.split(':')
        const key = property.trim().toLowerCase()
        if (key !== '') declarations.set(key, [...(declarations.get(key) ?? []), value.join(':').trim()])
      }
    },
  })
  parser.end(html)
  return { elements, declarations }
}

/**
 * The properties that Outlook for Windows, Gmail, Yahoo and Apple Mail all follow, or that only round off what is whole
 * without them.
 */
const known = new Set([
  ...[
    'background-color',
    'border',
    'border-collapse',
    'border-bottom',
    'color',
    'display',
    'font',
    'font-size',
  ],
  ...[
    'font-weight',
    'height',
    'line-height',
    'margin',
    'padding',
    'padding-left',
    'padding-top',
    'text-align',
  ],
  ...['text-decoration', 'vertical-align', 'white-space', 'width'],
  ...['border-radius', 'max-width', 'mso-padding-alt', 'word-break'],
])

describe.each(starters.map((starter) => [starter.id, starter] as const))('%s', (_id, starter) => {
  const { content, values } = starter

  test('is saved, published, and previewed without a warning', async () => {
    const calls = templateCalls(service.url, session)
    const id = await calls.published({ ...content, name: starter.name })
    expect(id).toMatch(/^tpl_/)
    const { subject, html, text, html_bytes, warnings } = await preview(starter, values)
    // The link to unsubscribe of a preview is of the service, which the tests reach without TLS.
    expect(warnings.filter(({ url }) => !url?.endsWith('/subscriptions/unsubscribe/preview'))).toEqual([])
    expect(html_bytes).toBeLessThan(20_000)
    for (const shown of [subject, html, text]) expect(shown).not.toMatch(/\{\{|\{%|undefined/)
    const words = (value: unknown): string[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(words) : [String(value)]
    // Each value is in both bodies, so that nobody reads less than others.
    for (const value of Object.values(values).flatMap(words)) expect(text).toContain(value)
    const plain = html.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    for (const value of Object.values(values).flatMap(words)) expect(plain).toContain(value)
  })

  test('needs no more than what it says that it needs', async () => {
    const required = content.variables.filter((variable) => variable.default === undefined)
    const least = Object.fromEntries(required.map(({ name }) => [name, values[name]]))
    const { text, html } = await preview(starter, least)
    expect(`${text}${html}`).not.toMatch(/undefined|null/)
    expect(text).not.toMatch(/\n{4,}/)
  })

  test('is laid out by what all mail readers know', async () => {
    const { html } = await preview(starter, values)
    const { elements, declarations } = elementsOf(html)
    expect([...declarations.keys()].filter((property) => !known.has(property))).toEqual([])
    expect(new Set(declarations.get('display'))).toEqual(
      new Set((declarations.get('display') ?? []).filter((value) => /^(inline-)?block$/.test(value))),
    )
    const names = new Set(elements.map(({ name }) => name))
    for (const name of ['script', 'form', 'svg', 'video', 'link', 'div', 'section'])
      expect(names).not.toContain(name)
    for (const { name, attributes } of elements) {
      if (name === 'table') expect(attributes['role']).toBe('presentation')
      if (name === 'html') expect(attributes).toMatchObject({ lang: 'en', dir: 'ltr' })
      if (name === 'img') expect(Number(attributes['width'])).toBeGreaterThan(0)
    }
    // What cannot be written into elements is left to readers that know it.
    const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, rules = '']) => rules)
    expect(styles.join('')).toContain('@media')
    expect(styles.join('').length).toBeLessThan(8192)
    expect(html).toContain('prefers-color-scheme: dark')
  })
})
