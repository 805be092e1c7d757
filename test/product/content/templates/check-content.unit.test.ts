import { describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { sourceOf } from '../../../../server/product/content/templates/compile.js'
import type { TemplateKind } from '../../../../server/product/content/rendering/compiling/source.js'

/**
 * Tests the refusal of content that a schema alone cannot refuse, and the source from which a version is compiled.
 */

type Content = components['schemas']['TemplateContent']
type Variable = components['schemas']['TemplateVariable']

const at = '/body/content'
const message: Content = { subject: 's', text: 't' }

/** The paths and codes of a refusal. */
function refusals(kind: TemplateKind, content: Content): string[] {
  try {
    sourceOf(kind, content, at)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.code).toBe('validation_failed')
    return (error.details ?? []).map(({ path, code }) => `${path.slice(at.length)} ${code}`)
  }
  return []
}

const withVariables = (...variables: Variable[]) => refusals('message', { ...message, variables })

describe('a message', () => {
  test.each<[string, Content, string[]]>([
    ['has a subject and a text', message, []],
    ['has a subject and HTML', { subject: 's', html: 'h' }, []],
    ['needs a subject', { text: 't' }, ['/subject required']],
    ['needs a body', { subject: 's' }, ['/html required']],
    ['needs both', {}, ['/subject required', '/html required']],
    [
      'needs both in each language',
      { ...message, locales: { de: {}, fr: { subject: 's' }, it: { text: 't' }, es: message } },
      [
        '/locales/de/subject required',
        '/locales/de/html required',
        '/locales/fr/html required',
        '/locales/it/subject required',
      ],
    ],
    [
      'has each language once',
      { ...message, locales: { 'pt-BR': message, pt: message, 'PT-br': message } },
      ['/locales/PT-br duplicate'],
    ],
  ])('%s', (_what, content, expected) => expect(refusals('message', content)).toEqual(expected))
})

describe.each(['layout', 'partial'] as const)('a %s', (kind) => {
  test.each<[string, Content, string[]]>([
    ['has HTML', { html: 'h' }, []],
    ['has text', { text: 't', locales: { de: { html: 'h' } } }, []],
    ['needs one of them', { locales: { de: {} } }, ['/html required', '/locales/de/html required']],
    [
      'has neither subject nor sender',
      {
        html: 'h',
        subject: 's',
        preheader: 'p',
        from_email: 'a@shop.example',
        from_name: 'A',
        reply_to: [{ email: 'b@shop.example' }],
        locales: { de: { html: 'h', subject: 's', preheader: 'p' } },
      },
      [
        '/subject not_allowed',
        '/preheader not_allowed',
        '/from_email not_allowed',
        '/from_name not_allowed',
        '/reply_to not_allowed',
        '/locales/de/subject not_allowed',
        '/locales/de/preheader not_allowed',
      ],
    ],
  ])('%s', (_what, content, expected) => expect(refusals(kind, content)).toEqual(expected))
})

describe('variables', () => {
  test('have names of their own', () => {
    expect(withVariables({ name: 'a' }, { name: 'A' }, { name: 'a' })).toEqual([
      '/variables/2/name duplicate',
    ])
  })

  test.each(['contact', 'empty', 'blank', 'nil', 'true', 'forloop', '__proto__'])(
    'cannot be named %s',
    (name) => {
      expect(withVariables({ name })).toEqual(['/variables/0/name reserved'])
    },
  )

  test.each<[Variable['type'], unknown[], unknown[]]>([
    ['string', ['', 'x'], [1, true, [], {}]],
    [undefined, ['x'], [1]],
    ['number', [0, -1.5], ['1']],
    ['boolean', [false, true], ['true', 0]],
    ['object', [{}, { a: null }], [[], 'x']],
    ['array', [[], [1]], [{}, 'x']],
    ['any', ['x', 0, false, {}, []], []],
  ])('of the type %s have defaults of it', (type, right, wrong) => {
    const refusalOf = (value: unknown) => withVariables({ name: 'a', ...(type && { type }), default: value })
    for (const value of right) expect(refusalOf(value)).toEqual([])
    for (const value of wrong) expect(refusalOf(value)).toEqual(['/variables/0/default type'])
  })

  test('have no default where it is null, as a version that is read has it', () => {
    expect(withVariables({ name: 'a', type: 'number', required: true, default: null })).toEqual([])
  })

  test('with a default are not required', () => {
    expect(withVariables({ name: 'a', required: true, default: 'x' })).toEqual([
      '/variables/0/required not_allowed',
    ])
  })

  test('have at most 64 kB of JSON', () => {
    const of = (length: number) => withVariables({ name: 'a', default: 'x'.repeat(length) })
    const around = JSON.stringify([{ name: 'a', default: '' }]).length
    expect(of(64_000 - around)).toEqual([])
    expect(of(64_001 - around)).toEqual(['/variables too_long'])
  })
})

test('at most 20 mistakes are shown', () => {
  const variables = Array.from({ length: 30 }, () => ({ name: 'contact' }))
  expect(withVariables(...variables)).toHaveLength(20)
})

test('a version is compiled from its content, with what was left out', () => {
  const variables: Variable[] = [
    { name: 'a' },
    { name: 'b', required: false },
    { name: 'c', type: 'array', default: [] },
    { name: 'd', required: false, default: 'x' },
  ]
  const locales = { de: { subject: 'S', html: 'H', preheader: 'P' } }
  expect(sourceOf('message', { ...message, variables, locales, inline_css: false }, at)).toEqual({
    kind: 'message',
    contents: {
      '': { subject: 's', html: null, text: 't', preheader: null },
      de: { subject: 'S', html: 'H', text: null, preheader: 'P' },
    },
    variables: [
      { name: 'a', type: 'string', required: true },
      { name: 'b', type: 'string', required: false },
      { name: 'c', type: 'array', required: false, default: [] },
      { name: 'd', type: 'string', required: false, default: 'x' },
    ],
    inlineCss: false,
  })
  expect(sourceOf('partial', { html: 'h' }, at)).toMatchObject({ inlineCss: true, variables: [] })
})
