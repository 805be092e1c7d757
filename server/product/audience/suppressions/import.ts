import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, type WorkspaceId, type Uuid } from '../../../platform/db/ids.js'
import type { ByteStream } from '../../../platform/http/body/stream-body.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { limitLines } from '../csv/line-count.js'
import { readSuppressions } from './csv/read.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { recorded } from '../../../platform/db/statements/recorded.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { suppressedEntry } from './ledger-entry.js'
import type { ReadSuppression } from './csv/line.js'
import type { SuppressionReason } from '../unsent-reason.js'

const insert = statement<
  [
    workspaceId: WorkspaceId,
    ids: Uuid[],
    addresses: string[],
    tokens: string[],
    reasons: string[],
    notes: (string | null)[],
    suppressedAt: (string | null)[],
  ],
  { address: string; reason: SuppressionReason; note: string | null; suppressed_at: Date }
>(
  'import_suppressions',
  // Rows are inserted in order, so that two transactions with the same ones wait for each other in turn and never in
  // a circle. If an address comes twice, the first line counts. Tokens are looked up row by row, whatever the planner
  // thinks of the table's size.
  `insert into suppressions (workspace_id, id, address, reason, note, suppressed_at)
   select own.workspace_id, s.id, s.address, s.reason, s.note, coalesce(s.suppressed_at, now())
   from ${ownWorkspace} cross join
     unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) with ordinality
     as s (id, address, token, reason, note, suppressed_at, place)
   left join lateral (
     select true as is_so from suppressions where workspace_id = $1 and address = s.token limit 1
   ) erased on true
   where erased.is_so is null
   order by s.address, s.place
   on conflict (workspace_id, address) do nothing
   returning address, reason, note, suppressed_at`,
)

/**
 * Inserts the suppressions of lines of a file, without events. Addresses that are already suppressed stay as they
 * are, and erased addresses are not inserted.
 *
 * @returns the number of addresses that were not suppressed before
 */
export async function insertImported(
  trx: Knex,
  tokens: AddressTokens,
  workspaceId: WorkspaceId,
  suppressions: readonly ReadSuppression[],
): Promise<number> {
  const imported = await insert(
    trx,
    workspaceId,
    suppressions.map(() => newUuid()),
    suppressions.map(({ address }) => address),
    suppressions.map(({ address }) => tokens(workspaceId, null, address)),
    suppressions.map(({ reason }) => reason),
    suppressions.map(({ note }) => note),
    suppressions.map(({ suppressedAt }) => suppressedAt?.toISOString() ?? null),
  )
  recordInLedger(
    trx,
    ...imported.map(({ suppressed_at: suppressedAt, ...row }) =>
      suppressedEntry(workspaceId, { ...row, suppressedAt }),
    ),
  )
  return imported.length
}

/** The most rejected lines that a reply lists. */
const maxListed = 10_000

/**
 * Imports a file as it arrives, a batch of lines in one statement. Between the batches nothing is held, so the file
 * may arrive as slowly as it likes. If it breaks off, the lines before that are imported.
 *
 * @throws what the stream throws; ApiError 422 `validation_failed` if the file has too many lines
 */
export async function importSuppressions(
  db: Knex,
  tokens: AddressTokens,
  workspaceId: WorkspaceId,
  file: ByteStream,
): Promise<components['schemas']['SuppressionImport']> {
  const counts = { imported: 0, already_present: 0, rejected: 0 }
  const rejectedLines: components['schemas']['RejectedLine'][] = []
  for await (const lines of readSuppressions(limitLines(file), new Date())) {
    const taken = lines.flatMap((line) => ('suppression' in line ? [line.suppression] : []))
    const rejected = lines.flatMap((line) => ('suppression' in line ? [] : [line]))
    counts.rejected += rejected.length
    rejectedLines.push(...rejected.slice(0, maxListed - rejectedLines.length))
    if (taken.length === 0) continue
    const imported = await recorded(db, (sql) => insertImported(sql, tokens, workspaceId, taken))
    counts.imported += imported
    counts.already_present += taken.length - imported
  }
  return { ...counts, rejected_lines: rejectedLines }
}
