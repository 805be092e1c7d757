import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import type { ByteStream } from '../../../platform/http/body/stream-body.js'
import type { AddressTokens } from '../erasure/address-tokens.js'
import { readSuppressions } from './csv/read.js'
import { insertImported } from './insert-imported.js'

/** The max number of rejected lines that a reply lists. */
const maxListed = 10_000

/**
 * Imports a file as it arrives, a batch of lines in one statement. Between them nothing is held, so it may
 * arrive as slowly as it likes; where it breaks off, what came before is imported.
 *
 * @throws what the stream throws
 */
export async function importSuppressions(
  db: Knex,
  tokens: AddressTokens,
  workspaceId: WorkspaceId,
  file: ByteStream,
): Promise<components['schemas']['SuppressionImport']> {
  const counts = { imported: 0, already_present: 0, rejected: 0 }
  const rejectedLines: components['schemas']['RejectedLine'][] = []
  for await (const lines of readSuppressions(file, new Date())) {
    const taken = lines.flatMap((line) => ('suppression' in line ? [line.suppression] : []))
    const rejected = lines.flatMap((line) => ('suppression' in line ? [] : [line]))
    counts.rejected += rejected.length
    rejectedLines.push(...rejected.slice(0, maxListed - rejectedLines.length))
    if (taken.length === 0) continue
    const imported = await insertImported(db, tokens, workspaceId, taken)
    counts.imported += imported
    counts.already_present += taken.length - imported
  }
  return { ...counts, rejected_lines: rejectedLines }
}
