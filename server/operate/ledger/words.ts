import path from 'node:path'
import type { LedgerProblem } from '../../platform/ledger/read.js'

const words: Readonly<Record<LedgerProblem['kind'], string>> = {
  torn: 'the last line has no end: a process was killed while it wrote, and nobody was told that it had',
  damaged: 'the line does not match its checksum, and is left out',
  missing: 'lines are missing before it',
  newer: 'a newer version of the service wrote the file: replay it with that version',
  unreadable: 'the system does not read the file to its end',
}

/** Returns a fault of a ledger as a sentence. */
export function problemText({ file, line, kind }: LedgerProblem): string {
  return `${path.basename(file)}, line ${line}: ${words[kind]}.`
}
