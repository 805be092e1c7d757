import { expect, test } from 'vitest'
import {
  mergeVariables,
  toLiquid,
  type Dialect,
  type Problem,
} from '../../../../cli/src/move/templates/convert.js'
import { render } from './render.js'

const contact = {
  email: 'ada@shop.example',
  name: 'Ada Byron',
  properties: { first_name: 'Ada', city: 'Rome' },
}

test.each<[Dialect, string, string]>([
  ['handlebars', '{{{a}}} {{b.c}}', "{{ a | default: '' | raw }} {{ b.c | default: '' }}"],
  ['handlebars', '{{#if a}}{{a}}{{/if}}', '{% if a and a != empty and a != 0 %}{{ a }}{% endif %}'],
  [
    'handlebars',
    '{{#each l}}{{n}}{{/each}}',
    "{% if l %}{% for item in l %}{{ item.n | default: '' }}{% endfor %}{% endif %}",
  ],
  [
    'handlebars',
    '{{#each items}}{{../item}}{{/each}}',
    "{% if items %}{% for item_2 in items %}{{ item | default: '' }}{% endfor %}{% endif %}",
  ],
  ['handlebars', '{% x %} \\{{y}}', '{% raw %}{%{% endraw %} x %} {% raw %}{{{% endraw %}y}}'],
  ['sendgrid', '{{insert n "default=you"}}', "{{ n | default: 'you' }}"],
  ['sendgrid', '{{#greaterThan (length l) 2}}x{{/greaterThan}}', '{% if l.length > 2 %}x{% endif %}'],
  ['mailgun', '{{#equal n "1"}}x{{/equal}}', "{% if n == '1' or n == 1 %}x{% endif %}"],
  ['mailgun', '{{#ifGt n 3}}x{{else}}y{{/ifGt}}', '{% if n > 3 %}x{% else %}y{% endif %}'],
  ['ses', '{{a}}', "{{ a | default: '' | raw }}"],
  [
    'mustachio',
    '{{#a}}{{../b}}{{/a}}',
    "{% if a and a != empty and a != 0 %}{{ b | default: '' }}{% endif %}",
  ],
  ['mustachio', '<p>{{{ @content }}}</p>', '<p>{% block %}{% endblock %}</p>'],
  ['resend', '{{{N|x y}}} {{{M}}}', "{{ N | default: 'x y' | raw }} {{ M | raw }}"],
  ['listmonk', '{{ template "content" . }}{{ TrackView }}', '{% block %}{% endblock %}'],
  ['listmonk', '<a href="https://x.example@TrackLink">', '<a href="https://x.example">'],
  ['listmonk', 'a {{- /* note */ -}} b{{ UnsubscribeURL }}', 'ab{{ unsubscribe_url }}'],
])('%s writes %s in Liquid', (dialect, source, text) => {
  expect(toLiquid(source, dialect, true)).toMatchObject({ text, problems: [] })
})

test('plain text and subjects have no filter raw', () => {
  expect(toLiquid('{{{a}}}', 'handlebars', false).text).toBe("{{ a | default: '' }}")
  expect(toLiquid('{{{A}}}', 'resend', false).text).toBe('{{ A }}')
})

test('listmonk’s data are those of the contact and of the message', () => {
  const source =
    '{{ .Subscriber.FirstName }} {{ .Subscriber.Email }} {{ .Subscriber.Attribs.city | upper }}' +
    '{{ range $i, $x := .Tx.Data.items }} {{ $i }}{{ .n }}{{ range $x.tags }}{{ . }}{{ $i }}{{ end }}{{ else }} none{{ end }}' +
    '{{ if and (eq .Tx.Data.plan "pro") (not .Tx.Data.late) }} pro{{ else if .Tx.Data.late }} late{{ end }}'
  const converted = toLiquid(source, 'listmonk', true)
  expect(converted.problems).toEqual([])
  const items = [
    { n: 'a', tags: [] },
    { n: 'b', tags: ['x'] },
  ]
  expect(render(converted, { items, plan: 'pro' }, true, contact)).toBe(
    'Ada ada@shop.example ROME 0a 1bx1 pro',
  )
  expect(render(converted, { items: [], late: true }, true, contact)).toBe(
    'Ada ada@shop.example ROME none late',
  )
})

test.each<[Dialect, string, string]>([
  ['handlebars', '{{shout name}}', 'there is no counterpart of the helper `shout`'],
  ['handlebars', '{{#repeat 3}}x{{/repeat}}', 'there is no counterpart of the block `repeat`'],
  ['handlebars', '{{> footer}}', 'the template has no partial `footer`'],
  ['handlebars', '{{first-name}}', '`first-name` cannot be the name of a variable'],
  ['handlebars', '{{contact.email}}', '`contact` has a meaning of its own'],
  ['handlebars', '{{#people}}{{name}}{{/people}}', 'differs for lists, objects and flags'],
  ['handlebars', '{{#each o as |v k|}}{{k}}{{/each}}', '`k` can be a position or a key'],
  ['sendgrid', '{{formatDate d "Do"}}', '`formatDate` needs a format in quotes'],
  ['mustachio', '{{#if a}}', '`{{#if a}}` has no valid path'],
  ['resend', '{{NAME}}', 'is no variable of Resend'],
  ['listmonk', '{{ Date "2006" }}', 'there is no counterpart of `Date`'],
  ['listmonk', '{{ .Campaign.Name }}', 'there is no counterpart of `.Campaign.Name`'],
])('%s cannot convert %s, which stays in the text', (dialect, tag, reason) => {
  const { problems, text, variables } = toLiquid(`<p>one</p>\n${tag}`, dialect, true)
  const [first] = problems as [Problem]
  expect(first).toEqual({ line: 2, reason: expect.stringContaining(reason) })
  expect(render({ text, variables, problems }, {}, true)).toBe(`<p>one</p>\n${tag}`)
})

test('variables have the types of their uses, together in all parts', () => {
  const subject = toLiquid('{{name}} {{items}}', 'sendgrid', false)
  const html = toLiquid(
    '{{#each items}}{{this}}{{/each}}{{#if gift}}{{/if}}{{#lessThan n 3}}{{n}}{{/lessThan}}{{user.name}}',
    'sendgrid',
    true,
  )
  expect(mergeVariables([subject, html])).toEqual([
    { name: 'name', type: 'any', required: false },
    { name: 'items', type: 'array', required: false },
    { name: 'gift', type: 'any', required: false },
    { name: 'n', type: 'any', required: false },
    { name: 'user', type: 'object', required: false },
  ])
})

test('a default that all parts agree on is the variable’s', () => {
  const [one, other] = ['{{{N|x}}}', '{{{N|y}}}'].map((source) => toLiquid(source, 'resend', true))
  expect(mergeVariables([one!, one!])).toEqual([{ name: 'N', type: 'any', required: false, default: 'x' }])
  expect(mergeVariables([one!, other!])).toEqual([{ name: 'N', type: 'any', required: false }])
  expect(toLiquid('{{{N}}}', 'resend', true).variables).toEqual([{ name: 'N', type: 'any' }])
})
