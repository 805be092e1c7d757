import type { WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statement.js'
import type { Step } from '../erasure.js'

/** The address's own suppression, which the one of the token stands for, and its bounces in a row. */
const deleteOwn = statement<
  [workspaceId: WorkspaceId, address: string],
  Record<'suppressions' | 'soft_bounces', number>
>(
  'erase_suppression',
  `with suppression as (
     delete from suppressions where workspace_id = $1 and address = $2 returning 1
   ), bounces as (
     delete from soft_bounces where workspace_id = $1 and address = $2 returning 1
   )
   select (select count(*) from suppression)::integer as suppressions,
     (select count(*) from bounces)::integer as soft_bounces`,
)

/** Suppressions are of the whole workspace, so the erasure of one project leaves them to the other projects. */
export const eraseSuppression: Step = {
  name: 'suppression',
  run: async (trx, { workspaceId, projectId, address }) => {
    if (projectId !== null) return { erased: {}, next: null }
    const [erased] = await deleteOwn(trx, workspaceId, address)
    return { erased: erased ?? {}, next: null }
  },
}
