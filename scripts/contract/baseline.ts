import { existsSync, writeFileSync } from 'node:fs'
import type { Node } from './document.js'
import { readJson, releasedWith, versionOf, type ContractFiles } from './files.js'
import { lineOf } from './finding.js'
import { allFindings } from './findings.js'

/**
 * Makes the present contract the one that later ones are held to, and empties the list of accepted breaks, which it was
 * about. Where none was released yet there is nothing to hold it to.
 *
 * @param find what it may not be released with
 * @returns the version of the service that it is released with
 * @throws Error where that version was released before, or something is found
 */
export function makeBaseline(files: ContractFiles, find: typeof allFindings = allFindings): string {
  const { version } = readJson(files.package) as { version: string }
  if (existsSync(files.released)) {
    if (versionOf(readJson(files.released) as Node) === version) {
      throw new Error(
        `The contract of ${version} is released already. Raise the version in package.json first.`,
      )
    }
    const findings = find(files)
    if (findings.length > 0) throw new Error(findings.map(lineOf).join('\n'))
  }
  const contract = readJson(files.contract) as Node & { info: Node }
  write(files.released, { ...contract, info: { ...contract.info, [releasedWith]: version } })
  write(files.accepted, [])
  return version
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
