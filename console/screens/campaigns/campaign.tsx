import { useQuery } from '@tanstack/preact-query'
import type { Event } from 'postseal'
import { client } from '../../api/client.js'
import { useFresh } from '../../api/fresh.js'
import { awaitedScreen } from '../../app/screen.js'
import { pathTo } from '../../state/location.js'
import { onDemand } from '../../app/on-demand.js'

const Draft = onDemand(() => import('./draft/draft.js'))
const UnderWay = onDemand(() => import('./sending/under-way.js'))

/** Milliseconds between two polls of a campaign that is being sent, while no event arrives. */
const lookEvery = 15_000

/** One campaign: a page to write and schedule it, then another to watch it. */
export default function CampaignScreen({ id = '' }: { id?: string }) {
  const query = useQuery({
    queryKey: ['campaigns', id],
    queryFn: () => client.campaigns.retrieve(id),
    refetchInterval: ({ state }) =>
      state.data?.status === 'sending' || isDue(state.data?.scheduled_at, state.data?.status)
        ? lookEvery
        : false,
  })
  const { data: campaign } = query
  useFresh(
    campaign === undefined ? undefined : { project_id: campaign.project_id },
    (event) => campaignOf(event) === id,
    [['campaigns', id]],
  )
  if (campaign === undefined)
    return awaitedScreen({ title: 'Campaign', above: <a href={pathTo('campaigns')}>Campaigns</a>, query })
  const isBefore = campaign.status === 'draft' || campaign.status === 'scheduled'
  return isBefore ? <Draft key={id} campaign={campaign} /> : <UnderWay key={id} campaign={campaign} />
}

/** Tells whether a campaign is scheduled and its time has come. */
function isDue(at: string | null | undefined, status: string | undefined): boolean {
  return status === 'scheduled' && typeof at === 'string' && new Date(at).getTime() - Date.now() < lookEvery
}

function campaignOf({ data }: Event): unknown {
  return (data as { campaign_id?: unknown }).campaign_id
}
