import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'

type Figures = components['schemas']['CampaignFigures']

/** Sums the outcomes of some campaigns over all hours. A campaign without outcomes has no row. */
const selectFiguresOfPage = statement<
  [workspaceId: WorkspaceId, campaignIds: readonly Uuid[]],
  Figures & { readonly id: Uuid }
>(
  'select_figures_of_campaigns',
  `select campaign_id as id, sum(delivered)::integer as delivered, sum(bounced)::integer as bounced,
     sum(complained)::integer as complained, sum(unsubscribed)::integer as unsubscribed,
     sum(opened)::integer as opened, sum(clicked)::integer as clicked
   from campaign_hours where workspace_id = $1 and campaign_id = any($2::uuid[])
   group by campaign_id`,
)

const none: Figures = { delivered: 0, bounced: 0, complained: 0, unsubscribed: 0, opened: 0, clicked: 0 }

/**
 * Returns the figures of a page of campaigns, by their ids. They come of the counts by the hour, which stay when
 * retention has deleted the logs, and of which a campaign has a few where it may have a million logs.
 */
export async function figuresOfPage(
  db: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
): Promise<(id: Uuid) => Figures> {
  const rows = ids.length === 0 ? [] : await selectFiguresOfPage(db, workspaceId, ids)
  const found = new Map(rows.map(({ id, ...figures }) => [id, figures]))
  return (id) => found.get(id) ?? none
}
