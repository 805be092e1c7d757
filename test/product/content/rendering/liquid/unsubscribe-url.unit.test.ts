import { expect, test } from 'vitest'
import { renderMessage } from '../../../../../server/product/content/render-message.js'
import type { RenderRequest } from '../../../../../server/product/content/rendering/compiling/source.js'
import { mistakesIn } from '../../../../../server/product/content/templates/check-content.js'
import { available, ids, mistakesOf, render } from '../../../../support/templates/rendering.js'

/** `unsubscribe_url` is there without being declared, and has a value in the mail of campaigns alone. */

const unsubscribeUrl = 'https://mail.example/subscriptions/unsubscribe/token'
const template = { html: '<a href="{{ unsubscribe_url }}">x</a>', text: 'Leave: {{ unsubscribe_url }}' }

test('a mail of a campaign shows it, within partials as well', () => {
  expect(render(template, {}, { unsubscribeUrl })).toMatchObject({
    html: `<a href="${unsubscribeUrl}">x</a>`,
    text: `Leave: ${unsubscribeUrl}`,
  })
  const partial = available(ids.partial, 'partial', template)
  const call = `{% render '${ids.partial}' %}`
  expect(render({ html: call, text: call, available: [partial] }, {}, { unsubscribeUrl })).toMatchObject({
    html: `<a href="${unsubscribeUrl}">x</a>`,
    text: `Leave: ${unsubscribeUrl}`,
  })
})

test('other mail has no value for it', () => {
  const missing = { code: 'missing_variable', variable: 'unsubscribe_url' }
  expect(mistakesOf(() => render(template))).toMatchObject([
    {
      ...missing,
      field: 'html',
      message: expect.stringContaining('which only non-transactional mail of campaigns and automations has'),
    },
    { ...missing, field: 'text' },
  ])
  const guarded = { text: 'Hello{% if unsubscribe_url %} {{ unsubscribe_url }}{% endif %}' }
  expect(render(guarded).text).toBe('Hello')
  expect(render({ text: '{{ unsubscribe_url | default: "-" }}' }).text).toBe('-')
  // A value of the send is none that the template declares.
  expect(mistakesOf(() => render(template, { unsubscribe_url: 'https://eve.example' }))).toHaveLength(2)
})

test('a preview can show its name', () => {
  expect(render(template, {}, { fillMissing: true }).text).toBe('Leave: [unsubscribe_url]')
})

test('nothing else can have its name', () => {
  const declared = { subject: 's', text: 't', variables: [{ name: 'unsubscribe_url' }] }
  expect(mistakesIn('message', declared, '/body')).toMatchObject([
    { path: '/body/variables/0/name', code: 'reserved' },
  ])
})

test('a version that declared it earlier shows the same address', async () => {
  const asked: RenderRequest[] = []
  const renderer = {
    render: (request: RenderRequest) => {
      asked.push(request)
      return Promise.resolve({ subject: 's', html: null, text: 't', textIsMade: false, warnings: [] })
    },
  }
  const version = {
    workspaceId: 'w',
    key: 'k',
    variables: [{ name: 'unsubscribe_url', type: 'string' as const, required: true }],
    locales: [],
    usesContact: false,
    contentOf: () => Promise.resolve('{}'),
  }
  const places = { template: '/t', variables: '/v' }
  const values = { unsubscribe_url: 'https://eve.example' }
  await renderMessage(renderer, version, { values, unsubscribeUrl }, places)
  await renderMessage(renderer, version, { values }, places)
  expect(asked.map((request) => request.values)).toEqual([{ unsubscribe_url: unsubscribeUrl }, values])
})
