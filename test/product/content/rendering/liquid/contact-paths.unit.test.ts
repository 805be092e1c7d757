import { describe, expect, test } from 'vitest'
import { available, compile, ids, mistakesOf, render } from '../../../../support/templates/rendering.js'

/** Tests which values a template may take from the contact. */

describe('a path that no contact has', () => {
  test.each([
    [
      "{{ contact.first_name | default: 'friend' }}",
      'contact.first_name',
      'contact.properties.first_name',
      4,
    ],
    ['{% if contact.plan == "pro" %}x{% endif %}', 'contact.plan', 'contact.properties.plan', 7],
    ['{% unless contact.plan %}x{% endunless %}', 'contact.plan', 'contact.properties.plan', 11],
    ['{% case contact.plan %}{% when 1 %}x{% endcase %}', 'contact.plan', 'contact.properties.plan', 9],
    ['{% for tag in contact.tags %}{{ tag }}{% endfor %}', 'contact.tags', 'contact.properties.tags', 15],
    ['{{ "Hi" | append: contact.last }}', 'contact.last', 'contact.properties.last', 19],
    ['{% assign a = contact.age %}{{ a }}', 'contact.age', 'contact.properties.age', 15],
    ['{{ contact["first_name"] }}', 'contact.first_name', 'contact.properties.first_name', 4],
    ['{{ contact["first name"] }}', 'contact["first name"]', 'contact.properties["first name"]', 4],
    ['{{ contact.emial }}', 'contact.emial', 'contact.email', 4],
    ['{{ contact.Name }}', 'contact.Name', 'contact.name', 4],
    ['{{ contact.property.plan }}', 'contact.property', 'contact.properties', 4],
    ['{{ contact.id }}', 'contact.id', 'contact.properties.id', 4],
    [`{% render '${ids.partial}', label: contact.plan %}`, 'contact.plan', 'contact.properties.plan', 52],
  ])('is refused with the right one: %s', (html, written, meant, column) => {
    const partial = available(ids.partial, 'partial', {
      html: '{{ label }}',
      text: 'x',
      variables: ['label'],
    })
    const mistakes = mistakesOf(() => compile({ html, available: [partial] }))
    expect(mistakes).toEqual([
      {
        code: 'unknown_contact_field',
        message: `uses ${written}, which no contact has: write ${meant}`,
        variable: written,
        field: 'html',
        locale: expect.any(String) as string,
        line: 1,
        column,
      },
    ])
  })

  test('is refused in each field, with its line, beside undeclared variables', () => {
    const mistakes = mistakesOf(() =>
      compile({ subject: 'Hi {{ contact.first }}', text: 'a\n {{ nobody }}{{ contact.last }}' }),
    )
    expect(mistakes.map(({ code, field, line }) => [code, field, line])).toEqual([
      ['undeclared_variable', 'text', 2],
      ['unknown_contact_field', 'subject', 1],
      ['unknown_contact_field', 'text', 2],
    ])
  })

  test.each(['partial', 'layout'] as const)('is refused in a %s', (kind) => {
    const html = kind === 'layout' ? '{{ contact.plan }}{% block %}{% endblock %}' : '{{ contact.plan }}'
    expect(mistakesOf(() => compile({ kind, html }))).toMatchObject([{ code: 'unknown_contact_field' }])
  })

  test('is refused where a variable names the field', () => {
    const [mistake] = mistakesOf(() => compile({ html: '{{ contact[which] }}', variables: ['which'] }))
    expect(mistake).toMatchObject({ code: 'unknown_contact_field', line: 1, column: 4, variable: 'contact' })
  })
})

test.each([
  '{{ contact.email }}{{ contact.name }}{{ contact["email"] }}',
  '{{ contact.properties.plan }}{{ contact.properties["a b"].c }}',
  '{% if contact %}x{% endif %}',
  '{% for p in contact.properties %}{{ p[0] }}{% endfor %}',
  '{% for contact in list %}{{ contact.first_name }}{% endfor %}',
  '{{ contact.properties[which] }}',
])('what a contact may have is taken: %s', (html) => {
  expect(() =>
    compile({ html, variables: ['which', { name: 'list', type: 'array', required: false }] }),
  ).not.toThrow()
})

describe('a preview for a contact, which fills in what is missing', () => {
  const contact = { email: 'ada@example.com', name: 'Ada', properties: {} }
  const shown = (text: string) =>
    render({ text, variables: ['name'] }, {}, { contact, fillMissing: true }).text

  test.each([
    ["Hi {{ contact.properties.first_name | default: 'friend' }}", 'Hi friend'],
    ['{% if contact.properties.plan == "pro" %}pro{% else %}free{% endif %}', 'free'],
    ['{% if contact.properties.plan %}some{% else %}none{% endif %}', 'none'],
    [
      '{{ contact.properties.plan }} {{ contact.properties.a.b }}',
      '[contact.properties.plan] [contact.properties.a.b]',
    ],
    ['{{ contact.name }}, {{ name }}', 'Ada, [name]'],
  ])('shows what the reader sees: %s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test('shows the shape of the mail where no contact is given', () => {
    const text = "{{ contact.properties.plan | default: 'x' }}"
    expect(render({ text }, {}, { fillMissing: true }).text).toBe('[contact.properties.plan]')
  })
})
