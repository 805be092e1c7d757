import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renamedHeadings } from '../../../scripts/pages/headings/renamed.js'

/** Links to headings that were renamed, from bookmarks and older versions, still lead to them. It needs a build. */

const built = new URL('../../../dist/operate/reference/built/pages/', import.meta.url)

describe.each(Object.entries(renamedHeadings))('on the page %s', (page, renamed) => {
  const html = readFileSync(new URL(`${page}.html`, built), 'utf8')
  const headings = [...html.matchAll(/<h\d id="([^"]+)">((?:<span id="[^"]+"><\/span>)*)/g)].map(
    ([, slug = '', former = '']) => ({
      slug,
      former: [...former.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    }),
  )

  test.each(Object.entries(renamed))('the anchor %s leads to %s', (former, present) => {
    const found = headings.filter((heading) => heading.former.includes(former))
    expect(found.map(({ slug }) => slug)).toEqual([present])
  })

  test('no former anchor is that of another heading', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(headings.filter(({ slug }) => slug in renamed)).toEqual([])
  })
})
