import { expect, test } from 'vitest'
import { contentSha256 } from '../../../../server/product/content/content-hash.js'
import { parseContent, renderMail } from '../../../../server/product/content/rendering/render.js'
import { available, compile, ids } from '../../../support/templates/rendering.js'
import { contact, stored, values, type StoredVersion } from '../../../support/templates/stored-versions.js'

/**
 * A version renders the same bytes for the same values in a year. These hashes may not change: whatever changes them,
 * such as an upgrade of LiquidJS, juice or html-to-text, changes mail that people have approved. Where a change is
 * needed, begin another edition (compiling/content.ts), and versions that exist keep theirs.
 */

const layout = available(ids.layout, 'layout', {
  html: `<!doctype html><html><head><style>
    h1, .total td { color: #123456; padding: 4px 8px }
    @media (max-width: 600px) { h1 { font-size: 18px } }
  </style></head><body lang="{{ lang }}"><h1>{{ company | escape }}</h1>{% block %}{% endblock %}
  <p>{{ contact.email }}</p></body></html>`,
  text: '{{ company }}\n{% block %}{% endblock %}\n-- \n{{ contact.email }}',
  variables: [
    { name: 'company', type: 'string', required: false, default: 'Möbel & Söhne' },
    { name: 'lang', type: 'string', required: false, default: 'en' },
  ],
})

const line = available(ids.partial, 'partial', {
  html: '<tr class="{{ class | default: "line" }}"><td>{{ item.name }}</td><td>{{ item.price | times: 1.19 | round: 2 }}</td></tr>\n',
  text: '{{ forloop.index }}. {{ item.name | upcase }}\n',
  variables: [
    { name: 'item', type: 'object', required: true },
    { name: 'class', type: 'string', required: false },
    { name: 'forloop', type: 'object', required: false },
  ],
})

const body = `{% layout '${ids.layout}' %}{%- comment -%} all kinds of tags {%- endcomment -%}
{% assign total = items | map: 'price' | sum %}{% capture note %}<b>{{ name }}</b>{% endcapture %}
<table>{% render '${ids.partial}' for items as item %}</table>
<table class="total"><tr><td>{{ total | times: 1.19 | round: 2 }}</td></tr></table>
{% for i in (1..3) %}{% cycle 'a', 'b' %}{% if forloop.last %}.{% endif %}{% endfor %}
{% case name %}{% when 'Ada' %}A{% else %}B{% endcase %}{{ note | raw }}
{% tablerow i in items cols: 2 %}{{ i.name | slice: 0, 3 | capitalize }}{% endtablerow %}
{{ when | date: '%A, %-d. %B %Y, %H:%M', 'Europe/Berlin' }} {{ when | date: '%s' }} {{ name | url_encode }}
{{ 'sort me please' | split: ' ' | sort | join: '-' }} {{ 'Ünïcode' | slugify }} {{ name | sha256 }}
<img src="https://shop.example/x.png" alt="Logo"><a href="https://shop.example/?n={{ name | url_encode }}&amp;x=1">Go</a>`

const variables = ['name', 'when', { name: 'items', type: 'array' as const, required: true }]

function compiledNow(template: Parameters<typeof compile>[0]) {
  const { content, variables: all } = compile({ ...template, variables, available: [layout, line] })
  return { content, variables: all }
}

const now = {
  both: compiledNow({ subject: 'Dear {{ name }}', preheader: 'From {{ company }}', html: body, text: body }),
  html: compiledNow({
    subject: 'x',
    html: `<style>.Ada, p:first-child { margin: 0 }</style><p class="{{ name | slice: 0, 3 }}">{{ name }}</p>${body.slice(body.indexOf('%}') + 2)}`,
  }),
}

function hashOf({ content, variables: all }: StoredVersion): string {
  const job = { variables: all, values: JSON.stringify(values), contact, fillMissing: false, warn: false }
  const { subject, text, html } = renderMail(parseContent(content), job)
  return contentSha256(subject, text, html)
}

test.each([
  ['both', '4dd3e908dabb88c527375b7ee2b57f71d36810f7091442590e1217b6775623ec'],
  ['html', '65279e70dfbb0b47d3cb97f672db3ce3d528708b7ac8d49e1953b9f0b01c762e'],
] as const)('a stored version renders the same bytes: %s', (name, hash) => {
  expect(hashOf(stored[name])).toBe(hash)
})

test.each([
  ['both', '21f8d46379a7b3ee1edebf07ed49166615ca69f869a0ee049358c9a7d778211e'],
  ['html', 'c57c6bbcb8e1b3efa2defcc66dff2fad40bb81201d1ef160f3575ce6052095f5'],
] as const)('a version that is made now renders the same bytes: %s', (name, hash) => {
  expect(hashOf(now[name])).toBe(hash)
})
