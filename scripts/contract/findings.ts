import { readFileSync } from 'node:fs'
import { withoutAccepted } from './breaking/accepted.js'
import { breaksBetween } from './breaking/breaks.js'
import { deprecationFindings } from './deprecation/findings.js'
import { removalFindings } from './deprecation/removals.js'
import type { Node } from './document.js'
import { eventTypeFindings, formatFindings } from './event-types.js'
import { exampleFindings } from './examples/findings.js'
import { readJson, type ContractFiles } from './files.js'
import type { Finding } from './finding.js'
import { listFindings } from './lists.js'
import { sinceFindings, versionFindings } from './since.js'
import { comingVersion } from '../version/places.js'

/** Everything that the contract may not be released with. */
export function allFindings(files: ContractFiles): Finding[] {
  const contract = readJson(files.contract) as Node
  const released = readJson(files.released) as Node
  const version = comingVersion((readJson(files.package) as { version: string }).version)
  const changelog = readFileSync(files.changelog, 'utf8')
  const breaks = breaksBetween(files.released, files.contract)
  return [
    ...withoutAccepted(breaks, readJson(files.accepted)),
    ...deprecationFindings(contract, released, changelog),
    ...removalFindings(released, breaks, changelog, Date.now()),
    ...exampleFindings(contract),
    ...eventTypeFindings(contract),
    ...formatFindings(contract),
    ...listFindings(contract),
    ...sinceFindings(contract, released, version),
    ...versionFindings(contract, released, version),
  ]
}
