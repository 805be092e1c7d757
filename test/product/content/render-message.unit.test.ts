import { expect, test } from 'vitest'
import {
  needsContact,
  renderMessage,
  type RenderableVersion,
  type RenderInput,
} from '../../../server/product/content/render-message.js'
import {
  RenderError,
  RendererBusyError,
  type Mistake,
  type RenderRequest,
} from '../../../server/product/content/rendering/compiling/source.js'

const version: RenderableVersion = {
  workspaceId: 'w',
  key: 'w t 1',
  variables: [],
  locales: ['de'],
  usesContact: false,
  contentOf: (locale) => Promise.resolve(`content ${locale}`),
}
const places = { template: '/body/template', variables: '/body/template/variables' }
const contact = { email: 'ada@example.com', name: null, properties: { locale: 'de-AT' } }
const mail = { subject: 'S', html: null, text: 'T', textIsMade: false, warnings: [] }

/** Renders with a renderer that only looks at what it is asked for. */
async function rendered(input: RenderInput, of: Partial<RenderableVersion> = {}) {
  const asked: RenderRequest[] = []
  const render = (request: RenderRequest) => {
    asked.push(request)
    return Promise.resolve(mail)
  }
  const { locale } = await renderMessage({ render }, { ...version, ...of }, input, places)
  return { locale, asked: asked[0] }
}

const failing = (error: Error, more: object = {}) =>
  renderMessage({ render: () => Promise.reject(error) }, version, {}, { ...places, ...more })
const withMistakes = (mistakes: Mistake[], more: object = {}) => failing(new RenderError(mistakes), more)

test('the language decides about the content and its identity', async () => {
  expect(await rendered({ locale: 'de-AT' })).toMatchObject({
    locale: 'de',
    asked: { key: 'w t 1 de', content: 'content de', fillMissing: false, warn: false, values: {} },
  })
  expect(await rendered({})).toMatchObject({ locale: null, asked: { key: 'w t 1 ' } })
  expect((await rendered({ contact })).locale).toBe('de')
  expect((await rendered({ contact, locale: 'fr' })).locale).toBeNull()
  expect((await rendered({}, { key: undefined })).asked?.key).toBeUndefined()
})

test('the contact is handed on only where it is shown', async () => {
  expect((await rendered({ contact })).asked?.contact).toBeUndefined()
  expect((await rendered({ contact }, { usesContact: true })).asked?.contact).toEqual(contact)
})

test.each([
  [true, [], 'de', true],
  [true, [], undefined, true],
  [false, ['de'], undefined, true],
  [false, ['de'], 'de', false],
  [false, [], undefined, false],
])(
  'shown: %s, languages: %j, asked for: %s -> needs the contact: %s',
  (usesContact, locales, locale, needed) => {
    expect(needsContact({ usesContact, locales }, locale)).toBe(needed)
  },
)

test('what was deleted meanwhile is not found', async () => {
  const gone = rendered({}, { contentOf: () => Promise.resolve(undefined) })
  await expect(gone).rejects.toMatchObject({ code: 'template_not_found' })
})

test('values have at most 64,000 bytes of JSON', async () => {
  const valuesOf = (bytes: number) => ({ values: { a: 'x'.repeat(bytes - '{"a":""}'.length) } })
  await rendered(valuesOf(64_000))
  await expect(rendered(valuesOf(64_001))).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/body/template/variables', code: 'too_long' }],
  })
})

test('the message names all missing variables, and the details twenty mistakes', async () => {
  const missing = Array.from({ length: 25 }, (_, index) => ({
    code: 'missing_variable' as const,
    message: 'is missing',
    variable: `v${index}`,
  }))
  const error = await withMistakes(missing).catch((reason: unknown) => reason as any)
  expect(error.message).toMatch(/^The template could not be rendered: v0, v1, .*, v23 and v24 are missing\.$/)
  expect(error.details).toHaveLength(20)
  expect(error.details[0]).toEqual({
    ...missing[0],
    rule: 'missing_variable',
    path: '/body/template/variables/v0',
  })
  await expect(withMistakes(missing.slice(0, 1))).rejects.toThrow(': v0 is missing.')
  await expect(withMistakes(missing.slice(0, 2))).rejects.toThrow(': v0 and v1 are missing.')
})

test('other mistakes are named with their place', async () => {
  const type = { code: 'variable_type' as const, message: 'must be a string, not a number', variable: 'a' }
  await expect(withMistakes([type])).rejects.toMatchObject({
    message: 'The template could not be rendered: a must be a string, not a number.',
    details: [{ ...type, path: '/body/template/variables/a' }],
  })
  const inHtml: Mistake = {
    code: 'too_long',
    message: 'is longer than 1 MB once it is rendered',
    field: 'html',
    line: 3,
    column: 4,
    templateId: 'tpl_x',
  }
  await expect(withMistakes([inHtml])).rejects.toMatchObject({
    message: 'The template could not be rendered: its html is longer than 1 MB once it is rendered (line 3).',
    details: [
      {
        path: '/body/template',
        code: 'too_long',
        message: 'The html is longer than 1 MB once it is rendered',
        line: 3,
        column: 4,
        template_id: 'tpl_x',
      },
    ],
  })
  await expect(withMistakes([inHtml], { content: '/body/content' })).rejects.toMatchObject({
    details: [{ path: '/body/content/html', message: inHtml.message }],
  })
})

test('a busy renderer is to be asked again, and what is unforeseen stays what it is', async () => {
  await expect(failing(new RendererBusyError('busy'))).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    headers: { 'Retry-After': '1' },
  })
  await expect(failing(new TypeError('a fault'))).rejects.toThrow(TypeError)
})
