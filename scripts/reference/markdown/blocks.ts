import { jsonLiteral } from '../../../base/text/literal.js'

/** Text as code within a line: `` `a` ``, with more marks around what has marks in it (CommonMark, section 6.1). */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return longest === 0 ? marks + text + marks : `${marks} ${text} ${marks}`
}

/** A block of code, within a fence that nothing in it ends (CommonMark, section 4.5). */
export function fenced(language: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${source.trimEnd()}\n${fence}`
}

/** An example of the contract as a block of code: text as it is, anything else as JSON. */
export function exampleBlock(example: unknown): string {
  return typeof example === 'string' ? fenced('', example) : fenced('json', jsonLiteral(example))
}

/** A table of GitHub Flavored Markdown; what is in its cells stands on one line, with its pipes escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')
}

/** Blocks with an empty line between them. Empty ones are left out. */
export function blocks(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
}
