import fc from 'fast-check'
import { textFrom } from '../../../../server/product/content/rendering/compiling/make-text.js'
import { describe, expect, test } from 'vitest'
import { mistakesOf, render } from '../../../support/templates/rendering.js'

/** Tests that a mail shows its values, and that no value becomes code, markup or a header field. */

describe('injection', () => {
  test('HTML in HTML is escaped, but for raw, and not in text and subject', () => {
    const given = { name: `<b title="x">'Ada' & co</b>` }
    const { subject, html, text } = render(
      {
        subject: '{{ name }}',
        html: '<a title="{{ name }}">{{ name | raw }}</a>',
        text: '{{ name }}',
        variables: ['name'],
      },
      given,
    )
    const escaped = '&lt;b title=&#34;x&#34;&gt;&#39;Ada&#39; &amp; co&lt;/b&gt;'
    expect({ subject, html, text }).toEqual({
      subject: given.name,
      html: `<a title="${escaped}">${given.name}</a>`,
      text: given.name,
    })
  })

  test('escape and newline_to_br make HTML that is not escaped twice', () => {
    const html = (source: string) =>
      render({ html: source, variables: ['note'] }, { note: '<i>\na & b' }).html
    expect(html('{{ note | escape }}')).toBe('&lt;i&gt;\na &amp; b')
    expect(html('{{ note | newline_to_br }}')).toBe('&lt;i&gt;<br>\na &amp; b')
    expect(html('{{ note | escape | newline_to_br }}')).toBe('&lt;i&gt;<br>\na &amp; b')
    expect(html('{{ note | upcase }}')).toBe('&lt;I&gt;\nA &amp; B')
  })

  test('a value is never rendered again', () => {
    const name = '{{ 7 | times: 7 }}{% raw %}{% include "x" %}'
    const template = {
      subject: '{{ name }}',
      html: '{{ name | raw }}',
      text: '{{ name }}',
      variables: ['name'],
    }
    expect(render(template, { name })).toMatchObject({ subject: name, html: name, text: name })
  })

  test.each(['Hi\r\nBcc: eve@example.com', 'Hi\nx', 'Hi\r'])(
    'a line break in a subject is refused: %j',
    (name) => {
      const template = { subject: 'A {{ name }}', text: 'x', variables: ['name'] }
      expect(mistakesOf(() => render(template, { name }))).toEqual([
        { code: 'line_break', message: 'would break the line of the subject', variable: 'name' },
      ])
      expect(
        mistakesOf(() => render({ ...template, subject: '{{ name | append: "!" }}' }, { name }))[0]?.code,
      ).toBe('line_break')
    },
  )

  test('whatever the value is, HTML has it once, escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { html } = render({ html: '<p>[{{ name }}]</p>', variables: ['name'] }, { name })
        expect(html).not.toMatch(/<(?!\/?p>)/)
        const shown = html
          ?.slice(4, -5)
          .replace(/&(amp|lt|gt|#34|#39);/g, (_, code: string) => unescaped[code] ?? '')
        expect(shown).toBe(name.replace(/\r\n?/g, '\n'))
      }),
    )
  })
})

const unescaped: Record<string, string> = { amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'" }

describe('a mail', () => {
  test('has one kind of line break', () => {
    const { html, text } = render(
      { html: 'a\r\nb\rc\n{{ x }}', text: 'a\r\n{{ x }}', variables: ['x'] },
      { x: '1\r\n2' },
    )
    expect({ html, text }).toEqual({ html: 'a\nb\nc\n1\n2', text: 'a\n1\n2' })
  })

  test('has a text made of its HTML where it has none', () => {
    const html = `<html><head><title>t</title><style>p{color:red}</style></head><body><h1>Total</h1>
      <p>Thank <b>you</b>, {{ name }}.<br>Bye</p><img src="https://a.example/x.png" alt="A cat">
      <p><a href="https://a.example/?a=1&amp;b=2">Track it</a> <a href="https://b.example">https://b.example</a></p>
      <table><tr><th>Item</th><td>5 EUR</td></tr><tr><td>More</td><td>6 EUR</td></tr></table>
      <ul><li>one</li><li>two</li></ul><script>alert(1)</script></body></html>`
    const { text } = render({ html, preheader: 'Not in the text', variables: ['name'] }, { name: 'Ada <3' })
    expect(text.replace(/\n+/g, '\n')).toBe(
      [
        'Total',
        'Thank you, Ada <3.',
        'Bye',
        'A cat',
        'Track it [https://a.example/?a=1&b=2] https://b.example',
        'Item 5 EUR',
        'More 6 EUR',
        ' * one',
        ' * two',
      ].join('\n'),
    )
  })

  test('hides its preheader where the body begins', () => {
    const template = { preheader: 'Paid: {{ name }}', variables: ['name'] }
    const made = (html: string) => render({ ...template, html }, { name: '<b>' }).html
    const hidden = /<div data-preheader[^>]*display:none[^>]*>Paid: &lt;b&gt;<\/div>/.source
    expect(made('<html><body class="a">x</body></html>')).toMatch(new RegExp(`<body class="a">${hidden}x`))
    expect(made('<body lang="{{ name }}"><p>x')).toMatch(new RegExp(`<body lang="&lt;b&gt;">${hidden}<p>x`))
    expect(made('<p>x')).toMatch(new RegExp(`^${hidden}<p>x`))
  })

  test.each([
    ['style="display:none"', ''],
    ['style="color: red; DISPLAY: NONE !important"', ''],
    ['style="visibility: hidden"', ''],
    ['hidden', ''],
    ['style="max-height:0;font-size:1px;overflow:hidden"', ''],
    ['style="overflow: hidden; max-height: 0px"', ''],
    ['style="display:block"', 'Secret'],
    ['style="max-height:0.9em;overflow:hidden"', 'Secret'],
    ['style="font-size:0"', 'Secret'],
  ])('what readers do not show (%s) is not in the text that is made', (attribute, shown) => {
    for (const tag of ['div', 'span', 'p', 'td']) {
      const cell = `<${tag} ${attribute}>Secret</${tag}>`
      const html = tag === 'td' ? `<table><tr>${cell}<td>Shown</td></tr></table>` : `${cell}<p>Shown</p>`
      expect(textFrom(html).replace(/\s/g, '')).toBe(`${shown}Shown`)
    }
  })

  test('keeps right-to-left text as it is', () => {
    const source =
      '<html dir="rtl" lang="ar"><style>p { margin: 0 }</style><body><p>\u200fمرحبا {{ name }}!\u200e</p></body></html>'
    const { html, text, subject } = render(
      { subject: 'مرحبا \u2068{{ name }}\u2069', html: source, variables: ['name'] },
      { name: 'آدا' },
    )
    expect(html).toContain('<html dir="rtl" lang="ar">')
    expect(html).toContain('<p style="margin: 0;">\u200fمرحبا آدا!\u200e</p>')
    expect(text).toBe('\u200fمرحبا آدا!\u200e')
    expect(subject).toBe('مرحبا \u2068آدا\u2069')
  })

  test('is never blank', () => {
    const variables = [{ name: 'name', type: 'string' as const, required: true }]
    const code = (template: object) => mistakesOf(() => render({ ...template, variables }, { name: ' ' }))[0]
    expect(code({ subject: '{{ name }}', text: 'x' })).toMatchObject({ code: 'empty', field: 'subject' })
    expect(code({ html: '\n{{ name }}', text: 'x' })).toMatchObject({ code: 'empty', field: 'html' })
    expect(code({ text: '{{ name }}' })).toMatchObject({ code: 'empty', field: 'text' })
  })

  test('has an end', () => {
    const long = `{% for i in (1..1100) %}${'x'.repeat(1000)}{% endfor %}`
    const mistake = (template: object) => mistakesOf(() => render(template))[0]
    expect(mistake({ html: long })).toMatchObject({ code: 'too_long', field: 'html' })
    expect(mistake({ text: long })).toMatchObject({ code: 'too_long', field: 'text' })
    expect(mistake({ subject: '{% for i in (1..100) %}xxxxxxxxxx{% endfor %}', text: 'x' })).toMatchObject({
      code: 'too_long',
      field: 'subject',
    })
  })
})
