// Makes what can be installed without a clone: `release/`, or the folder of `-- --out FOLDER`. `-- --built` takes the last
// build. `-- --without wheel,image` leaves these out; what the machine has no program for is left out by itself, and a
// line says so. `-- --node-image NAME` is another image with Node to make the image from.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endChildrenWithThisProcess } from '../test-python/child.js'
import { billOfMaterials } from './bill-of-materials.js'
import { deployFiles, goModule, phpPackage } from './archives.js'
import { imageInto } from './image.js'
import { wheelInto } from './wheel.js'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    built: { type: 'boolean', default: false },
    without: { type: 'string', default: '' },
    'node-image': { type: 'string' },
  },
})
const SUMS = 'SHA256SUMS'

async function main(): Promise<void> {
  const folder = path.resolve(values.out)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content)

  if (git('status', '--porcelain') !== '')
    print('This is more than the last commit: there are changes beside it.')
  if (!values.built) run('npm', ['run', '--silent', 'build:all'])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  for (const workspace of ['sdk-ts', 'cli']) {
    run(process.execPath, ['scripts/pack.mjs', workspace, '--built', '--out', folder])
  }
  write(`postseal-go-${version}.zip`, await goModule(version))
  write(`postseal-php-${version}.zip`, await phpPackage(version))
  write(`postseal-deploy-${version}.zip`, await deployFiles())
  for (const file of ['generated/openapi.json', 'dist/openapi.yaml']) {
    copyFileSync(file, path.join(folder, `postseal-openapi-${version}${path.extname(file)}`))
  }
  write(`postseal-${version}.cdx.json`, billOfMaterials())

  const failures: string[] = []
  const optional = {
    wheel: () => wheelInto(folder),
    image: () => imageInto(path.join(folder, `postseal-image-${version}.tar`), version, values['node-image']),
  }
  const unwanted = values.without.split(',')
  for (const [name, make] of Object.entries(optional)) {
    try {
      const missing = unwanted.includes(name) ? `the ${name}: not wanted` : await make()
      if (missing !== undefined) print(`Left out is ${missing}.`)
    } catch (error) {
      failures.push(
        `The ${name} could not be made: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  write(SUMS, sumsOf(folder))
  for (const name of readdirSync(folder)) print(`${statSync(path.join(folder, name)).size} ${name}`)
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

/** The sums of a folder's files, in the form that `sha256sum -c` reads. */
function sumsOf(folder: string): string {
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex')
  return readdirSync(folder)
    .sort()
    .map((name) => `${sumOf(name)}  ${name}\n`)
    .join('')
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

/** Runs a program, and shows what it writes to standard error alone. */
function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

endChildrenWithThisProcess()
try {
  await main()
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
