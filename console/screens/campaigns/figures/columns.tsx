import type { Campaign } from 'postseal'
import { useProjects } from '../../../api/project.js'
import { pathTo } from '../../../state/location.js'
import { FigureLink } from '../../../ui/figures/figure-link.js'
import type { Column } from '../../../ui/lists/table.js'

/** The figures of a campaign that has started, as columns of a list that was asked with `include=figures`. */
export const figureColumns: readonly Column<Campaign>[] = [
  {
    head: 'Recipients',
    kind: 'number',
    cell: ({ id, started_at, audience_total: total, progress: { walked } }) =>
      started_at === null ? null : (
        <FigureLink
          count={total ?? walked}
          isMore={total === null}
          what="recipients"
          href={pathTo(`campaigns/${id}`, { part: 'recipients' })}
          title={total === null ? 'Recipients are still being looked for' : undefined}
        />
      ),
  },
  {
    head: 'Delivered',
    kind: 'number',
    cell: ({ id, started_at, audience_total: total, progress: { walked }, figures }) =>
      started_at === null || figures === undefined ? null : (
        <FigureLink
          count={figures.delivered}
          of={total ?? walked}
          what="delivered"
          href={pathTo(`campaigns/${id}`, { part: 'recipients', status: 'delivered' })}
          title="Taken by the recipient’s server, those that bounced later included"
        />
      ),
  },
  { head: 'Opened', kind: 'number', cell: (campaign) => <Engaged campaign={campaign} how="opened" /> },
  { head: 'Clicked', kind: 'number', cell: (campaign) => <Engaged campaign={campaign} how="clicked" /> },
  {
    head: 'Unsubscribed',
    kind: 'number',
    cell: ({ id, started_at, figures }) =>
      started_at === null || figures === undefined ? null : (
        <FigureLink
          count={figures.unsubscribed}
          of={figures.delivered}
          what="unsubscribed"
          href={pathTo(`campaigns/${id}`)}
          title="By the link in this campaign’s mail"
        />
      ),
  },
]

const kinds = { opened: 'opens', clicked: 'clicks' } as const

/** The recipients who opened the mail or clicked in it; or says that the project does not track that. */
function Engaged({ campaign, how }: { campaign: Campaign; how: 'opened' | 'clicked' }) {
  const { id, project_id: project, started_at, figures } = campaign
  const { data: projects } = useProjects()
  if (started_at === null || figures === undefined) return null
  const tracking = projects?.find((each) => each.id === project)?.tracking
  if (figures[how] === 0 && tracking !== undefined && !tracking[kinds[how]]) {
    return (
      <a
        class="small quiet"
        href={pathTo(`projects/${project}`)}
        title={`The project does not track ${kinds[how]}. Tracking is among its settings.`}
      >
        Not tracked
      </a>
    )
  }
  return (
    <FigureLink
      count={figures[how]}
      of={figures.delivered}
      what={how}
      href={pathTo('messages', { project, q: `campaign:${id}`, engagement: how })}
    />
  )
}
