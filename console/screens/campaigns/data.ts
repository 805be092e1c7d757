import { useQuery } from '@tanstack/preact-query'
import type { Campaign, UpdateCampaignRequest } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'

/** Maximum number of templates, lists or segments that can be chosen from. */
const choices = 500

async function some<Row>(rows: AsyncIterable<Row>, keep: (row: Row) => boolean = () => true): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) {
    if (keep(row)) found.push(row)
    if (found.length === choices) break
  }
  return found
}

/** The templates that the campaigns of a project can send, the newest first. */
export function useMessageTemplates(projectId: string | undefined) {
  return useQuery({
    queryKey: ['templates', 'of campaigns', projectId],
    queryFn: () =>
      some(
        client.templates.list({ limit: 100 }),
        ({ kind, project_id }) => kind === 'message' && (project_id === null || project_id === projectId),
      ),
    enabled: projectId !== undefined,
  })
}

/** The lists and the segments of a project, the newest first. */
export function useAudiences(projectId: string) {
  return useQuery({
    queryKey: ['audiences', projectId],
    queryFn: async () => {
      const [lists, segments] = await Promise.all([
        some(client.subscriberLists.list({ project_id: projectId, limit: 100 })),
        some(client.segments.list({ project_id: projectId, limit: 100 })),
      ])
      return { lists, segments }
    },
  })
}

/** Loads the check of a campaign: what scheduling it as it is saved would find. */
export function useCheck({ id, updated_at }: Campaign) {
  return useQuery({
    queryKey: ['campaigns', id, 'check', updated_at],
    queryFn: ({ signal }) => client.campaigns.check(id, { signal }),
    // While the changed campaign is checked, the previous counts stay on screen, marked as such.
    placeholderData: (before) => before,
  })
}

/** Changes a campaign, and updates it on every screen. */
export async function change(id: string, body: UpdateCampaignRequest): Promise<Campaign> {
  return known(await client.campaigns.update(id, body))
}

/** Puts a campaign that a call has returned into the cache of the queries. */
export function known(campaign: Campaign): Campaign {
  queries.setQueryData(['campaigns', campaign.id], campaign)
  void queries.invalidateQueries({ queryKey: ['campaigns', 'list'] })
  return campaign
}
