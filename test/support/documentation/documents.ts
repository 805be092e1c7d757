import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A Markdown file of the repository. */
export interface Document {
  /** From the repository's root. */
  readonly file: string
  readonly text: string
}

/** The documentation: the README and everything in docs/. */
export const documents: readonly Document[] = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll(path.sep, '/')}`)
    .sort(),
].map(documentOf)

/** Reads a Markdown file by its path from the repository's root. */
export function documentOf(file: string): Document {
  return { file, text: readFileSync(path.join(root, file), 'utf8') }
}

/** The text of one of {@link documents}. */
export function textOf(file: string): string {
  const found = documents.find((document) => document.file === file)
  if (found === undefined) throw new Error(`There is no ${file}`)
  return found.text
}

/** The code blocks of a language in all documents, in order. */
export function blocks(language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm')
  return documents.flatMap(({ text }) => [...text.matchAll(block)].map((match) => match[1] ?? ''))
}

/** The code block of a language that contains `part`. */
export function blockWith(language: string, part: string): string {
  const found = blocks(language).find((block) => block.includes(part))
  if (found === undefined) throw new Error(`No block has ${part}`)
  return found
}

/** The cells of the table of a document that has this text, with those of its head. */
export function tableOf(document: string, part: string): string[][] {
  const table = document.match(/(^\|.*\|\n)+/gm)?.find((found) => found.includes(part)) ?? ''
  const lines = table.trim().split('\n')
  return lines
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
