// Makes what is generated of the TypeScript, the Go and the PHP client. openapi-generator is told by a file, as each start of Java takes
// seconds: this says what is in that file, and makes the clients of what the generator wrote.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contractOfClients, tagsOf } from './contract.mjs'
import { NO_EXTRAS } from './extras.mjs'
import { goOptions, writeGo } from './go.mjs'
import { phpOptions, writePhp } from './php.mjs'
import { contractOfTypescript, typescriptOptions, writeTypescript } from './typescript.mjs'

/** The generated folders and files, below clients/. */
export const GENERATED = ['go/api', 'php/src/Api', 'php/src/Model']

/**
 * Writes the contract for the generators into the folder `scratch`, and returns what the generator is told, by the
 * name of the client.
 */
export function clientConfigs(contract, scratch) {
  const contracts = {
    'contract.json': contractOfClients(contract),
    'typescript.json': contractOfTypescript(contract),
  }
  for (const [file, value] of Object.entries(contracts)) {
    writeFileSync(path.join(scratch, file), JSON.stringify(value))
  }
  const config = (name, options, file = 'contract.json') => ({
    inputSpec: path.join(scratch, file),
    outputDir: path.join(scratch, name),
    templateDir: path.join(import.meta.dirname, 'templates', name),
    globalProperties: { models: '', apis: '', ...NO_EXTRAS },
    ...options,
  })
  return {
    typescript: config('typescript', typescriptOptions, 'typescript.json'),
    go: config('go', goOptions),
    php: config('php', phpOptions),
  }
}

/**
 * Makes the TypeScript client in the folder `typescript`, and the others below the folder `clients`, of what the generator
 * wrote into `scratch`.
 */
export function writeClients(scratch, typescript, clients) {
  writeTypescript(path.join(scratch, 'typescript'), typescript)
  const tags = tagsOf(JSON.parse(readFileSync(path.join(scratch, 'contract.json'), 'utf8')))
  writeGo(path.join(scratch, 'go'), path.join(clients, 'go/api'), tags)
  writePhp(path.join(scratch, 'php'), path.join(clients, 'php/src'), tags)
}
