import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Tests that the files which comments send a reader to are there. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const trees = ['base', 'cli', 'console', 'embedded', 'sdk-ts/src', 'server', 'test']
const files = trees.flatMap((tree) =>
  readdirSync(path.join(root, tree), { recursive: true, encoding: 'utf8' })
    .map((name) => `${tree}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:ts|tsx|mjs|js)$/.test(name) && !/\/(?:node_modules|dist|client)\//.test(name)),
)
const known = new Set([
  ...files,
  ...readdirSync(path.join(root, 'scripts'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `scripts/${name}`,
  ),
  ...readdirSync(root),
])
const ends = new Set(
  [...known].flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
)

/** Tells if a name in a comment leads to a file: beside the comment, or by the end of a path of two parts or more. */
function isThere(file: string, name: string): boolean {
  const beside = path.posix.join(path.posix.dirname(file), name)
  return known.has(beside) || known.has(name) || (name.includes('/') && ends.has(name))
}

test('a file that a comment names is beside it, or named with its folder', () => {
  const lost = files.flatMap((file) => {
    const comments = readFileSync(path.join(root, file), 'utf8').match(
      /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g,
    )
    return (comments ?? [])
      .flatMap(
        (comment) =>
          comment.match(/(?<![\w@./*-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs)(?![\w/])/g) ?? [],
      )
      .filter((name) => !name.startsWith('generated/') && !isThere(file, name))
      .map((name) => `${file}: ${name}`)
  })
  expect(lost).toEqual([])
})
