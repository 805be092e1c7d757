import { mkdtempSync, readdirSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ledgerAddresses } from '../../../server/platform/auth/ledger-addresses.js'
import type { LedgerEntry, LedgerLine } from '../../../server/platform/ledger/entries.js'
import { linesIn, type LedgerProblem } from '../../../server/platform/ledger/read.js'
import { LedgerWriter, type NewLine } from '../../../server/platform/ledger/writer.js'

/** Folders of ledgers, and what stands in their files. */

export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'postseal-ledger-'))

export const at = (second: number) => `2030-01-31T09:00:${String(second).padStart(2, '0')}.000000Z`

export const revoked = (id: string): LedgerEntry => ({
  kind: 'api_key_revoked',
  workspaceId: 'w',
  id,
  state: {},
})

export const suppressed = (address: string, gives = false): LedgerEntry => ({
  kind: 'suppression',
  workspaceId: 'w',
  address,
  state: { reason: 'manual', note: null, suppressed_at: null, project_id: null },
  gives,
})

export const addresses = ledgerAddresses(new Uint8Array(32).fill(7))

/** The lines of a folder, without those that begin files. */
export async function read(folder: string): Promise<{ lines: LedgerLine[]; problems: LedgerProblem[] }> {
  const problems: LedgerProblem[] = []
  const lines: LedgerLine[] = []
  for await (const line of linesIn(folder, (problem) => problems.push(problem))) lines.push(line)
  return { lines: lines.filter(({ kind }) => kind !== 'begin'), problems }
}

export const filesIn = (folder: string) =>
  readdirSync(folder).filter((name) => /\.(ledger|closing)$/.test(name))

/** Writes a file of a process that has ended. @returns its path */
export async function writeFile(
  folder: string,
  ...lines: readonly (Partial<NewLine> & object)[]
): Promise<string> {
  const before = filesIn(folder)
  const writer = new LedgerWriter(folder, {})
  await writer.write(lines.map((line) => ({ at: at(1), kind: 'k', state: {}, ...line })))
  await writer.close()
  return path.join(folder, filesIn(folder).find((name) => !before.includes(name)) ?? '')
}

/** Makes the files of a folder seem to be written some hours ago. */
export function age(folder: string, hours: number): void {
  const time = Date.now() / 1000 - hours * 3600
  for (const name of filesIn(folder)) utimesSync(path.join(folder, name), time, time)
}

/** The time in some hours. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

export const compactAll = { keepDays: 36_500, fromBytes: 0 }
