import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The root of this repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** An empty project into which the SDK, or another package of this repository, was installed from its tarball, as from the registry. */
export interface Project {
  readonly folder: string
  /** The paths in the tarball, below the package's own folder. */
  readonly packed: readonly string[]
  /** Writes a file of the project and returns its path. */
  write(name: string, content: string): string
  /** Runs a program of the project with Node and returns what it prints, parsed. */
  node(name: string, source: string): Promise<unknown>
  remove(): void
}

/**
 * Packs the SDK, or another workspace, as it was built, and installs the tarball into an empty folder, without the network.
 */
export async function installIntoEmptyProject(workspace = 'sdk-ts'): Promise<Project> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-package-'))
  const npm = (args: string[], cwd: string) => run('npm', [...args, '--no-update-notifier'], { cwd })
  const pack = ['pack', '-w', workspace, '--ignore-scripts', '--json', '--pack-destination', folder]
  const [tarball] = JSON.parse((await npm(pack, root)).stdout) as [
    { filename: string; files: { path: string }[] },
  ]
  const write = (name: string, content: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, content)
    return file
  }
  write('package.json', '{ "name": "empty-project", "private": true }')
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${tarball.filename}`], folder)
  return {
    folder,
    packed: tarball.files.map(({ path }) => path),
    write,
    node: async (name, source) => {
      const { stdout } = await run(process.execPath, [write(name, source)], { cwd: folder })
      return JSON.parse(stdout) as unknown
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
