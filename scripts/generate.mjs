// Makes everything in generated/ from openapi/. Run it after each change of the contract and commit both.
//
//   openapi.json                 the bundled contract, downloadable; the build makes YAML of it as well
//   service-keys.json            what the service alone reads of it: `x-` keys, by their places
//   api-types.ts                 the server's types (openapi-typescript)
//   api-operations.ts            the credentials each operation takes and whether it is a mutation
//   wires/                       of each contract in openapi/wires/: the bundle, its types, and the operations that it calls
//   sdk/                         the lists of types that the SDK exports
//   client/                      what the TypeScript client calls: the types of the contract, and a table of its operations
//                                (openapi-generator, a Java program)
//   checksum.txt                 proves that all of it was made from this openapi/, without making it again
//
// The same run of Java makes what is generated of the Go and the PHP client (scripts/clients/), in clients/.
//
// Writes the pages of docs/guide/ that list the calls and fields of the wires.
//
// Makes the Python client's types, operations and synchronous modules as well (scripts/python/), which no checksum needs to
// cover: they are made in a moment. `npm run generate:python` makes these alone.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientConfigs, GENERATED, writeClients } from './clients/generate.mjs'
import { addAliases, withoutAliases } from './generate/aliases.mjs'
import { takeServiceKeys } from './generate/service-keys.mjs'
import { generateSdkTypes } from './generate/sdk-types.mjs'
import { generateWires, writeWireReferences } from './generate/wires.mjs'
import { generatePython } from './python/generate.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

function run(bin, args) {
  execFileSync(path.join(root, 'node_modules', '.bin', bin), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const tools = path.join(root, 'scripts/tools.mjs')

function redocly(...args) {
  execFileSync(process.execPath, [tools, 'redocly', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

/** Returns true if the Java that the client generator needs is installed. */
export function hasJava() {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * A digest of openapi/, of all that decides what is made from it (these scripts, the configuration and the versions of
 * the generators), and of everything in generated/ and what is generated of the other clients.
 */
export function checksum() {
  const hash = createHash('sha256')
  const add = (name, content) => hash.update(`${name}\0${content.length}\0`).update(content)
  const folders = ['generated', ...GENERATED.map((folder) => path.join('clients', folder))]
  const made = folders
    .flatMap((folder) => filesBelow(path.join(root, folder)))
    .filter((file) => path.basename(file) !== 'checksum.txt')
  const tools = ['openapitools.json', 'redocly.yaml', 'scripts/generate.mjs'].map((file) =>
    path.join(root, file),
  )
  const sources = ['scripts/generate', 'scripts/clients', 'openapi'].flatMap((folder) =>
    filesBelow(path.join(root, folder)),
  )
  for (const file of [...tools, ...sources, ...made]) {
    add(path.relative(root, file).split(path.sep).join('/'), readFileSync(file))
  }
  // Types are written by TypeScript's printer.
  const versions = { '@redocly/cli': 'tools', 'openapi-typescript': '.', typescript: '.' }
  for (const [name, folder] of Object.entries(versions)) {
    const lock = JSON.parse(readFileSync(path.join(root, folder, 'package-lock.json'), 'utf8'))
    add(name, lock.packages[`node_modules/${name}`].version)
  }
  return hash.digest('hex')
}

/** Bundles the contract, and makes the server's types and the SDK's lists of types, without Java. */
export function generateContract(out) {
  // What it says where it installs Redocly CLI is for whoever waits for that.
  execFileSync(process.execPath, [tools], { stdio: 'inherit' })
  mkdirSync(out, { recursive: true })
  const json = path.join(out, 'openapi.json')
  redocly('bundle', 'openapi/openapi.yaml', '-o', json)
  const contract = withWholeWebhooks(JSON.parse(readFileSync(json, 'utf8')))
  addAliases(contract)
  const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
  write(path.join(out, 'service-keys.json'), takeServiceKeys(contract))
  const own = withoutAliases(contract)
  write(json, own)
  run('openapi-typescript', [json, '-o', path.join(out, 'api-types.ts')])
  write(json, contract)
  writeFileSync(path.join(out, 'api-operations.ts'), operationTraits(own))
  generateSdkTypes(own, path.join(out, 'sdk'))
  generateWires({ sources: path.join(root, 'openapi/wires'), out: path.join(out, 'wires'), redocly, run })
}

/**
 * Inlines the header parameters of webhooks into their operations. oapi-codegen (Go) omits components that only
 * webhooks refer to, but still generates references to them.
 */
function withWholeWebhooks(contract) {
  const parameters = contract.components.parameters
  const nameOf = ({ $ref }) => $ref.replace('#/components/parameters/', '')
  const operations = Object.values(contract.webhooks).map(({ post }) => post)
  const names = new Set(operations.flatMap((operation) => operation.parameters.map(nameOf)))
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((reference) => parameters[nameOf(reference)])
  }
  for (const name of names) {
    if (!JSON.stringify(contract.paths).includes(`#/components/parameters/${name}"`)) delete parameters[name]
  }
  return contract
}

/**
 * Returns the traits that openapi-typescript leaves out and that handlers are typed by: who may call an operation,
 * and whether it is a mutation.
 */
function operationTraits(contract) {
  const lines = Object.values(contract.paths).flatMap((item) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => {
        const kinds = new Set((operation.security ?? []).flatMap((alternative) => Object.keys(alternative)))
        const credentials = [...kinds].map((kind) => `'${kind}'`).join(' | ') || 'never'
        return `  ${operation.operationId}: { credentials: ${credentials}; mutation: ${method !== 'get'} }`
      }),
  )
  return [
    '// Made from openapi/ by scripts/generate.mjs. Do not edit.',
    'export interface OperationTraits {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

/**
 * Makes the types and operations of the TypeScript client below `out`, and what is generated of the other clients below `clients`, in one run of Java. Throws
 * where Java, or the generator's first download, is not to be had.
 */
export function generateClients(out, clients) {
  const contract = withoutAliases(JSON.parse(readFileSync(path.join(out, 'openapi.json'), 'utf8')))
  const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-clients-'))
  try {
    const configs = Object.entries(clientConfigs(contract, scratch)).map(([name, config]) => {
      const file = path.join(scratch, `${name}.config.json`)
      writeFileSync(file, JSON.stringify(config))
      return file
    })
    run('openapi-generator-cli', ['batch', '--fail-fast', ...configs])
    writeClients(scratch, path.join(out, 'client'), clients)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Makes everything, or all but the client where there is no Java. Returns what there is to say about it. */
function generate(out) {
  const file = path.join(out, 'checksum.txt')
  generateContract(out)
  writeWireReferences(path.join(out, 'wires'), path.join(root, 'docs/guide'))
  generatePython()
  // Without Java, the client and the checksum stay as they are, which is right where the contract has not changed.
  if (hasJava()) {
    generateClients(out, path.join(root, 'clients'))
    writeFileSync(file, checksum() + '\n')
  } else if (readFileSync(file, 'utf8').trim() !== checksum()) {
    return 'Made all but generated/client/, clients/ and generated/checksum.txt: run this again where there is Java 11 or newer.'
  }
  return 'generated/ is up to date.'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(generate(path.join(root, 'generated')))
