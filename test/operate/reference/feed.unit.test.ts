import { readFileSync } from 'node:fs'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { describe, expect, test } from 'vitest'
import { changelogFeed } from '../../../scripts/pages/feed.js'

/** The Atom feed of releases (RFC 4287), as the build writes it: with a mark for the address of the service. */

const base = '@BASEURL@'
const atom = 'http://www.w3.org/2005/Atom'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Reads XML with namespaces, all of whose elements are Atom's. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    expect(uri).toBe(atom)
    const values = Object.values(attributes).map(({ name, value }) => [name, value] as const)
    const element = { name: local, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (text) => ((open.at(-1) as Element).text += text))
  parser.write(xml).close()
  return root.children[0] as Element
}

const all = ({ children }: Element, name: string) => children.filter((child) => child.name === name)
function textOf(element: Element, name: string): string {
  const found = all(element, name)
  expect(found, name).toHaveLength(1)
  return found[0]?.text ?? ''
}
function linksOf(element: Element): Record<string, string> {
  const links = all(element, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']])
  return Object.fromEntries(links) as Record<string, string>
}

const sample = `# Changelog

All that changes.

## Unreleased

### Added

- What comes.

## 1.1.0-rc.1 - 2027-02-01

- \`a < b\` & "c", with [errors](docs/errors.md#gone), [a file](docs/nothing.txt), [below](#unreleased) and
  [elsewhere](https://example.com/?a=1&b=2).

## 1.0.0 - 2026-12-31

### Fixed

- <script>alert(1)</script>
`

describe('the feed of a changelog', () => {
  const feed = parse(changelogFeed('CHANGELOG.md', sample))
  const entries = all(feed, 'entry')

  test('has the releases, newest first, and nothing that is not released', () => {
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(['Postseal 1.1.0-rc.1', 'Postseal 1.0.0'])
    expect(changelogFeed('CHANGELOG.md', sample)).not.toContain('What comes')
    for (const [index, day] of ['2027-02-01', '2026-12-31'].entries()) {
      const entry = entries[index] as Element
      for (const name of ['published', 'updated']) expect(textOf(entry, name)).toBe(`${day}T00:00:00Z`)
    }
    expect(textOf(feed, 'updated')).toBe('2027-02-01T00:00:00Z')
  })

  test('says what it is, where it is and where its page is', () => {
    expect(feed.name).toBe('feed')
    expect(textOf(feed, 'title')).toBe('Postseal releases')
    expect(textOf(feed, 'id')).toBe(`${base}/docs/changelog.atom`)
    expect(linksOf(feed)).toEqual({
      self: `${base}/docs/changelog.atom`,
      alternate: `${base}/docs/changelog`,
    })
    expect(textOf(all(feed, 'author')[0] as Element, 'name')).toBe('Postseal')
  })

  test('has ids that hang on the version alone, and links to the headings', () => {
    const [first, second] = entries as [Element, Element]
    expect(textOf(first, 'id')).toBe(`${base}/docs/changelog.atom#1.1.0-rc.1`)
    expect(textOf(second, 'id')).toBe(`${base}/docs/changelog.atom#1.0.0`)
    expect(linksOf(first)).toEqual({ alternate: `${base}/docs/changelog#110-rc1---2027-02-01` })
    const later = sample
      .replace('2026-12-31', '2027-01-01')
      .replace('# Unreleased\n', '# 1.2.0 - 2027-03-01\n')
    const ids = all(parse(changelogFeed('CHANGELOG.md', later)), 'entry').map((entry) => textOf(entry, 'id'))
    expect(ids.slice(1)).toEqual(entries.map((entry) => textOf(entry, 'id')))
  })

  test('has what changed as HTML, with links that a reader can follow', () => {
    const [first, second] = entries as [Element, Element]
    expect(all(first, 'content')[0]?.attributes).toEqual({ type: 'html' })
    const html = textOf(first, 'content')
    expect(html).toContain('<code>a &lt; b</code> &amp; &quot;c&quot;')
    expect(html).toContain(`<a href="${base}/docs/errors#gone">errors</a>, a file,`)
    expect(html).toContain(`<a href="${base}/docs/changelog#unreleased">below</a>`)
    expect(html).toContain('<a href="https://example.com/?a=1&amp;b=2" rel="noreferrer">elsewhere</a>')
    expect(textOf(second, 'content')).toContain('<h3>Fixed</h3>')
    expect(textOf(second, 'content')).not.toContain('<script')
  })
})

test('that of this repository has every release', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const feed = parse(changelogFeed('CHANGELOG.md', changelog))
  const versions = [...changelog.matchAll(/^## (\d\S+) - /gm)].map(([, version]) => `Postseal ${version}`)
  expect(versions.length).toBeGreaterThan(0)
  expect(all(feed, 'entry').map((entry) => textOf(entry, 'title'))).toEqual(versions)
})

test.each([
  ['## Next - soon\n', /none of a release: Next - soon/],
  ['## 1.0.0\n', /none of a release: 1\.0\.0/],
  ['## Unreleased\n', /no release/],
])('%j fails the build', (section, message) => {
  expect(() => changelogFeed('CHANGELOG.md', `# Changelog\n\n${section}`)).toThrow(message)
})
