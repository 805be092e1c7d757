import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { madeOnce } from '../run/made-once.js'
import { newDataDir } from '../run/scratch-folder.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The server as a user has it from the registry. */
export interface PackedServer {
  /** A folder with the package and what it depends on in its node_modules, and nothing else. */
  readonly folder: string
  /** Paths of the packed files within the package. */
  readonly files: readonly string[]
}

type PackOutput = [{ filename: string; files: { path: string }[] }]

const outputName = 'packed.json'

/** Packs what is built. The build belongs to all tests that run now, so it is not made anew. */
async function pack(folder: string): Promise<void> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: root })
  writeFileSync(path.join(folder, outputName), stdout)
}

/**
 * Packs what is built, and installs it as npm would: the packages that `dependencies` names are there by a link each,
 * so that a missing one is missed.
 */
export async function installPackedServer(): Promise<PackedServer> {
  const folder = newDataDir('postseal-packed-', tmpdir())
  const made = await madeOnce('packed-server', pack)
  const [packed] = JSON.parse(readFileSync(path.join(made, outputName), 'utf8')) as PackOutput
  await run('tar', ['-xzf', path.join(made, packed.filename)], { cwd: folder })

  const modules = path.join(folder, 'node_modules')
  const home = path.join(modules, 'postseal-server')
  mkdirSync(path.join(modules, '.bin'), { recursive: true })
  renameSync(path.join(folder, 'package'), home)
  const manifest = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    bin: Record<string, string>
  }
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
  }
  for (const [name, file] of Object.entries(manifest.bin)) {
    chmodSync(path.join(home, file), 0o755)
    symlinkSync(path.join('..', 'postseal-server', file), path.join(modules, '.bin', name))
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  return { folder, files: packed.files.map((file) => file.path) }
}
