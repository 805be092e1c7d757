// Fails when generated/ is not what openapi/ makes. The committed checksum covers both, and the generators' versions:
// where it is right, nothing has changed since everything was made. Where it is wrong, all is made again to name the
// files that differ; without Java, or where the client generator cannot be downloaded, all but the client.
// What scripts/python/ makes is made again each time, in memory: that takes a moment.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checksum, generateClient, generateContract, hasJava } from './generate.mjs'
import { stalePythonModules } from './python/modules.mjs'

const isMade = readFileSync('generated/checksum.txt', 'utf8').trim() === checksum()
const stale = [...(isMade ? [] : staleInGenerated()), ...stalePythonModules()]
if (stale.length > 0) {
  console.error(`Stale, run npm run generate and commit:\n  ${stale.join('\n  ')}`)
  process.exit(1)
}
console.log('generated/ and the Python client are up to date.')

/** Makes everything again, and names the files that are not as they were made. */
function staleInGenerated() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-check-'))
  try {
    generateContract(scratch)
    const comparable = clientCanBeMade(scratch) ? () => true : (file) => !file.startsWith('client')
    const files = new Set([...list('generated'), ...list(scratch)].filter(comparable))
    files.delete('checksum.txt')
    return ['checksum.txt', ...[...files].filter((file) => !isFresh(scratch, file))].map((file) =>
      path.join('generated', file),
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function list(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

function isFresh(scratch, file) {
  try {
    return readFileSync(path.join('generated', file)).equals(readFileSync(path.join(scratch, file)))
  } catch {
    return false
  }
}

function clientCanBeMade(scratch) {
  if (!hasJava()) {
    console.log('Without Java, the client cannot be compared.')
    return false
  }
  try {
    generateClient(scratch)
    return true
  } catch (error) {
    console.log(`The client generator did not run: ${error.message.split('\n')[0]}`)
    return false
  }
}
