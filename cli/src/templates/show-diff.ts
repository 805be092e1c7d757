import { structuredPatch, type StructuredPatch } from 'diff'
import { printableText } from '../../../base/text/printable.js'
import { filesOf } from './files.js'
import type { Files } from './folder/write.js'
import { sourceOf, type LocalTemplate } from './local.js'
import { bodyIn, manifestFile } from './folder/names.js'
import type { RemoteVersion } from './service/remote.js'

/** The style in which to show a difference. */
export interface DiffStyle {
  readonly isTerminal: boolean
  readonly hasColors: boolean
}

/** The time limit for comparing texts. Texts that have nothing in common take longer than users want to wait. */
const limitMs = 2000

/**
 * Returns the changes from the service's version to the files in a folder, as a unified diff.
 *
 * @returns an empty text if they are the same
 */
export function diffOf(local: LocalTemplate, remote: RemoteVersion | undefined, style: DiffStyle): string {
  const after = filesOf(local)
  const before: Files =
    remote === undefined ? new Map() : filesOf({ ...remote.template, content: remote.content })
  const files = [...new Set([...after.keys(), ...before.keys()])]
  return files
    .map((file) => {
      const [one, other] = [before.get(file), after.get(file)]
      return one === other ? '' : shown(fileDiff(nameOf(local, file), one, other), style)
    })
    .join('')
}

/** Returns the name of a file in the diff. For a compiled body, the diff compares the compiled result. */
function nameOf(local: LocalTemplate, file: string): string {
  const body = bodyIn(file)
  const own = body && sourceOf(local, body.locale, body.format === 'txt' ? 'text' : 'html')
  const isCompiled = file !== manifestFile && own !== undefined && own.file !== file
  return `${local.folder}/${isCompiled ? `${own.file} (its HTML)` : file}`
}

function fileDiff(name: string, before: string | undefined, after: string | undefined): string[] {
  const [from, to] = [
    before === undefined ? '/dev/null' : `service/${name}`,
    after === undefined ? '/dev/null' : `files/${name}`,
  ]
  const heads = [`--- ${from}`, `+++ ${to}`]
  const patch: StructuredPatch | undefined = structuredPatch(
    from,
    to,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, timeout: limitMs },
  )
  if (patch === undefined) return [...heads, '@@ too much is different to show each line @@']
  return [
    ...heads,
    ...patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
      ...lines,
    ]),
  ]
}

/** Returns a line range. If the range is empty, it names the line before it. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`
}

const colors = new Map([
  ['+', '\u001b[32m'],
  ['-', '\u001b[31m'],
  ['@', '\u001b[36m'],
])

function shown(lines: readonly string[], { isTerminal, hasColors }: DiffStyle): string {
  return lines
    .map((line) => {
      // Text from others must not send control sequences to a terminal.
      const text = isTerminal ? printableText(line) : line
      const color = hasColors ? colors.get(line.charAt(0)) : undefined
      return color === undefined ? `${text}\n` : `${color}${text}\u001b[0m\n`
    })
    .join('')
}
