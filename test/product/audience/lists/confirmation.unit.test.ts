import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admitConfirmation,
  fillConfirmation,
  refuseLongSubject,
  fillIn,
  placeholdersOf,
} from '../../../../server/product/audience/lists/confirmation.js'
import type { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { runs } from '../../../support/run/sampled.js'

/** The mail that asks to confirm: what it may hold, and what stands in it when it is sent. */

const url = 'https://mail.example/subscriptions/confirm/abc?a=1&b=2'

function refusal(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    const [detail] = (error as ApiError).details ?? []
    return `${detail?.path} ${detail?.code}`
  }
}

const admit = (changes: { subject?: string; text?: string; html?: string | null }) =>
  refusal(() => admitConfirmation({ subject: 'Confirm', text: 'At {{confirm_url}}', ...changes }))

describe('a mail with placeholders', () => {
  test('needs the link in every body it has, and knows two names', () => {
    expect(admit({})).toBeUndefined()
    expect(admit({ html: '<a href="{{ confirm_url }}">{{list_name}}</a>' })).toBeUndefined()
    expect(admit({ html: null, subject: '{{list_name}}' })).toBeUndefined()
    expect(admit({ text: 'Confirm!' })).toBe('/body/confirmation/text placeholder')
    expect(admit({ html: '<p>Confirm!</p>' })).toBe('/body/confirmation/html placeholder')
    expect(admit({ html: '{{confirm_url}} {{name}}' })).toBe('/body/confirmation/html placeholder')
    expect(admit({ text: '{{confirm_url}} {{}}' })).toBe('/body/confirmation/text placeholder')
    expect(admit({ text: '{{{confirm_url}}}' })).toBe('/body/confirmation/text placeholder')
    expect(admit({ text: '{{confirm_url}} {{list_name\n}} }} {{ open' })).toBeUndefined()
    // A link in a subject would be cut and shown by every list of mails.
    expect(admit({ subject: '{{confirm_url}}' })).toBe('/body/confirmation/subject placeholder')
  })

  test('has a default that passes the same check', () => {
    const { subject, text, html } = admitConfirmation(undefined)
    expect(admit({ subject, text, html })).toBeUndefined()
    expect(html).not.toBeNull()
  })

  test('is looked through in one go, however often it opens', () => {
    expect(placeholdersOf('{{'.repeat(500_000))).toEqual([])
  })

  test('is refused where the subject is too long with the name in it', () => {
    const confirmation = admitConfirmation({ subject: '{{list_name}}'.repeat(20), text: '{{confirm_url}}' })
    expect(refusal(() => refuseLongSubject(confirmation, 'n'.repeat(49)))).toBeUndefined()
    expect(refusal(() => refuseLongSubject(confirmation, 'n'.repeat(50)))).toBe(
      '/body/confirmation/subject too_long',
    )
  })
})

describe('what is filled in', () => {
  const confirmation = {
    subject: 'News: {{list_name}}',
    text: '{{list_name}}: {{confirm_url}}',
    html: '<a href="{{confirm_url}}" title=\'{{list_name}}\'>{{list_name}}</a>',
  }

  test('is escaped in HTML, and as it is in text', () => {
    const filled = fillConfirmation(confirmation, `Ben & "Jo's" <b>`, url)
    expect(filled.text).toBe(`Ben & "Jo's" <b>: ${url}`)
    const name = 'Ben &amp; &quot;Jo&#39;s&quot; &lt;b&gt;'
    expect(filled.html).toBe(`<a href="${url.replace('&', '&amp;')}" title='${name}'>${name}</a>`)
  })

  test('breaks no line of the subject', () => {
    expect(fillConfirmation(confirmation, 'a\r\nBcc: b@example.com', url).subject).toBe(
      'News: a Bcc: b@example.com',
    )
  })

  test('is not looked through for placeholders again', () => {
    expect(fillConfirmation(confirmation, '{{confirm_url}}', url).text).toBe(`{{confirm_url}}: ${url}`)
  })

  test('leaves any text without placeholders as it is', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ') })
    fc.assert(
      fc.property(text, (template) => {
        fc.pre(placeholdersOf(template).length === 0)
        expect(fillIn(template, () => 'x')).toBe(template)
      }),
      { numRuns: runs(100) },
    )
  })
})
