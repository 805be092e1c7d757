import { describe, expect, test } from 'vitest'
import { available, ids, mistakesOf, render } from '../../../../support/templates/rendering.js'

/** Tests what a preview shows beyond the mail. */

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

  test('warns of no address that is such a name', () => {
    const html = '<a href="{{ unsubscribe_url }}">leave</a><a href="{{ url }}/x">x</a><a href="/y">y</a>'
    const { warnings } = render(
      { html, text: 'x', variables: ['url'] },
      {},
      { fillMissing: true, warn: true },
    )
    expect(warnings.map(({ code, url }) => [code, url])).toEqual([['relative_url', '/y']])
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
