import { Megaphone, Plus } from '../../icons/icons.js'
import type { Campaign, ListCampaignsRequest } from 'postseal'
import { client } from '../../api/client.js'
import { useFresh } from '../../api/fresh.js'
import { useProjectList } from '../../api/project-list.js'
import { useProjectNames } from '../../api/project.js'
import { pathTo, useParams } from '../../state/location.js'
import { ListScreen } from '../../app/list-screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, EveryProjectFilter, FilterSelect } from '../../ui/lists/filters.js'
import { Status } from '../../ui/status.js'
import { wordsOf } from '../../ui/meaning.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { figureColumns } from './figures/columns.js'
import { shareOf } from './words.js'

type CampaignStatus = NonNullable<ListCampaignsRequest['status']>

const statuses: readonly CampaignStatus[] = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']

const columns: readonly Column<Campaign>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 200 },
  { head: 'Status', kind: 'side', cell: (campaign) => <StatusWithShare campaign={campaign} />, width: 110 },
  ...figureColumns,
  { head: 'When', kind: 'time', cell: (campaign) => <When campaign={campaign} />, width: 130 },
]

/** The campaigns, the newest first. */
export default function Campaigns() {
  const nameOf = useProjectNames()
  const { params } = useParams()
  const isEverywhere = params.of === 'all'
  const status = statuses.find((one) => one === params.status)
  const filter: ListCampaignsRequest = {
    include: ['figures'],
    ...(status && { status }),
  }
  const { project, ...list } = useProjectList(
    ['campaigns', 'list'],
    (query, options) => client.campaigns.list(query, options),
    { filter, isEverywhere },
  )
  useFresh(
    project === undefined ? undefined : isEverywhere ? {} : { project_id: project.id },
    ({ type, data }) =>
      type.startsWith('campaign.') || typeof (data as { campaign_id?: unknown }).campaign_id === 'string',
    [['campaigns', 'list']],
  )
  const isFiltered = status !== undefined
  const add = (
    <LinkButton href={pathTo('campaigns/new', { project: project?.id })} kind="main" icon={Plus}>
      New campaign
    </LinkButton>
  )
  return (
    <ListScreen
      title="Campaigns"
      hint="Send one message to many contacts."
      add={add}
      filters={
        <div class="filters" role="search">
          <FilterSelect
            name="status"
            label="Status"
            any="Any status"
            options={statuses.map((one) => [one, wordsOf(one)])}
            first
          />
          <EveryProjectFilter project={project} />
          <ClearFilters names={['status', 'of']} />
        </div>
      }
      columns={
        isEverywhere
          ? columns.toSpliced(2, 0, { head: 'Project', cell: ({ project_id }) => nameOf(project_id) })
          : columns
      }
      list={list}
      href={({ id }) => pathTo(`campaigns/${id}`)}
      empty={
        isFiltered ? (
          <Empty
            icon={Megaphone}
            title="No matching campaigns"
            action={<LinkButton href={pathTo('campaigns', { of: params.of })}>Show all</LinkButton>}
          />
        ) : (
          <Empty icon={Megaphone} title="No campaigns yet" action={add}>
            A campaign sends a template once to each contact of a list, a segment or the whole project, with
            an unsubscribe link.
          </Empty>
        )
      }
    />
  )
}

function StatusWithShare({ campaign }: { campaign: Campaign }) {
  const { status, blocked_by } = campaign
  const share = shareOf(campaign)
  if (blocked_by !== null)
    return (
      <Status of="blocked">{blocked_by === 'quota_exceeded' ? 'Quota used up' : 'Sending is halted'}</Status>
    )
  const isUnderWay = status === 'sending' || (status === 'paused' && campaign.started_at !== null)
  return (
    <Status of={status}>
      {wordsOf(status)}
      {isUnderWay && <span class="num quiet"> {share === undefined ? '…' : `${share} %`}</span>}
    </Status>
  )
}

/** The time that matters for a campaign in its present status. */
function When({ campaign }: { campaign: Campaign }) {
  const { status, scheduled_at, started_at, completed_at, updated_at } = campaign
  const [word, at] =
    completed_at !== null
      ? [status === 'cancelled' ? 'Ended' : 'Done', completed_at]
      : started_at !== null
        ? ['Started', started_at]
        : status === 'draft'
          ? ['Changed', updated_at]
          : ['Starts', scheduled_at]
  return (
    <>
      <span class="quiet">{word}</span> <Time at={at} />
    </>
  )
}
