// Makes what is generated of the Go and the PHP client. openapi-generator is told by a file, as each start of Java takes
// seconds: this says what is in that file, and makes the clients of what the generator wrote.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contractOfClients, tagsOf } from './contract.mjs'
import { goOptions, writeGo } from './go.mjs'
import { phpOptions, writePhp } from './php.mjs'

/** What is generated, in the folder clients/. */
export const GENERATED = ['go/api', 'php/src/Api', 'php/src/Model']

/**
 * Writes the contract for the generators into the folder `scratch`, and returns what the generator is told, by the
 * name of the client.
 */
export function clientConfigs(contract, scratch) {
  const input = path.join(scratch, 'contract.json')
  writeFileSync(input, JSON.stringify(contractOfClients(contract)))
  const config = (name, options) => ({
    inputSpec: input,
    outputDir: path.join(scratch, name),
    templateDir: path.join(import.meta.dirname, 'templates', name),
    globalProperties: { models: '', apis: '', ...NO_EXTRAS },
    ...options,
  })
  return { go: config('go', goOptions), php: config('php', phpOptions) }
}

/** Documents and stubs of tests, which nobody wants of the generator. */
export const NO_EXTRAS = { apiDocs: 'false', modelDocs: 'false', apiTests: 'false', modelTests: 'false' }

/** Makes the clients below the folder `clients`, of what the generator wrote into `scratch`. */
export function writeClients(scratch, clients) {
  const tags = tagsOf(JSON.parse(readFileSync(path.join(scratch, 'contract.json'), 'utf8')))
  writeGo(path.join(scratch, 'go'), path.join(clients, 'go/api'), tags)
  writePhp(path.join(scratch, 'php'), path.join(clients, 'php/src'), tags)
}
