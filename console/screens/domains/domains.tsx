import { Globe } from '../../icons/icons.js'
import type { Domain, ListDomainsRequest, Project } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { useLive } from '../../api/live.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddLink, Adding, ListScreen } from '../../app/list-screen.js'
import { FilterSelect } from '../../ui/lists/filters.js'
import { Button } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Badge, Status } from '../../ui/status.js'
import { wordsOf } from '../../ui/meaning.js'
import { headOfFigures, MailFigure } from '../../ui/figures/mail-figures.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { AddDomain } from './add-domain.js'
import { wrongsOf } from './words.js'

/** Returns the columns, with the figures of the mail of a project. */
const columnsOf = (
  rows: readonly Domain[] | undefined,
  project: Project | undefined,
): readonly Column<Domain>[] => [
  { head: 'Domain', kind: 'main', cell: ({ name }) => name, width: 200 },
  {
    head: 'Status',
    kind: 'side',
    cell: ({ status, vouched }) => (
      <span class="row">
        <Status of={status} />
        {vouched && <Badge>vouched for</Badge>}
      </span>
    ),
  },
  { head: 'Problems', cell: (domain) => wrongsOf(domain) || 'No problems', width: 260 },
  {
    head: headOfFigures('Mail', rows),
    kind: 'number',
    cell: ({ name, figures }) =>
      figures && (
        <MailFigure
          count={figures.accepted}
          what="messages"
          since={figures.since}
          project={project}
          term={`from:${name}`}
        />
      ),
  },
  {
    head: 'Bounced',
    kind: 'number',
    cell: ({ name, figures }) =>
      figures && (
        <MailFigure
          count={figures.bounced}
          of={figures.accepted}
          what="bounced"
          since={figures.since}
          project={project}
          term={`from:${name}`}
          status="bounced"
        />
      ),
  },
  { head: 'Last check', kind: 'time', cell: ({ checked_at }) => <Time at={checked_at} /> },
]

const statuses = ['pending', 'verified', 'degraded', 'failed'] as const

const domainsAsked = (status: ListDomainsRequest['status']): ListDomainsRequest => ({
  include: ['figures'],
  ...(status && { status }),
})

/** Milliseconds between two polls of the list: the service checks the domains itself. */
const calm = 30_000

/** The domains that mail is sent from, with the state of their DNS. */
export default function Domains() {
  const { params, change } = useParams()
  const status = statuses.find((each) => each === params.status)
  const { project, ...list } = useProjectList(
    ['domains'],
    // The domains are those of all projects, and the figures those of one: so the messages behind them can be listed.
    ({ project_id: id, ...query }, options) =>
      client.domains.list({ ...query, ...(id !== undefined && { figures_project_id: id }) }, options),
    { filter: domainsAsked(status), refetchInterval: calm },
  )
  useLive({ type: 'domain.verified' }, list.onRetry)
  const add = <AddLink screen="domains">New domain</AddLink>
  return (
    <ListScreen
      title="Domains"
      hint="Live projects send from verified domains. Test projects send from any."
      add={add}
      filters={
        <div class="filters">
          <FilterSelect
            first
            name="status"
            label="Status"
            any="Any status"
            options={statuses.map((each) => [each, wordsOf(each)])}
          />
        </div>
      }
      columns={columnsOf(list.rows, project)}
      list={list}
      href={({ id }) => pathTo(`domains/${id}`)}
      empty={
        status === undefined ? (
          <Empty icon={Globe} title="No domains yet" action={add}>
            Live mail is sent from your verified domains. Add a domain to see which DNS records to publish.
          </Empty>
        ) : (
          <Empty
            icon={Globe}
            title={`No domain is ${status}`}
            action={<Button onClick={() => change({ status: undefined })}>Show all</Button>}
          />
        )
      }
    >
      <Adding>{(onClose) => <AddDomain onClose={onClose} />}</Adding>
    </ListScreen>
  )
}
