import { describe, expect, test } from 'vitest'
import { available, ids, mistakesOf, render } from '../../../support/templates/rendering.js'

/** Values are right or refused: none is blank, shown as code of JavaScript, or inherited. */

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
      'must be a string, not a number, unless the template declares it with "type": "number"',
      'must be a number, not a string, unless the template declares it with "type": "string"',
      'must be a boolean, not a string, unless the template declares it with "type": "string"',
      'must be an object, not an array, unless the template declares it with "type": "array"',
      'must be an array, not an object, unless the template declares it with "type": "object"',
    ])
  })

  test.each<[unknown, string]>([
    ['x', 'x'],
    [1.5, '1.5'],
    [false, 'false'],
    [[1, 2], '12'],
  ])('of a variable of any type may be %j', (value, shown) => {
    const variables = [{ name: 'a', type: 'any' as const, required: true }]
    expect(render({ text: 'It is {{ a }}.', variables }, { a: value }).text).toBe(`It is ${shown}.`)
    expect(mistakesOf(() => render({ text: '{{ a }}', variables }, { a: null }))).toMatchObject([
      { code: 'missing_variable', variable: 'a' },
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
        expect(mistake?.message).toContain('it has no current date')
      }
    },
  )
})
