import type { Knex } from 'knex'
import type { ProgramsConfig } from '../../../platform/config/programs.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'

const countQueued = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, max: number],
  { untried: number; total: number }
>(
  'count_queued_of_campaign',
  `select count(*) filter (where attempts = 0)::integer as untried, count(*)::integer as total from (
     select attempts from delivery_queue where workspace_id = $1 and campaign_id = $2 limit $3
   ) queued`,
)

/** How many deliveries of a campaign are in the queue and were never tried. */
export async function countUntried(
  db: Knex,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
  max: number,
): Promise<number> {
  const [counted] = await countQueued(db, workspaceId, campaignId, max)
  return counted?.untried ?? 0
}

/**
 * The space in the queue for deliveries of one campaign. Only this campaign's release fills it, so what was
 * counted once and not used since is there still: it is counted again where that is not enough.
 */
export class QueueSpace {
  #left = 0

  /** The space, counted again where less than `wanted` is known to be left. */
  async of(
    db: Knex,
    workspaceId: WorkspaceId,
    campaignId: Uuid,
    wanted: number,
    { maxUntried, maxQueued }: Pick<ProgramsConfig, 'maxUntried' | 'maxQueued'>,
  ): Promise<number> {
    if (this.#left < wanted) {
      const [queued] = await countQueued(db, workspaceId, campaignId, maxQueued)
      const { untried = 0, total = 0 } = queued ?? {}
      this.#left = Math.max(0, Math.min(maxUntried - untried, maxQueued - total))
    }
    return this.#left
  }

  /** So many deliveries were put into the queue. */
  used(deliveries: number): void {
    this.#left -= deliveries
  }
}
