import { describe, expect, test } from 'vitest'
import { available, compile, ids, mistakesOf, render } from '../../../../support/templates/rendering.js'

/** Tests which content makes a version, and which is refused, with the place of the mistake. */

describe('a mistake in the content', () => {
  test('names every undeclared name with line and column, in all fields at once', () => {
    const mistakes = mistakesOf(() =>
      compile({
        subject: 'Hi {{ nmae }}',
        html: '<p>\n  {{ name }}\n  {{ order.total }}</p>',
        text: '{% if paid %}{{ name }}{% endif %}',
        variables: ['name'],
      }),
    )
    const message = 'uses nmae, which variables does not declare (did you mean name?)'
    expect(mistakes).toMatchObject([
      { code: 'undeclared_variable', field: 'subject', line: 1, column: 7, variable: 'nmae', message },
      { code: 'undeclared_variable', field: 'html', line: 3, column: 6, variable: 'order' },
      { code: 'undeclared_variable', field: 'text', line: 1, column: 7, variable: 'paid' },
    ])
  })

  test.each([
    ['{% if name %}', 'tag {% if name %} not closed', 1, 1],
    ['a\n{{ name', 'output "{{ name" not closed', 2, 1],
    ['\n {{ name | uppercase }}', 'undefined filter: uppercase', 2, 2],
    ['{% inclde "x" %}', 'tag "inclde" not found', 1, 1],
    ['{% include "/etc/passwd" %}', 'tag "include" not found', 1, 1],
    ['{% layout name %}', "must name a template by its id in quotes, such as 'tpl_…'", 1, 1],
    ["{% render '../../etc/passwd' %}", "must name a template by its id in quotes, such as 'tpl_…'", 1, 1],
    ['{{ name | sample }}', 'undefined filter: sample', 1, 1],
    ["{{ name | where_exp: 'x', name }}", 'undefined filter: where_exp', 1, 1],
    ["{% liquid\n render 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9p'\n%}", 'must be a tag of its own', 2, 2],
  ])('in the syntax has its place: %s', (html, message, line, column) => {
    const [mistake] = mistakesOf(() => compile({ html, variables: ['name'] }))
    expect(mistake).toMatchObject({ code: 'syntax', field: 'html', line, column })
    expect(mistake?.message).toContain(message)
  })

  test('is too many tags', () => {
    const [mistake] = mistakesOf(() => compile({ html: '{{ name }}'.repeat(10_001), variables: ['name'] }))
    expect(mistake).toMatchObject({ code: 'too_long', message: 'has more than 10000 tags and values' })
  })

  test('is a layout in a subject', () => {
    const [mistake] = mistakesOf(() => compile({ subject: `{% layout '${ids.layout}' %}`, text: 'x' }))
    expect(mistake).toMatchObject({ code: 'syntax', field: 'subject' })
  })
})

const frame =
  '<body>{% block top %}<h1>{{ company }}</h1>{% endblock %}<main>{% block %}{% endblock %}</main></body>'
const layout = available(ids.layout, 'layout', {
  html: frame,
  text: '== {{ company }} ==\n{% block %}{% endblock %}',
  variables: [{ name: 'company', type: 'string', required: false, default: 'Shop' }],
})

describe('a layout', () => {
  const inLayout = (html: string) => ({
    html: `{% layout '${ids.layout}' %}${html}`,
    variables: ['name'],
    available: [layout],
  })

  test('frames a message, whose content goes where the layout has a block without a name', () => {
    const { html } = render(inLayout('<p>{{ name }}</p>'), { name: 'Ada' })
    expect(html).toBe('<body><h1>Shop</h1><main><p>Ada</p></main></body>')
  })

  test('has its blocks replaced, and shown again by block.super', () => {
    const { html } = render(
      inLayout('{% block top %}{{ block.super }}<h2>{{ name }}</h2>{% endblock %}\n<p>x</p>'),
      { name: 'Ada', company: 'ACME' },
    )
    expect(html).toBe('<body><h1>ACME</h1><h2>Ada</h2><main>\n<p>x</p></main></body>')
  })

  test('gives its variables to the message', () => {
    const { variables } = compile(inLayout('{{ company }}'))
    expect(variables.map(({ name }) => name)).toEqual(['name', 'company'])
  })

  test('frames the text by its text', () => {
    const template = { text: `{% layout '${ids.layout}' %}Hi`, available: [layout] }
    expect(render(template, { company: 'ACME' }).text).toBe('== ACME ==\nHi')
  })

  test('can stand in another layout', () => {
    const outer = available(ids.outer, 'layout', {
      html: `{% layout '${ids.layout}' %}<div>{% block content %}none{% endblock %}</div>`,
      available: [layout],
    })
    const named = {
      html: `{% layout '${ids.outer}' %}{% block content %}x{% endblock %}`,
      available: [outer],
    }
    expect(render(named).html).toBe('<body><h1>Shop</h1><main><div>x</div></main></body>')
    const plain = { html: `{% layout '${ids.outer}' %}`, available: [outer] }
    expect(render(plain).html).toBe('<body><h1>Shop</h1><main><div>none</div></main></body>')
  })

  test.each([
    ['{% block botom %}x{% endblock %}', 'unknown_block', 1],
    ['{% if name %}{% block top %}x{% endblock %}{% endif %}', 'block_position', 1],
    ['{% block top %}x{% endblock %}{% block top %}x{% endblock %}', 'block_position', 1],
    ['\n{% block %}x{% endblock %}\n{{ name }}', 'outside_block', 3],
    ['{% block top %}{{ block.super | upcase }}{% endblock %}', 'block_position', 1],
    [`\n{% layout '${ids.layout}' %}`, 'layout_position', 2],
  ])('is not used right: %s', (html, code, line) => {
    expect(mistakesOf(() => compile(inLayout(html)))).toMatchObject([{ code, field: 'html', line }])
  })

  test('must come first, be a layout, be there, and have the field', () => {
    const code = (template: Parameters<typeof compile>[0]) => mistakesOf(() => compile(template))[0]?.code
    const htmlOnly = available(ids.outer, 'layout', { html: 'x' })
    expect(code({ html: `x{% layout '${ids.layout}' %}`, available: [layout] })).toBe('layout_position')
    expect(code({ html: `{% layout '${ids.inner}' %}`, available: [layout] })).toBe('unknown_template')
    expect(code({ html: `{% render '${ids.layout}' %}`, available: [layout] })).toBe('unknown_template')
    expect(code({ text: `{% layout '${ids.outer}' %}`, available: [htmlOnly] })).toBe('unknown_template')
  })
})

const partial = available(ids.partial, 'partial', {
  html: '<a href="{{ url }}">{{ label }}</a>{% if forloop.last %}.{% endif %}',
  text: '{{ label }}: {{ url }}',
  variables: [
    { name: 'url', type: 'string', required: true },
    { name: 'label', type: 'string', required: false, default: '100 %} {{ sure }}' },
    { name: 'forloop', type: 'object', required: false },
  ],
})

describe('a partial', () => {
  const calling = (html: string) => ({
    html,
    variables: ['name', { name: 'items', type: 'array' as const, required: false, default: [] }],
    available: [partial],
  })

  test('sees its arguments, its defaults and nothing else', () => {
    const call = `{% assign label = 'not seen' %}{% render '${ids.partial}', url: name %}`
    const { html } = render(calling(call), { name: 'https://a.example/?b&c' })
    expect(html).toBe('<a href="https://a.example/?b&amp;c">100 %} {{ sure }}</a>')
  })

  test('is shown with a value, and for each item', () => {
    const links = ['https://a.example', 'https://b.example']
    const each = render(calling(`{% render '${ids.partial}' for items as url, label: name %}`), {
      name: 'x',
      items: links,
    })
    expect(each.html).toBe('<a href="https://a.example">x</a><a href="https://b.example">x</a>.')
    const one = render(calling(`{% render '${ids.partial}' with items[1] as url %}`), {
      name: 'x',
      items: links,
    })
    expect(one.html).toContain('href="https://b.example"')
  })

  test('sees the contact, which the version then uses', () => {
    const greeting = available(ids.inner, 'partial', { text: 'To {{ contact.email }}' })
    const template = { text: `{% render '${ids.inner}' %}`, available: [greeting] }
    const contact = { email: 'ada@example.com', name: null, properties: {} }
    expect(render(template, {}, { contact }).text).toBe('To ada@example.com')
    expect(compile(template).usesContact).toBe(true)
    expect(compile(calling(`{% render '${ids.partial}', url: name %}`)).usesContact).toBe(false)
  })

  test('is called with all that it needs and nothing that it does not know', () => {
    const mistakes = mistakesOf(() => compile(calling(`\n {% render '${ids.partial}', ulr: name %}`)))
    expect(mistakes).toMatchObject([
      { code: 'missing_argument', variable: 'url', line: 2, column: 2 },
      { code: 'unknown_argument', variable: 'ulr', line: 2, column: 2 },
    ])
  })

  test('may have neither layout nor blocks', () => {
    const refused = (html: string) =>
      mistakesOf(() => compile({ kind: 'partial', html, available: [layout] }))[0]
    expect(refused(`{% layout '${ids.layout}' %}`)?.code).toBe('syntax')
    expect(refused('{% block x %}{% endblock %}')?.code).toBe('syntax')
  })

  test('is left alone in a comment', () => {
    const comment = `{% comment %}{% render '${ids.partial}', url: name %}{% endcomment %}x`
    expect(render(calling(comment), { name: 'x' }).html).toBe('x')
  })

  test('cannot grow a version without bound', () => {
    const large = available(ids.inner, 'partial', { html: 'x'.repeat(400_000) })
    const html = `{% render '${ids.inner}' %}`.repeat(6)
    expect(mistakesOf(() => compile({ html, available: [large] }))[0]).toMatchObject({ code: 'too_long' })
  })
})

describe('what a version says of itself', () => {
  test('the templates it uses, though a comment names another', () => {
    const template = {
      html: `{% layout '${ids.layout}' %}{% render '${ids.partial}', url: 'x' %}<!-- ${ids.inner} -->`,
      available: [layout, partial],
    }
    expect(compile(template).uses).toEqual([ids.layout, ids.partial])
  })

  test('whether it shows the contact, by itself or by its layout', () => {
    expect(compile({ text: '{{ contact.name | default: "you" }}' }).usesContact).toBe(true)
    const greeting = available(ids.layout, 'layout', { text: '{{ contact.email }}{% block %}{% endblock %}' })
    const framed = { text: `{% layout '${ids.layout}' %}x`, available: [greeting] }
    expect(compile(framed).usesContact).toBe(true)
    expect(compile({ text: 'x' }).usesContact).toBe(false)
  })
})
