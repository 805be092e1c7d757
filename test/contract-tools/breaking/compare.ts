import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { breaksBetween } from '../../../scripts/contract/breaking/breaks.js'
import type { Break } from '../../../scripts/contract/breaking/rule.js'

/** Lists the breaks between two contracts that are not files. */
export function compare(before: unknown, after: unknown): Break[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-contract-'))
  try {
    const files = [path.join(folder, 'before.json'), path.join(folder, 'after.json')] as const
    writeFileSync(files[0], JSON.stringify(before))
    writeFileSync(files[1], JSON.stringify(after))
    return breaksBetween(...files)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
