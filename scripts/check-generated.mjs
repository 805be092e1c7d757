// Fails when generated/ is not what openapi/ makes. The committed checksum covers both, and the generators' versions:
// where it is right, nothing has changed since everything was made. Where it is wrong, all is made again to name the
// files that differ; without Java, or where the client generator cannot be downloaded, all but the client.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checksum, generateClient, generateContract, hasJava } from './generate.mjs'

if (readFileSync('generated/checksum.txt', 'utf8').trim() === checksum()) {
  console.log('generated/ is up to date.')
  process.exit()
}

const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-check-'))
const stale = ['checksum.txt']

function list(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

function isFresh(file) {
  try {
    return readFileSync(path.join('generated', file)).equals(readFileSync(path.join(scratch, file)))
  } catch {
    return false
  }
}

function clientCanBeMade() {
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

try {
  generateContract(scratch)
  const comparable = clientCanBeMade() ? () => true : (file) => !file.startsWith('client')
  const files = new Set([...list('generated'), ...list(scratch)].filter(comparable))
  files.delete('checksum.txt')
  stale.push(...[...files].filter((file) => !isFresh(file)))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

const names = stale.map((file) => path.join('generated', file))
console.error(`Stale, run npm run generate and commit:\n  ${names.join('\n  ')}`)
process.exit(1)
