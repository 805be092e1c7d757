// Builds and packs the command line as it would be published. publint (by the package's own prepack) reads package.json
// as npm does, and the tarball must stay small: it is installed for a single command. It is kept in the current
// folder, or in that of `-- --out FOLDER`; `-- --built` packs the last build.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const maxBytes = 100_000
const { out, built } = parseArgs({
  options: { out: { type: 'string' }, built: { type: 'boolean', default: false } },
}).values
const folder = path.resolve(out ?? '.')

try {
  mkdirSync(folder, { recursive: true })
  if (built) execFileSync('publint', ['cli'], { stdio: 'inherit' })
  const scripts = built ? ['--ignore-scripts'] : []
  const packed = execFileSync(
    'npm',
    ['pack', '-w', 'cli', '--json', '--pack-destination', folder, ...scripts],
    { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  )
  // What prepack prints comes first.
  const [{ filename, size, unpackedSize }] = JSON.parse(packed.slice(packed.search(/^\[/m)))
  console.log(`${path.join(folder, filename)}: ${size} bytes packed, ${unpackedSize} unpacked`)
  if (size > maxBytes) throw new Error(`That is more than ${maxBytes} bytes.`)
} catch (error) {
  // What the tools said is all that there is to know; where in this file does not matter.
  console.error(error.stdout || error.message)
  process.exitCode = 1
}
