import { Marked, type Tokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { markdownLink, targetOf } from '../../../scripts/pages/addresses.js'
import { rewriteMarkdown } from '../../../scripts/pages/rewritten.js'
import { code, fenced, table } from '../../../scripts/reference/markdown/blocks.js'
import { ObjectTables } from '../../../scripts/reference/markdown/objects.js'

const marked = new Marked({ gfm: true })

/** A document of docs/guide/ with the links that its Markdown has. */
function rewritten(markdown: string): string {
  const links = {
    link: (link: string) => markdownLink(targetOf('docs/guide/sending.md', link)),
    image: (image: string) => `images/${image}`,
  }
  return rewriteMarkdown(`# Title\n\n${markdown}`, links).slice('# Title\n\n'.length)
}

describe('links of a guide', () => {
  test.each([
    ['[Errors](../errors.md#not_found)', '[Errors](@BASEURL@/docs/errors.md#not_found)'],
    ['[`code` of **it**](batch.md)', '[`code` of **it**](@BASEURL@/docs/guide/batch.md)'],
    ['[the contract](../../openapi/openapi.yaml)', '[the contract](@BASEURL@/docs/api.md)'],
    ['[json](../../generated/openapi.json)', '[json](@BASEURL@/openapi.json)'],
    ['[first](../../README.md)', '[first](@BASEURL@/docs.md)'],
    ['[a file](../../deploy/compose.yaml), left out', 'a file, left out'],
    ['[here](#idempotency)', '[here](#idempotency)'],
    ['[there](https://a.example/x_(y))', '[there](https://a.example/x_(y))'],
    ['<http://localhost:4000/sink>', '[@BASEURL@/sink](@BASEURL@/sink)'],
    ['<http://localhost:4000/docs/errors>', '[@BASEURL@/docs/errors](@BASEURL@/docs/errors.md)'],
    ['![seen](a.png)', '![seen](images/a.png)'],
  ])('%s', (before, after) => {
    expect(rewritten(before)).toBe(after)
  })

  test('stay as they are within code, also where the same link follows', () => {
    const link = '[x](../errors.md)'
    expect(rewritten(`\`${link}\` ${link}\n\n\`\`\`md\n${link}\n\`\`\`\n\n${link}\n`)).toBe(
      `\`${link}\` [x](@BASEURL@/docs/errors.md)\n\n\`\`\`md\n${link}\n\`\`\`\n\n[x](@BASEURL@/docs/errors.md)\n`,
    )
  })

  test('are found in lists, quotes and tables, over the ends of lines', () => {
    expect(rewritten('- one\n  - two [over\n    lines](../errors.md)\n')).toContain(
      '](@BASEURL@/docs/errors.md)',
    )
    expect(rewritten('> a [quoted\n> link](../errors.md)\n')).toContain('](@BASEURL@/docs/errors.md)')
    expect(
      rewritten(
        '| a     | b                  |\n| ----- | ------------------ |\n| `x \\| y` | [z](../errors.md) |\n',
      ),
    ).toBe('| a | b |\n| --- | --- |\n| `x \\| y` | [z](@BASEURL@/docs/errors.md) |\n')
  })

  test('are not rewritten where the document would read otherwise', () => {
    const link = { link: () => 'a b', image: (image: string) => image }
    expect(() => rewriteMarkdown('# Title\n\n[x](y.md)\n', link)).toThrow(/cannot be rewritten/)
  })
})

describe('what is written into Markdown', () => {
  test('keeps its pipes and lines within the cell of a table', () => {
    const [parsed] = marked.lexer(table(['A', 'B'], [['a | b\nc', '`x | y`']])) as unknown as [Tokens.Table]
    expect(parsed.rows[0]?.map(({ text }) => text)).toEqual(['a | b c', '`x | y`'])
    expect(marked.parseInline(parsed.rows[0]?.[1]?.text ?? '')).toBe('<code>x | y</code>')
  })

  test.each(['plain', 'a ` b', '``', '`x'])('keeps the marks of %s as code', (text) => {
    const html = marked.parseInline(code(text))
    expect(html).toBe(`<code>${text}</code>`)
  })

  test('keeps a fence within a block of code', () => {
    const source = '```sh\nls\n```'
    const [block, ...others] = marked.lexer(fenced('md', source)) as unknown as [Tokens.Code]
    expect([block.text, block.lang, others]).toEqual([source, 'md', []])
  })
})

describe('a schema as a table', () => {
  test('tells objects without a name in place, and values, bounds and defaults of each field', () => {
    const tables = new ObjectTables()
    const written = tables.body({
      properties: {
        kind: { type: 'string', enum: ['a', 'b', null], default: 'a', description: 'Which.' },
        items: {
          type: 'array',
          maxItems: 3,
          items: {
            type: 'object',
            required: ['n'],
            properties: { n: { type: ['integer', 'null'], minimum: 1 } },
          },
        },
      },
      required: ['kind'],
    })
    expect(written.split('\n').slice(2)).toEqual([
      '| `kind` | string | yes | Which. One of `a`, `b`. `"a"` by default. |',
      '| `items` | array of object | no | At most 3 items. |',
      '| `items[].n` | integer or null | yes | At least 1. |',
    ])
    expect(tables.objects()).toBe('')
  })

  test('tells one with a name once, also where it is within itself', () => {
    const tables = new ObjectTables()
    const rule = { $ref: '#/components/schemas/SegmentRule' }
    tables.body({ properties: { first: rule, second: rule } })
    const objects = tables.objects()
    expect(objects.match(/^### SegmentRule$/gm)).toHaveLength(1)
    expect(tables.objects()).toBe('')
  })
})
