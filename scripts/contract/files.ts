import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Node } from './document.js'

/** The files that the contract is kept by. */
export interface ContractFiles {
  /** The contract as it is now, made from openapi/. */
  readonly contract: string
  /** The contract that was released last. */
  readonly released: string
  readonly accepted: string
  readonly changelog: string
  readonly package: string
}

export const files: ContractFiles = {
  contract: at('generated/openapi.json'),
  released: at('contract/released.json'),
  accepted: at('contract/accepted-breaks.json'),
  changelog: at('CHANGELOG.md'),
  package: at('package.json'),
}

/** The member of the released contract's `info` that says with which version of the service that was. */
export const releasedWith = 'x-released-with'

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The version of the service that a contract was released with. */
export function versionOf(released: Node): string {
  return String((released['info'] as Node)[releasedWith])
}

function at(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url))
}
