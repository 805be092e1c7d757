import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { document } from '../support/api/contract.js'
import { blockWith, textOf } from '../support/documentation/documents.js'
import { openExamples, withSession, type PrintedExamples } from '../support/documentation/printed-examples.js'

const guide = textOf('docs/guide/templates.md')

describe('the examples of templates work as printed', () => {
  let examples: PrintedExamples
  let session: string

  beforeAll(async () => {
    examples = await openExamples()
    session = await examples.service.session('owner')
  })
  afterAll(() => examples?.stop())

  /** A request of a person, which has to succeed. */
  async function ask<Reply>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    const reply = await call(examples.service.url, method, path, { key: session, body })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.body as Reply
  }

  interface Mail {
    subject: string
    html: string
    text: string
    locale: string | null
    content_sha256: string
  }

  /** Previews a message of this HTML, with a value for each of its variables. */
  async function htmlOf(
    html: string,
    variables: Record<string, unknown>,
    more: object = {},
  ): Promise<string> {
    const declared = Object.keys(variables).map((name) => ({
      name,
      type: Array.isArray(variables[name]) ? 'array' : 'string',
    }))
    const content = { subject: 'A', html, inline_css: false, variables: declared }
    const mail = await ask<Mail>('POST', '/v1/templates/preview', { content, variables, ...more })
    return mail.html
  }

  const liquid = (part: string) => blockWith('liquid', part)

  test('the curl of the first template, and that of a batch with it', async () => {
    const batch = blockWith('sh', '"idempotency_key": "receipt-1043"')
    const stdout = await examples.runBlock("template=$(templates ''", (block) =>
      // Each reply on a line of its own.
      ['curl() { command curl "$@"; echo; }', withSession(block, session), batch].join('\n'),
    )
    const replies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(replies).toMatchObject([
      {
        version: 1,
        subject: 'Your receipt A-1042',
        html: '<p>Thank you, customer.</p><p>You paid 42 EUR.</p>',
        warnings: [{ code: 'no_text' }],
      },
      { name: 'Receipt', published_version: 1 },
      { status: 'queued', recipients: [{ email: 'ada@example.com' }] },
      { accepted: 1, rejected: 0 },
    ])
    const path = `/v1/templates/${String(replies[1]?.['id'])}/preview`
    const variables = { number: 'A-1042', name: 'Ada', total: 42 }
    const preview = await ask<Mail>('POST', path, { variables })
    const content = await ask<Mail>('GET', `/v1/messages/${String(replies[2]?.['id'])}/content`)
    expect(content).toMatchObject({
      subject: 'Your receipt A-1042',
      html: '<p>Thank you, Ada.</p><p>You paid 42 EUR.</p>',
      from_email: 'billing@shop.example',
      content_sha256: preview.content_sha256,
    })
  })

  test('the program of the SDK', async () => {
    const program = blockWith('js', 'admin.templates.preview')
    const stdout = await examples.runProgram(program, { POSTSEAL_SESSION: session })
    expect(stdout).toMatch(/^Your receipt A-1042 Thank you, Ada\.\s+You paid 42 EUR\.\nmsg_\w{26} queued\n$/)
  })

  test('the tags and filters', async () => {
    const source = liquid('{% if items.size > 0 %}')
    const items = [{ name: 'Tea', price: 4.256 }]
    const ordered_at = '2026-01-14T23:30:00-02:00'
    const html = await htmlOf(source, { name: 'Ada', items, ordered_at })
    expect(html).toContain('<p>Dear Ada,</p>')
    expect(html).toContain('<li>Tea: 4.26 EUR</li>')
    expect(html).toContain('<p>Ordered on 15 January 2026</p>')
    expect(html).not.toContain('comment')
    expect(await htmlOf(source, { name: 'Ada', items: [], ordered_at })).toContain('Your basket is empty.')
  })

  test('the escaping', async () => {
    const values = { comment: 'a < b\nc', signature_html: '<b>Ada</b>' }
    const html = await htmlOf(liquid('signature_html | raw'), values)
    expect(html).toContain('<p>a &lt; b\nc</p>')
    expect(html).toMatch(/<p>a &lt; b<br ?\/?>\nc<\/p>/)
    expect(html).toContain('<b>Ada</b>')
  })

  test('a message with a layout and a partial', async () => {
    const publish = async (body: object) => {
      const { id } = await ask<{ id: string }>('POST', '/v1/templates', body)
      await ask('POST', `/v1/templates/${id}/publish`, { version: 1 })
      return id
    }
    const layout = await publish({ name: 'Frame', kind: 'layout', html: liquid('{% block footer %}') })
    const variables = [{ name: 'label' }, { name: 'url' }]
    const partial = await publish({ name: 'Button', kind: 'partial', html: liquid('{{ label }}'), variables })
    const source = liquid("{% layout 'tpl_…' %}")
      .replace("layout 'tpl_…'", `layout '${layout}'`)
      .replace("render 'tpl_…'", `render '${partial}'`)
    const order_url = 'https://shop.example/orders/1042'
    const html = await htmlOf(source, { name: 'Ada', order_url })
    const plain = html.replace(/\s+/g, ' ')
    expect(plain).toContain('<body> <h1>Shop</h1><h2>Receipt</h2> ')
    expect(plain).toContain('<p>Thank you, Ada.</p>')
    expect(plain).toMatch(/<a href="https:\/\/shop\.example\/orders\/1042" style="[^"]+">Open the order<\/a>/)
    expect(plain).toContain('<p>Shop Ltd., 1 High Street</p> </body>')
  })

  test('the languages', async () => {
    const content: unknown = JSON.parse(blockWith('json', '"locales"'))
    const variables = { number: 'A-1042', name: 'Ada' }
    const mailIn = (locale: string) =>
      ask<Mail>('POST', '/v1/templates/preview', { content, variables, locale })
    expect(await mailIn('de-AT')).toMatchObject({ locale: 'de', subject: 'Ihre Quittung A-1042' })
    expect(await mailIn('pt-br')).toMatchObject({ locale: 'pt-BR', subject: 'Seu recibo A-1042' })
    expect(await mailIn('fr')).toMatchObject({ locale: null, subject: 'Your receipt A-1042' })
  })

  test('the contact', async () => {
    const { test_project_id: project_id, test_project_key: key } = examples.service.credentials
    const contact = { project_id, email: 'ada@example.com', name: 'Ada', properties: { plan: 'pro' } }
    const { body } = await call(examples.service.url, 'PUT', '/v1/contacts', { key, body: contact })
    const source = liquid('contact.properties.plan')
    const html = await htmlOf(source, {}, { contact_id: (body as { id: string }).id, project_id })
    expect(html).toContain('<p>Dear Ada,</p>')
    expect(html).toContain('Thank you for staying with us.')
  })

  test('the error for a name that is not declared', async () => {
    const { error } = JSON.parse(blockWith('json', '"nmae"')) as { error: Record<string, unknown> }
    const body = {
      name: 'Receipt',
      subject: 'Your receipt',
      html: '<p>Thank you, {{ nmae }}.</p>',
      variables: [{ name: 'name' }],
    }
    const reply = await call(examples.service.url, 'POST', '/v1/templates', { key: session, body })
    expect(reply.status).toBe(422)
    const { error: given } = reply.body as { error: Record<string, unknown> }
    expect({ ...given, request_id: error['request_id'] }).toEqual(error)
  })
})

test('the table of warnings has every code of the contract', () => {
  const section = guide.split('\n## Preview\n')[1]?.split('\n## ')[0] ?? ''
  const listed = [...section.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1])
  const schemas = document.components['schemas'] as Record<string, { enum?: string[] }>
  expect(listed).toEqual(schemas['TemplateWarningCode']?.enum)
})
