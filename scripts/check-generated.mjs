// Fails when generated/ is not what openapi/ makes. The committed checksum covers both, and the generators' versions:
// where it is right, nothing has changed since everything was made. Where it is wrong, all is made again to name the
// files that differ; without Java, or where the client generator cannot be downloaded, all but the clients.
// What scripts/python/ makes is made again each time, in memory: that takes a moment.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GENERATED } from './clients/generate.mjs'
import { checksum, generateClients, generateContract, hasJava } from './generate.mjs'
import { stalePythonModules } from './python/modules.mjs'

const isMade = readFileSync('generated/checksum.txt', 'utf8').trim() === checksum()
const stale = [...(isMade ? [] : staleInGenerated()), ...stalePythonModules()]
if (stale.length > 0) {
  console.error(`Stale, run npm run generate and commit:\n  ${stale.join('\n  ')}`)
  process.exit(1)
}
console.log('generated/ and the clients are up to date.')

/** Makes everything again, and names the files that are not as they were made. */
function staleInGenerated() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-check-'))
  try {
    const made = path.join(scratch, 'generated')
    const clients = path.join(scratch, 'clients')
    generateContract(made)
    const areMade = clientsCanBeMade(made, clients)
    const contract = staleIn('generated', made).filter(
      (file) => areMade || !file.startsWith('generated/client/'),
    )
    const others = GENERATED.map((folder) => path.join('clients', folder))
    return [
      'generated/checksum.txt',
      ...contract.filter((file) => file !== 'generated/checksum.txt'),
      ...(areMade ? others.flatMap((folder) => staleIn(folder, path.join(scratch, folder))) : []),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function list(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** The files of a folder that are not as they were made in another one, or in one of the two alone. */
function staleIn(folder, made) {
  return [...new Set([...list(folder), ...list(made)])]
    .filter((file) => !isFresh(path.join(folder, file), path.join(made, file)))
    .map((file) => path.join(folder, file))
}

function isFresh(file, made) {
  try {
    return readFileSync(file).equals(readFileSync(made))
  } catch {
    return false
  }
}

function clientsCanBeMade(made, clients) {
  if (!hasJava()) {
    console.log('Without Java, the clients cannot be compared.')
    return false
  }
  try {
    generateClients(made, clients)
    return true
  } catch (error) {
    console.log(`The client generator did not run: ${error.message.split('\n')[0]}`)
    return false
  }
}
