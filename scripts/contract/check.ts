// Fails where the contract breaks the last released one, ends something without notice, or shows what is not so.
import type { Node } from './document.js'
import { files, readJson, versionOf } from './files.js'
import { lineOf } from './finding.js'
import { allFindings } from './findings.js'

const findings = allFindings(files)
for (const finding of findings) console.error(lineOf(finding))
const version = versionOf(readJson(files.released) as Node)
if (findings.length > 0) {
  console.error(`\n${findings.length} found, against version ${version}. CONTRIBUTING.md says what to do.`)
  process.exitCode = 1
} else {
  console.log(`The contract keeps what version ${version} promised.`)
}
