import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { TestServerError } from './errors.js'

/**
 * Returns the command of the installed package `postseal-server`. Looks in the project in `folder` first, and then
 * next to this package.
 *
 * @throws TestServerError if `postseal-server` is not installed
 */
export function installedCommand(folder: string): [string, ...string[]] {
  // CommonJS has no import.meta; an ES module has no __filename.
  const here = typeof __filename === 'string' ? __filename : import.meta.url
  for (const from of [path.join(folder, 'package.json'), here]) {
    const manifest = find(from)
    if (manifest === undefined) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> }
    return [process.execPath, path.resolve(path.dirname(manifest), bin['postseal-server'] ?? 'dist/bin.js')]
  }
  throw new TestServerError(
    'The package postseal-server is not installed: npm install --save-dev ./postseal-server-*.tgz, the file of a ' +
      'release. Or pass the command that starts the server, as in { command: ["node", "dist/bin.js"] }.',
  )
}

function find(from: string): string | undefined {
  try {
    return createRequire(from).resolve('postseal-server/package.json')
  } catch {
    return undefined
  }
}
