import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../../support/api/api.js'
import type { TestService } from '../../../../support/service/service.js'
import type { WireCall } from '../../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../../support/wires/wire-tenant.js'

/** Templates of Resend, rendered by this service. */

let service: TestService
let key: string
let resend: WireCall

beforeAll(async () => {
  ;({ service, key, ask: resend } = await addWireTenant('resend'))
})

const variables = [
  { key: 'A', type: 'string' },
  { key: 'B', type: 'string', fallback_value: 'b & <b>' },
  { key: 'N', type: 'number' },
]
const rendered = async (
  content: object,
  given: object,
): Promise<{ html: string; text: string; subject: string }> => {
  const body = { name: 'T', subject: 's', variables, ...content }
  const made = await resend('POST', '/templates', { body })
  expect(made.status, made.text).toBe(201)
  const path = `/v1/templates/${made.body.id as string}/preview`
  const reply = await call(service.url, 'POST', path, { key, body: given })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as never
}

/** Puts values into a text as Resend does. */
function substituted(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{\{\{(\w+)\}\}\}/g, (_whole, name: string) => String(values[name]))
}

const piece = fc.oneof(
  fc.constantFrom(
    '{{{A}}}',
    '{{{B}}}',
    '{{{N}}}',
    '<p>',
    '</p>',
    '&amp;',
    '"',
    "'",
    '\\',
    '|',
    ' ',
    '}',
    '}}',
    'é',
    '<style>p { color: red }</style>',
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replace(/[{\r\n\0]/g, '')),
)
const value = fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n\0]/g, ''))

test('a template has the bytes of plain substitution', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      value,
      value,
      fc.integer(),
      async (pieces, a, b, n) => {
        const text = `x${pieces.join('')}x`
        const values = { A: a, B: b, N: n }
        const mail = await rendered({ subject: text, html: text, text }, { variables: values })
        const whole = substituted(text, values)
        expect([mail.subject, mail.html, mail.text]).toEqual([whole, whole, whole])
      },
    ),
    { numRuns: 40 },
  )
})

describe('a value that a send leaves out', () => {
  test('is the fallback of the variable, unescaped', async () => {
    const mail = await rendered({ html: '<p>{{{B}}}</p>' }, { variables: { A: '', N: 1 } })
    expect(mail.html).toBe('<p>b & <b></p>')
  })

  test('is refused if it has none, as Resend refuses it', async () => {
    const body = { name: 'T', subject: 's', alias: 'strict', html: '{{{A}}}', variables }
    const { body: made } = await resend('POST', '/templates', { body })
    const path = `/v1/templates/${made.id as string}/preview`
    const { status } = await call(service.url, 'POST', path, { key, body: { variables: { N: 1 } } })
    expect(status).toBe(422)
  })
})

test("the contact's names and address are those of Resend's contacts", async () => {
  const contact = { email: 'ada@example.com', first_name: 'Ada "A" <\\>' }
  const { body: made } = await resend('POST', '/contacts', { body: contact })
  const text =
    '[{{{FIRST_NAME}}}|{{{LAST_NAME}}}|{{{LAST_NAME|a "\\" | b}}}|{{{EMAIL}}}|{{{contact.first_name}}}|{{{contact.email}}}|{{{contact.plan|none}}}|{{{UNSUBSCRIBE_URL}}}]'
  const mail = await rendered({ html: text, text }, { variables: { A: '', N: 1 }, contact_id: made.id })
  const whole = `[${contact.first_name}||a "\\" | b|ada@example.com|${contact.first_name}|ada@example.com|none|`
  expect(mail.html.slice(0, whole.length)).toBe(whole)
  expect(mail.text.slice(0, whole.length)).toBe(whole)
})
