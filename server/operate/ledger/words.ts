import path from 'node:path'
import type { LedgerProblem } from '../../platform/ledger/read.js'

const words: Readonly<Record<LedgerProblem['kind'], string>> = {
  torn: 'the last line is incomplete: a process was killed while writing it, before it confirmed the line',
  damaged: 'the line does not match its checksum and is skipped',
  missing: 'lines are missing before it',
  newer: 'a newer version of the service wrote the file: replay it with that version',
  unreadable: 'the system does not read the file to its end',
}

/** Returns a fault of a ledger as a sentence. */
export function problemText({ file, line, kind }: LedgerProblem): string {
  return `${path.basename(file)}, line ${line}: ${words[kind]}.`
}
