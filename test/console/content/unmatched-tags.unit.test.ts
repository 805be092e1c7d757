import { expect, test } from 'vitest'
import { unmatchedTags } from '../../../console/screens/templates/editor/unmatched-tags.js'
import { starters } from '../../../console/starters/index.js'

const found = (source: string) =>
  unmatchedTags(source).map(({ line, column, message }) => `${line}:${column} ${message}`)

test.each([
  ['<p>Hi</p></p>', '1:10 </p> closes nothing: no <p> is open here.'],
  ['<a href="x">Y</a>\n</a>', '2:1 </a> closes nothing: no <a> is open here.'],
  ['<div><b>Hi</div>', '1:6 <b> is never closed by </b>.'],
  ['<table><tr><td>x', '1:1 <table> is never closed by </table>.'],
  ['{% if a %}<b>x</b>{% endif %}\n<i>x', '2:1 <i> is never closed by </i>.'],
  ['<p title="x>Hi</p>', '1:1 The tag <p has no > at its end.'],
  [
    '<html><body>Hi</body></html>\n {{ more }}',
    '2:2 Mail programs show this, although it comes after the end of the document. Move it before </body>.',
  ],
])('%s is told with its place', (source, expected) => {
  expect(found(source)).toEqual([expected])
})

test.each([
  '<p>One<p>Two<br><img src="x"><hr/>',
  '<ul><li>One<li>Two</ul><table><tr><td>a<td>b<tr><td>c</table>',
  '<!doctype html><html><head><title><b></title><style>a > b { }</style></head><body>x</body></html>\n<!-- end -->\n',
  '<p {% if a %}class="x"{% endif %} title="{{ "</b>" | append: "x" }}">x</p>',
  '{% if a %}<div class="a">{% else %}<div class="b">{% endif %}x</div>',
  '{% if a %}<table>{% else %}<div>{% endif %}x{% if a %}</table>{% else %}</div>{% endif %}',
  '{% for a in b %}{% if forloop.first %}<ul>{% endif %}<li>{{ a }}{% if forloop.last %}</ul>{% endif %}{% endfor %}',
  '<!--[if mso]><table><tr><td><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]-->',
  '<![if !mso]><b>x</b><![endif]>{% comment %}<b>{% endcomment %}{{ "<b>" }}{% raw %}<b>x</b>{% endraw %}',
  'a < b and 1<2 <3',
])('%s is well formed', (source) => {
  expect(found(source)).toEqual([])
})

test('no starter has a finding', () => {
  for (const { content } of starters) expect(found(content.html ?? '')).toEqual([])
})
