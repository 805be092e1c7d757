import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { wireCalls, type WireCall } from '../../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Requests for templates that Resend's packages can send and the service refuses. */

let tenant: Tenant
let resend: WireCall

beforeAll(async () => {
  const service = await sharedApi()
  tenant = await addTenant(service)
  const key = await tenant.key({ project: tenant.liveProject })
  const wire = wireCalls('resend', service.url)
  resend = (method, path, request = {}) => wire(method, path, { key, ...request })
})

const plain = { name: 'Receipt', subject: 'Your receipt', html: '<p>Thank you.</p>' }
const created = async (fields: object = {}): Promise<string> => {
  const { status, body, text } = await resend('POST', '/templates', { body: { ...plain, ...fields } })
  expect(status, text).toBe(201)
  return body.id as string
}

describe('a template', () => {
  test.each<[string, object, string, string]>([
    ['no name', { name: undefined }, 'missing_required_field', 'name'],
    ['no html', { html: undefined }, 'missing_required_field', 'html'],
    ['no subject', { subject: undefined }, 'missing_required_field', 'subject'],
    ['a wrong sender', { from: 'nobody' }, 'invalid_from_address', 'from'],
    ['a wrong alias', { alias: 'a b' }, 'validation_error', 'alias'],
    ['a variable that is not declared', { html: '{{{NAME}}}' }, 'validation_error', 'html uses NAME'],
    ['two braces', { html: '{{NAME}}' }, 'validation_error', 'html has {{NAME}}'],
    ['control flow', { text: '{{#if A}}' }, 'validation_error', 'text has {{#if A}}'],
    ['braces in its subject', { subject: '{{{A B}}}' }, 'validation_error', 'subject has {{{A B}}}'],
    [
      'a reserved name as a variable',
      { variables: [{ key: 'EMAIL', type: 'string' }] },
      'validation_error',
      'variables[0].key is reserved',
    ],
    [
      'a fallback of another type',
      { variables: [{ key: 'A', type: 'number', fallback_value: 'x' }] },
      'validation_error',
      'variables[0].fallback_value must be',
    ],
    ['an unknown field', { react: 'x' }, 'validation_error', 'react'],
  ])('is refused with %s', async (_what, fields, name, beginning) => {
    const { status, body } = await resend('POST', '/templates', { body: { ...plain, ...fields } })
    expect([status, body.name]).toEqual([422, name])
    expect((body.message as string).slice(0, beginning.length)).toBe(beginning)
  })

  test('is refused with the alias of another one', async () => {
    await created({ alias: 'taken' })
    const { status, body } = await resend('POST', '/templates', { body: { ...plain, alias: 'taken' } })
    expect([status, body.name, body.message]).toEqual([
      422,
      'validation_error',
      expect.stringMatching(/^alias\b/),
    ])
    const other = await created()
    expect((await resend('PATCH', `/templates/${other}`, { body: { alias: 'taken' } })).status).toBe(422)
    const wrong = await resend('PATCH', `/templates/${other}`, { body: { html: '{{A}}' } })
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringMatching(/^html has \{\{A\}\}/)])
  })

  test.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/publish'],
    ['POST', '/duplicate'],
  ])('that is not there is not found by %s %s', async (method, rest) => {
    for (const id of [toTypeId('tpl', newUuid()), '34a080c9-b17d-4187-ad80-5af20266e535', 'none', 'a%20b']) {
      const request = method === 'PATCH' ? { body: { name: 'A' } } : {}
      const { status, body } = await resend(method, `/templates/${id}${rest}`, request)
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
  })

  test('of another project is not found', async () => {
    const id = await created({ alias: 'mine' })
    const other = await tenant.key({ project: await tenant.project() })
    for (const path of [`/templates/${id}`, '/templates/mine'])
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'Theirs' }],
        ['DELETE', '', undefined],
        ['POST', '/publish', undefined],
        ['POST', '/duplicate', undefined],
      ] as const) {
        const request = { key: other, ...(body !== undefined && { body }) }
        expect((await resend(method, `${path}${rest}`, request)).status).toBe(404)
      }
    expect((await resend('GET', `/templates/${id}`)).body.name).toBe('Receipt')
    const sender = await tenant.key({ project: tenant.liveProject, scopes: ['messages:send'] })
    const refused = await resend('GET', `/templates/${id}`, { key: sender })
    expect([refused.status, refused.body.name]).toEqual([401, 'restricted_api_key'])
  })
})
