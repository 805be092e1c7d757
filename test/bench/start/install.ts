import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** The bytes that a production install takes, in MB of 2^20 bytes: the packed files and those of the dependencies. */
export async function installedMb(): Promise<number> {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = await promisify(execFile)('npm', pack, { maxBuffer: 2 ** 26 })
  const [{ unpackedSize }] = JSON.parse(stdout) as [{ unpackedSize: number }]
  const sizes = dependenciesOf('.').map((name) => bytesIn(path.join('node_modules', name)))
  return sizes.reduce((sum, bytes) => sum + bytes, unpackedSize) / 2 ** 20
}

function dependenciesOf(folder: string, found = new Set<string>()): string[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (found.has(name)) continue
    found.add(name)
    dependenciesOf(path.join('node_modules', name), found)
  }
  return [...found]
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0)
}
