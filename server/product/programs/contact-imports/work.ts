import type { Knex } from 'knex'
import type { ProgramsConfig } from '../../../platform/config/programs.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { retryTransient } from '../../../platform/db/transaction/retry-transient.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Claimed } from '../../../platform/queue/leases/claim-due.js'
import { leasedRows } from '../../../platform/queue/leases/leased-rows.js'
import { readCsv, type CsvBatch } from '../../audience/csv/read.js'
import type { SubscriberListRow } from '../../audience/lists/list-rows.js'
import { refuseArchived } from '../../workspace/projects/archived-projects.js'
import { projectsWithin } from '../../workspace/projects/projects.js'
import type { OptInDependencies } from '../opt-in.js'
import type { WorkKind } from '../worker.js'
import { contactFormat, type ContactColumns } from './columns.js'
import { deleteFile, readFile } from './file.js'
import { importLines, type ImportTarget } from './import-lines.js'
import { keepLines, keptLine, maxFirst } from './lines.js'
import type { ImportRow } from './import-rows.js'
import { tooManyRefused } from './too-many-refused.js'

/**
 * Options for imports of contacts as work of the programs worker. Each batch of lines is a transaction: its contacts,
 * its counts and the place of the next batch are stored together. So an import that was interrupted goes on from the
 * line at which it had arrived, and imports of several workspaces take turns.
 */
export interface ContactImportOptions extends OptInDependencies {
  readonly db: Knex
  readonly config: ProgramsConfig
}

/** Claims and locks imports that have something to do. */
export const importWork = leasedRows<ImportRow>('contact_imports')

const keepPlace = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    byte: number,
    line: number,
    counts: string,
    firstLines: string,
    leaseSeconds: number,
    refusedInARow: number,
  ]
>(
  'keep_place_of_contact_import',
  `update contact_imports set next_byte = $3, next_line = $4, first_lines = $6, refused_in_a_row = $8,
     due_at = now() + make_interval(secs => $7),
     lines = lines + ($5::jsonb ->> 'lines')::integer, created = created + ($5::jsonb ->> 'created')::integer,
     updated = updated + ($5::jsonb ->> 'updated')::integer,
     unchanged = unchanged + ($5::jsonb ->> 'unchanged')::integer,
     rejected = rejected + ($5::jsonb ->> 'rejected')::integer,
     subscribed = subscribed + ($5::jsonb ->> 'subscribed')::integer,
     not_subscribed = not_subscribed + ($5::jsonb ->> 'not_subscribed')::integer
   where workspace_id = $1 and id = $2`,
)

const end = statement<
  [workspaceId: WorkspaceId, id: Uuid, status: ImportRow['status'], error: string | null]
>(
  'end_contact_import',
  `update contact_imports set status = $3, error = $4::jsonb, completed_at = now(), lease = null, due_at = null,
     next_byte = case when $3 = 'completed' then bytes else next_byte end
   where workspace_id = $1 and id = $2`,
)

/** Ends an import. Its file is no longer needed. */
export async function endImport(
  trx: Knex,
  { workspace_id: workspaceId, id }: Pick<ImportRow, 'workspace_id' | 'id'>,
  status: 'completed' | 'failed' | 'cancelled',
  error: ImportRow['error'] = null,
): Promise<void> {
  await end(trx, workspaceId, id, status, error === null ? null : JSON.stringify(error))
}

/** Milliseconds for which an import that failed is left alone. */
const failedMs = 30_000
/** Seconds for which a batch is retried while the database is away or another transaction is in the way. */
const retrySeconds = 5
/** Number of lines of a transaction, by the kind of consent. Each opt-in mail is some statements of its own. */
const together = { opt_in: 50, proof: 500, none: 500 }

/** Makes the kind of work that imports contacts, each import for a turn. */
export function contactImports(options: ContactImportOptions): WorkKind {
  const { db } = options
  return {
    prefix: 'cim',
    leases: importWork.leases,
    claim: importWork.claimDue,
    takeTurn: async (claimed, isStopping) => {
      let afterMs = failedMs
      try {
        await goOn(options, claimed, isStopping)
        afterMs = 0
      } finally {
        // An import that has ended no longer belongs to this process, and stays as it is.
        await importWork.giveBack(db, claimed, afterMs)
      }
    },
  }
}

/** Imports lines until the end of the file, or until others have their turn. */
async function goOn(
  options: ContactImportOptions,
  claimed: Claimed,
  isStopping: () => boolean,
): Promise<void> {
  const { db, config } = options
  const { workspaceId, id } = claimed
  const row = await inTransaction(db, ({ sql }) => importWork.lock(sql, claimed))
  if (row === undefined) return
  const from = { byte: Number(row.next_byte), line: row.next_line }
  const file = readFile(db, workspaceId, id, from.byte)
  const rest = { layout: row.layout, from }
  const until = performance.now() + config.turnMs
  try {
    for await (const batch of readCsv(file, contactFormat(), rest, together[row.consent ?? 'none'])) {
      const next = await retryTransient(retrySeconds, () => importBatch(options, claimed, batch))
      if (next === 'ended') await deleteFile(db, workspaceId, id)
      if (next !== 'more' || isStopping() || performance.now() >= until) return
    }
    // Once the end is visible, the file is gone. If this process dies in between, nothing is left to be imported.
    await deleteFile(db, workspaceId, id)
    await endClaimed(db, claimed, 'completed')
  } catch (error) {
    // Only the person who requested the import can do something about such an error.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const detail = error.details?.[0]
    const code = detail?.code === 'too_many' ? 'too_many_contacts' : error.code
    const message = detail === undefined ? error.message : `The file ${detail.message}.`
    await endClaimed(db, claimed, 'failed', { code, message })
    await deleteFile(db, workspaceId, id)
  }
}

function endClaimed(
  db: Knex,
  claimed: Claimed,
  ...how: [status: 'completed' | 'failed', error?: ImportRow['error']]
) {
  return retryTransient(retrySeconds, () =>
    inTransaction(db, async ({ sql }) => {
      const row = await importWork.lock(sql, claimed)
      if (row !== undefined) await endImport(sql, row, ...how)
    }),
  )
}

/**
 * Imports a batch.
 *
 * @returns `more` if there is more to do, `ended` if the import has ended by this, `lost` if another lease holds it
 *   by now
 */
function importBatch(
  options: ContactImportOptions,
  claimed: Claimed,
  batch: CsvBatch<ContactColumns>,
): Promise<'more' | 'ended' | 'lost'> {
  const { db, config } = options
  return inTransaction(db, async (tx) => {
    const row = await importWork.lock(tx.sql, claimed)
    if (row === undefined) return 'lost'
    const { next } = batch
    // The batch was committed before, but the reply was lost.
    if (Number(row.next_byte) >= next.byte) return 'more'
    const target = await targetOf(tx.sql, row)
    const { counts, refused, refusedInARow } = await importLines(tx, options, row, { target, batch })
    await keepLines(tx.sql, row, refused)
    const inARow = refusedInARow + (refusedInARow === counts.lines ? row.refused_in_a_row : 0)
    const first = [...row.first_lines, ...refused.map(keptLine)].slice(0, maxFirst)
    await keepPlace(
      tx.sql,
      row.workspace_id,
      row.id,
      next.byte,
      next.line,
      JSON.stringify(counts),
      JSON.stringify(first),
      config.leaseSeconds,
      inARow,
    )
    const error = tooManyRefused(row.lines + counts.lines, row.rejected + counts.rejected, inARow, next.line)
    if (error === undefined || next.byte >= Number(row.bytes)) return 'more'
    await endImport(tx.sql, row, 'failed', error)
    return 'ended'
  })
}

/**
 * Returns the project and list of an import.
 *
 * @throws ApiError 409 `invalid_state` if the project was archived or the list was deleted meanwhile
 */
async function targetOf(trx: Knex.Transaction, row: ImportRow): Promise<ImportTarget> {
  const project = await projectsWithin(trx).find(row.workspace_id, row.project_id)
  if (project === undefined) throw new ApiError('invalid_state', 'The project no longer exists.')
  refuseArchived(project)
  if (row.list_id === null) return { project, list: undefined }
  const key = { workspace_id: row.workspace_id, id: row.list_id }
  const list = await trx<SubscriberListRow>('subscriber_lists').where(key).first()
  if (list === undefined) throw new ApiError('invalid_state', 'The list was deleted.')
  return { project, list }
}
