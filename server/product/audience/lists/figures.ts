import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { atKey } from '../../../platform/db/statements/at-key.js'
import { statement } from '../../../platform/db/statements/statement.js'

type Figures = components['schemas']['SubscriberListFigures']

/** The most subscribers of a list that are counted, so that a page of lists stays quick. */
const countedAtMost = 100_000

/** Counts the confirmed subscriptions of some lists along their index, without the rows. */
const countConfirmed = statement<
  [workspaceId: WorkspaceId, listIds: readonly Uuid[], max: number],
  { readonly id: Uuid; readonly value: number }
>(
  'count_confirmed_of_lists',
  `select given.id, counted.value
   from (select unnest($2::uuid[]) as id offset 0) given cross join lateral (
     select count(*)::integer as value from (
       select from subscriptions
       where workspace_id = $1 and ${atKey('list_id, status', "given.id, 'confirmed'")}
       order by list_id, status limit (select $3::integer)
     ) confirmed
   ) counted`,
)

/**
 * Returns how many people are on each list of a page, by the ids of the lists.
 *
 * @param max the most of a list that are counted
 */
export async function figuresOfLists(
  db: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
  max = countedAtMost,
): Promise<(id: Uuid) => Figures> {
  // One more than is told shows that there are more.
  const rows = ids.length === 0 ? [] : await countConfirmed(db, workspaceId, ids, max + 1)
  const found = new Map(rows.map(({ id, value }) => [id, value]))
  return (id) => {
    const value = found.get(id) ?? 0
    return { confirmed: { value: Math.min(value, max), exact: value <= max } }
  }
}
