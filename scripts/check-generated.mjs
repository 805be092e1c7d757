// Fails when generated/ is not what openapi/ makes. Without Java, or where the client generator cannot be
// downloaded, the committed checksum of openapi/ stands in for making the client again.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contractChecksum, generateClient, generateContract, hasJava } from './generate.mjs'

const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-check-'))
const stale = []

function list(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

function compare(committed, fresh) {
  for (const file of new Set([...list(committed), ...list(fresh)])) {
    try {
      const same = readFileSync(path.join(committed, file)).equals(readFileSync(path.join(fresh, file)))
      if (!same) stale.push(path.join(committed, file))
    } catch {
      stale.push(path.join(committed, file))
    }
  }
}

function clientCanBeMade() {
  if (!hasJava()) return false
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
  const committed = readFileSync('generated/checksum.txt', 'utf8').trim()
  if (committed !== contractChecksum()) stale.push('generated/checksum.txt')
  for (const file of ['openapi.yaml', 'openapi.json', 'api-types.ts', 'api-operations.ts']) {
    const same = readFileSync(`generated/${file}`).equals(readFileSync(path.join(scratch, file)))
    if (!same) stale.push(`generated/${file}`)
  }
  if (clientCanBeMade()) compare('generated/client', path.join(scratch, 'client'))
  else console.log('The client was checked by the checksum of openapi/ alone.')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

if (stale.length > 0) {
  console.error(`Stale, run npm run generate and commit:\n  ${stale.join('\n  ')}`)
  process.exit(1)
}
console.log('generated/ is up to date.')
