// Builds and packs a package for clients as it would be published: `sdk-ts` or `cli`. publint (by the package's own
// prepack) reads package.json as runtimes and bundlers do. For the SDK, attw reads the types as TypeScript does in each
// of its ways to resolve them. The command line must stay small: it is installed for a single command. The tarball is
// kept in the current folder, or in that of `-- --out FOLDER`; `-- --built` packs the last build.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

// A third of it is the parser of Handlebars, which only a move loads.
const maxBytes = { cli: 150_000 }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, built: { type: 'boolean', default: false } },
})
const [workspace] = positionals
const folder = path.resolve(values.out ?? '.')

try {
  mkdirSync(folder, { recursive: true })
  if (values.built) judge('publint', workspace)
  const scripts = values.built ? ['--ignore-scripts'] : []
  const packed = execFileSync(
    'npm',
    ['pack', '-w', workspace, '--json', '--pack-destination', folder, ...scripts],
    { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  )
  // What prepack prints comes first.
  const [{ filename, size, unpackedSize }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
  const tarball = path.join(folder, filename)
  console.log(`${tarball}: ${size} bytes packed, ${unpackedSize} unpacked`)
  if (size > (maxBytes[workspace] ?? Infinity))
    throw new Error(`That is more than ${maxBytes[workspace]} bytes.`)
  if (workspace === 'sdk-ts') judge('attw', tarball)
} catch (error) {
  // What the tools said is all that there is to know; where in this file does not matter.
  console.error(error.stdout || error.message)
  process.exitCode = 1
}

/** Has a checker of tools/ say what it thinks of something. */
function judge(checker, what) {
  execFileSync(process.execPath, ['scripts/tools.mjs', checker, what], { stdio: 'inherit' })
}
