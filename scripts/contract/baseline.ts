import { existsSync, writeFileSync } from 'node:fs'
import type { Node } from './document.js'
import { readJson, releasedWith, versionOf, type ContractFiles } from './files.js'
import { lineOf } from './finding.js'
import { allFindings } from './findings.js'
import { comingVersion } from '../version/places.js'

/**
 * Writes the present contract as the new baseline for later contracts, and empties the list of accepted breaks, which
 * were relative to the old baseline. Checks nothing if there is no baseline yet.
 *
 * @param find returns the findings that prevent a release
 * @returns the version of the service that the contract is released with
 * @throws Error if that version is not of a release, or was published before, or if `find` returns findings
 */
export function makeBaseline(files: ContractFiles, find: typeof allFindings = allFindings): string {
  const { version } = readJson(files.package) as { version: string }
  if (version !== comingVersion(version)) {
    throw new Error(`${version} is between releases. Name the release first: npm run version:set.`)
  }
  const contract = readJson(files.contract) as Node & { info: Node }
  if (existsSync(files.released)) {
    if (versionOf(readJson(files.released) as Node) === version) {
      throw new Error(
        `The contract of ${version} is released already. Raise the version first: npm run version:set.`,
      )
    }
    const findings = find(files)
    if (findings.length > 0) throw new Error(findings.map(lineOf).join('\n'))
  }
  write(files.released, { ...contract, info: { ...contract.info, [releasedWith]: version } })
  write(files.accepted, [])
  return version
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
