import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { Days } from '../days.js'
import { presentSource, sourceColumns, sourceJoins, type SourceRow } from './source-row.js'

type Schemas = components['schemas']

const update = statement<
  [workspaceId: WorkspaceId, id: Uuid, review: string | null, note: string | null],
  { id: Uuid }
>(
  'review_dmarc_source',
  `update dmarc_sources
   set review = $3, review_note = $4, reviewed_at = (select now() where $3::text is not null)
   where workspace_id = $1 and id = $2
   returning id`,
)

const select = statement<
  [workspaceId: WorkspaceId, id: Uuid, from: string, below: string, ranges: readonly string[]],
  SourceRow
>(
  'select_dmarc_source',
  `select ${sourceColumns}
   from dmarc_sources source
   ${sourceJoins('$3', '$4', '$5')}
   where source.workspace_id = $1 and source.id = $2 and domain.id is not null`,
)

/**
 * Saves a user's review of a source, or removes it with its note.
 *
 * @throws ApiError 404 `not_found`
 */
export async function reviewSource(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
  {
    fields: { review, note },
    days,
    ranges,
  }: {
    readonly fields: Schemas['ReviewDmarcSourceRequest']
    /** Days whose counts the reply gives. */
    readonly days: Days
    readonly ranges: readonly string[]
  },
): Promise<Schemas['DmarcSource']> {
  const kept = review === null ? null : (note ?? null)
  const [found] = await update(trx, workspaceId, id, review, kept)
  const [row] = found === undefined ? [] : await select(trx, workspaceId, id, days.from, days.below, ranges)
  if (row === undefined) throw new ApiError('not_found', 'No such source of DMARC reports.')
  return presentSource(row)
}
