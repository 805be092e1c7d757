import { readSuppressions, type ReadLine } from '../../../../server/product/audience/suppressions/csv/read.js'

export const now = new Date('2026-03-01T12:00:00.000Z')

/** Reads a file that arrives in the given pieces. */
export async function readAll(...pieces: readonly (string | Uint8Array)[]): Promise<ReadLine[]> {
  const lines: ReadLine[] = []
  for await (const batch of readSuppressions(arriving(pieces), now)) lines.push(...batch)
  return lines
}

async function* arriving(pieces: readonly (string | Uint8Array)[]) {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

/** Returns each line's outcome, in short: `2 ada@example.com` or `3 email`. */
export async function outcomes(file: string | Uint8Array): Promise<string[]> {
  return (await readAll(file)).map(shortly)
}

export function shortly(read: ReadLine): string {
  return `${read.line} ${'code' in read ? read.code : read.suppression.email}`
}
