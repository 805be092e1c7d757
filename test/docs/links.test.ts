import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { headingSlugs } from '../../scripts/pages/headings/slugs.js'
import { documentOf, documents } from '../support/documentation/documents.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const linking = [
  ...documents,
  documentOf('CONTRIBUTING.md'),
  documentOf('CHANGELOG.md'),
  documentOf('SECURITY.md'),
  documentOf('embedded/README.md'),
  documentOf('sdk-ts/README.md'),
  documentOf('sdk-python/README.md'),
  documentOf('clients/README.md'),
  documentOf('clients/go/README.md'),
  documentOf('clients/php/README.md'),
]

/** The document without what stands in code. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
}

function anchorsOf(file: string): Set<string> {
  const slugOf = headingSlugs()
  const text = readFileSync(path.join(root, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading.replaceAll('`', ''))),
  )
}

test.each(linking)('the links of $file lead to files and headings that are there', ({ file, text }) => {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [to = '', anchor] = link.split('#')
    const target = to === '' ? file : path.posix.join(path.posix.dirname(file), to)
    if (!existsSync(path.join(root, target))) return true
    return anchor !== undefined && !anchorsOf(target).has(anchor)
  })
  expect(broken).toEqual([])
})

test('every page of docs/ is reached from the README, or from a page that it links to', () => {
  const readme = documentOf('README.md').text
  const pages = documents.filter(({ file }) => file.startsWith('docs/'))
  const linked = pages.filter(({ file }) => readme.includes(`](${file})`))
  const reached = new Set(linked.map(({ file }) => file))
  for (const { file, text } of linked)
    for (const [, to = ''] of text.matchAll(/\]\(([^)\s#]+)/g))
      reached.add(path.posix.join(path.posix.dirname(file), to))
  expect(pages.map(({ file }) => file).filter((file) => !reached.has(file))).toEqual([])
})

test('the README and its picture are small', () => {
  expect(statSync(path.join(root, 'README.md')).size).toBeLessThanOrEqual(7000)
  expect(statSync(path.join(root, 'docs/images/console-overview.png')).size).toBeLessThan(150_000)
})

test.each(documents)('the lines of $file are at most 110 columns', ({ text }) => {
  const lines = text.split('\n').filter((line) => !line.startsWith('|'))
  expect(lines.filter((line) => [...line].length > 110)).toEqual([])
})

test('the architecture names folders that are there', () => {
  const { text } = documentOf('docs/architecture.md')
  const [, block = ''] = text.split('## Folders')[1]?.match(/^```\n([\s\S]*?)^```/m) ?? []
  const folders = [...block.matchAll(/^([\w-]+\/[\w/-]*) /gm)].map((match) => match[1] ?? '')
  expect(folders.length).toBeGreaterThan(20)
  expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([])
})
