import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Holds the texts of the console against the rules of docs/style.md, as far as words alone can break them. */

/** Habits that a reader stumbles over, by the rule that they break. */
const habits: readonly (readonly [rule: number, words: RegExp])[] = [
  [2, /\b(is|are) told\b/i],
  [3, /^(What|Who|Whoever|Whose) .*\.$/],
  [5, /\ball the same\b/i],
  [9, /\breported as unwanted\b/i],
  [9, /\bmail readers?\b/i],
  [10, /\bmend(s|ed)?\b/i],
  [10, /\btried again\b(?<!Not tried again)/i],
  [10, /\binto use\b/i],
  [10, /\banew\b/i],
  [11, /^Make an? /],
  [11, /^Add an? (webhook|domain|project|contact|route|topic|template|campaign|segment|list|suppression)\b/],
  [12, /\d %/],
  [12, /\b95 of 100\b/],
  [14, /\bany more\b/i],
  [15, /^Go on$/],
  [18, /\bis like this\b/i],
]

/** Returns the texts of a source that a person may read: JSX text, and literals with a blank in them. */
function textsOf(file: string): { readonly text: string; readonly line: number }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: { text: string; line: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) {
      const text = node.text.replace(/\s+/g, ' ').trim()
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (text.includes(' ')) found.push({ text, line })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const sources = readdirSync('console', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith(path.join('screens', 'gallery')))
  .map((name) => path.join('console', name))
  .filter((name) => !name.startsWith(path.join('console', 'starters')))

test('no text of the console has a habit that the style forbids', () => {
  const broken = sources.flatMap((file) =>
    textsOf(file).flatMap(({ text, line }) =>
      habits.filter(([, words]) => words.test(text)).map(([rule]) => `${file}:${line} rule ${rule}: ${text}`),
    ),
  )
  expect(broken).toEqual([])
})
