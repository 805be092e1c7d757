import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { available, ids, mistakesOf, render } from '../support/rendering.js'

/** What a mail shows, and what keeps it from being made. */

describe('values', () => {
  test('are named all at once where they are missing, by field or not', () => {
    const template = { subject: '{{ a }}', html: '{{ b }}', text: '{{ c }}', variables: ['a', 'b', 'c'] }
    const mistakes = mistakesOf(() => render(template, { b: 'x', c: null }))
    expect(mistakes).toMatchObject([
      { code: 'missing_variable', variable: 'a' },
      { code: 'missing_variable', variable: 'c' },
    ])
  })

  test('have their types', () => {
    const types = ['string', 'number', 'boolean', 'object', 'array'] as const
    const variables = types.map((type) => ({ name: type, type, required: true }))
    const right = { string: 'x', number: 1.5, boolean: false, object: { a: 1 }, array: [1, 2] }
    const text = '{{ string }} {{ number }} {{ boolean }} {{ object.a }} {{ array }}'
    expect(render({ text, variables }, right).text).toBe('x 1.5 false 1 12')
    const wrong = { string: 1, number: '1', boolean: 'true', object: [], array: {} }
    expect(mistakesOf(() => render({ text, variables }, wrong)).map(({ message }) => message)).toEqual([
      'must be a string, not a number',
      'must be a number, not a string',
      'must be a boolean, not a string',
      'must be an object, not an array',
      'must be an array, not an object',
    ])
  })

  test('within objects are never blank: the path and its place are named', () => {
    const order = { name: 'order', type: 'object' as const, required: true }
    const template = { html: '<p>\n  {{ order.total }} {{ order.lines[0].name }}</p>', variables: [order] }
    expect(mistakesOf(() => render(template, { order: {} }))).toMatchObject([
      { code: 'missing_variable', variable: 'order.total', field: 'html', line: 2, column: 3 },
      { code: 'missing_variable', variable: 'order.lines', field: 'html', line: 2, column: 21 },
    ])
  })

  test('in a layout or partial are missing there', () => {
    const partial = available(ids.partial, 'partial', {
      html: '\n{{ item.price }}',
      variables: [{ name: 'item', type: 'object', required: true }],
    })
    const template = {
      html: `\n\n{% render '${ids.partial}', item: item %}`,
      variables: [{ name: 'item', type: 'object' as const, required: true }],
      available: [partial],
    }
    expect(mistakesOf(() => render(template, { item: {} }))).toMatchObject([
      { variable: 'item.price', templateId: ids.partial, line: 2, column: 1 },
    ])
  })

  test('may be absent where the template says what then', () => {
    const variables = [{ name: 'name', type: 'string' as const, required: false }]
    const text = '{{ name | default: "you" }}{% if name %}!{% endif %}'
    expect(render({ text, variables }).text).toBe('you')
    expect(render({ text, variables }, { name: 'Ada' }).text).toBe('Ada!')
    expect(mistakesOf(() => render({ text: '{{ name }}', variables }))[0]).toMatchObject({ variable: 'name' })
  })

  test('are missing where they are null, or a filter finds none', () => {
    const order = { name: 'order', type: 'object' as const, required: true }
    for (const show of ['order.note', 'order.lines | first']) {
      for (const template of [{ html: `{{ ${show} }}` }, { text: `{{- ${show} -}}` }]) {
        const mistakes = mistakesOf(() =>
          render({ ...template, variables: [order] }, { order: { note: null, lines: [] } }),
        )
        expect(mistakes).toMatchObject([{ code: 'missing_variable', variable: show, line: 1, column: 1 }])
      }
    }
    const text = '{{ order.note | default: "-" }}{% if order.note %}!{% endif %}'
    expect(render({ text, variables: [order] }, { order: { note: null } }).text).toBe('-')
  })

  test('that are objects are not shown as [object Object]', () => {
    const variables = [{ name: 'order', type: 'object' as const, required: true }]
    for (const template of [{ html: '{{ order }}' }, { text: '{{ order }}' }]) {
      const [mistake] = mistakesOf(() => render({ ...template, variables }, { order: { a: 1 } }))
      expect(mistake?.message).toContain('name one of its properties')
    }
    expect(render({ text: '{{ order | json }}', variables }, { order: { a: 1 } }).text).toBe('{"a":1}')
  })

  test('that nothing declares are ignored, whatever they are called', () => {
    const given = JSON.parse('{"__proto__": {"name": "x"}, "constructor": "x", "toString": 1}') as object
    const variables = [{ name: 'name', type: 'string' as const, required: false, default: 'Ada' }]
    expect(render({ text: '{{ name }}', variables }, given as Record<string, unknown>).text).toBe('Ada')
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('inherit nothing: %s', (property) => {
    const variables = [{ name: 'order', type: 'object' as const, required: true }]
    const paths = [`order.${property}`, `order['${property}'].name`]
    for (const path of paths) {
      const [mistake] = mistakesOf(() => render({ text: `{{ ${path} }}`, variables }, { order: { a: 1 } }))
      expect(mistake).toMatchObject({ code: 'missing_variable', variable: `order.${property}` })
    }
  })

  // GHSA-9x9p-qf8f-mvjg and GHSA-fwxr-j5w2-587m: partials and lists that saw what values inherit.
  test('inherit nothing in a partial or a list either', () => {
    const order = { name: 'order', type: 'object' as const, required: true }
    const partial = available(ids.partial, 'partial', {
      text: '{{ order.constructor.name }}',
      variables: [order],
    })
    const call = {
      text: `{% render '${ids.partial}', order: order %}`,
      variables: [order],
      available: [partial],
    }
    expect(mistakesOf(() => render(call, { order: {} }))[0]).toMatchObject({ variable: 'order.constructor' })
    const shown = (text: string) =>
      mistakesOf(() => render({ text, variables: [order] }, { order: { a: [{}] } }))[0]
    expect(shown('{{ order.a | map: "constructor" | first }}')?.code).toBe('missing_variable')
    expect(shown('{{ order.a | where: "__proto__" | first }}')?.code).toBe('missing_variable')
    expect(shown('{{ order.a.constructor }}')?.code).toBe('missing_variable')
    expect(shown('{{ order.a.first.constructor }}')?.code).toBe('missing_variable')
  })
})

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
      <ul><li>one</li><li>two</li></ul><script>alert(1)</script></body></html>`
    const { text } = render({ html, preheader: 'Not in the text', variables: ['name'] }, { name: 'Ada <3' })
    expect(text.replace(/\n+/g, '\n')).toBe(
      [
        'Total',
        'Thank you, Ada <3.',
        'Bye',
        'A cat',
        'Track it [https://a.example/?a=1&b=2] https://b.example',
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

describe('the contact', () => {
  const contact = { email: 'ada@example.com', name: 'Ada', properties: { plan: 'pro' } }

  test('is there by its name', () => {
    const text = '{{ contact.email }} {{ contact.name }} {{ contact.properties.plan }}'
    expect(render({ text }, {}, { contact }).text).toBe('ada@example.com Ada pro')
  })

  test('is missing where there is none, and where it lacks a property', () => {
    const text = '{{ contact.properties.city }}'
    expect(mistakesOf(() => render({ text }))[0]).toMatchObject({ variable: 'contact' })
    expect(mistakesOf(() => render({ text }, {}, { contact }))[0]).toMatchObject({
      variable: 'contact.properties.city',
    })
  })
})

describe('a date', () => {
  const show = (text: string, when: unknown) => {
    const type = typeof when === 'number' ? 'number' : 'string'
    return render({ text, variables: [{ name: 'when', type, required: true }] }, { when })
  }

  test('is that of UTC, unless a zone is named', () => {
    expect(show('{{ when | date: "%-d %B %Y %H:%M" }}', '2026-01-14T23:30:00Z').text).toBe(
      '14 January 2026 23:30',
    )
    expect(show('{{ when | date: "%H:%M", "Europe/Berlin" }}', '2026-01-14T23:30:00Z').text).toBe('00:30')
    expect(show('{{ when | date: "%Y" }}', 0).text).toBe('1970')
  })

  test.each(['date: "%Y"', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'])(
    'is never now: %s',
    (filter) => {
      for (const now of ['now', 'today']) {
        const [mistake] = mistakesOf(() => show(`{{ when | ${filter} }}`, now))
        expect(mistake?.message).toContain('it has no now')
      }
    },
  )
})

describe('a preview that fills in what is missing', () => {
  test('shows the names in brackets', () => {
    const variables = [
      'name',
      { name: 'order', type: 'object' as const, required: true },
      { name: 'lines', type: 'array' as const, required: true },
    ]
    const partial = available(ids.partial, 'partial', { html: '{{ label }}', variables: ['label'] })
    const html = `{{ name }} {{ order.total }} {% for line in lines %}{{ line.sku }}{% endfor %}{% render '${ids.partial}', label: name %}`
    const filled = render({ html, variables, available: [partial] }, { order: {} }, { fillMissing: true })
    expect(filled.html).toBe('[name] [order.total] [line.sku][name]')
  })

  test('still says which values have the wrong type', () => {
    const run = () => render({ text: '{{ name }}', variables: ['name'] }, { name: 5 }, { fillMissing: true })
    expect(mistakesOf(run)[0]).toMatchObject({ code: 'variable_type' })
  })
})

describe('warnings', () => {
  const warningsOf = (html: string, more: object = {}) =>
    render({ html, text: 'x', ...more }, {}, { warn: true }).warnings

  test('are about addresses that do not work or are not safe', () => {
    const html = `<a href="/a">a</a><a href="//b.example">b</a><img src="c.png" alt="">
      <a href="http://d.example">d</a><a href="java&#10;script:alert(1)">e</a><a href=" JavaScript:x">f</a>
      <a href="data:text/html,x">g</a><a href="#top">h</a><a href="mailto:a@b.example">i</a><img src="cid:logo" alt="x">
      <a href="https://ok.example">j</a><td background="k.png"></td><img src="data:image/png;base64,AA" alt="">`
    expect(warningsOf(html).map(({ code, url }) => [code, url])).toEqual([
      ['relative_url', '/a'],
      ['relative_url', '//b.example'],
      ['relative_url', 'c.png'],
      ['insecure_url', 'http://d.example'],
      ['unsafe_url', 'java\nscript:alert(1)'],
      ['unsafe_url', ' JavaScript:x'],
      ['unsafe_url', 'data:text/html,x'],
      ['relative_url', 'k.png'],
    ])
  })

  test('are about size, images, the text and variables', () => {
    const codes = (html: string, more: object = {}) => warningsOf(html, more).map(({ code }) => code)
    expect(codes('x'.repeat(102_001))).toEqual(['gmail_clipping'])
    expect(codes('x'.repeat(102_000))).toEqual([])
    expect(codes('<img src="https://a.example/x.png">')).toEqual(['image_without_alt'])
    expect(codes('x', { text: undefined })).toEqual(['no_text'])
    const unused = { variables: [{ name: 'name', type: 'string', required: false }] }
    expect(warningsOf('x', unused)).toMatchObject([{ code: 'unused_variable', variable: 'name' }])
  })

  test('are at most 50', () => {
    expect(warningsOf('<a href="/a">a</a>'.repeat(200))).toHaveLength(50)
  })
})
