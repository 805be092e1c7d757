import { Plus, Workflow } from '../../icons/icons.js'
import type { Automation, AutomationStatus, ListAutomationsRequest } from 'postseal'
import { useMemo } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { useProjectNames } from '../../api/project.js'
import { ListScreen } from '../../app/list-screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, EveryProjectFilter, FilterSelect } from '../../ui/lists/filters.js'
import { FigureLink } from '../../ui/figures/figure-link.js'
import { Bar } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { wordsOf } from '../../ui/meaning.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { useNames } from '../segments/names.js'
import { type StepNames, triggerWords } from './words.js'
import { useVersion } from './queries.js'
import { Starts } from '../../ui/lists/starts.js'
import { starts } from './definition/starts.js'

const statuses: readonly AutomationStatus[] = ['draft', 'active', 'paused', 'archived']

/** Automations on a page: the trigger of each is loaded by a call of its own. */
const limit = 20
/** Milliseconds between two polls of the numbers of runs. */
const look = 15_000

type RunCounts = NonNullable<Automation['figures']>['runs']

/** Makes a column of the runs of some statuses. An automation that was never published has none. */
const runColumn = (
  head: string,
  status: string,
  countOf: (runs: RunCounts) => number,
): Column<Automation> => ({
  head,
  kind: 'number',
  cell: ({ id, published_version: published, figures }) =>
    published === null || figures === undefined ? null : (
      <FigureLink
        count={countOf(figures.runs)}
        what={`runs: ${head.toLowerCase()}`}
        href={pathTo(`automations/${id}`, { part: 'runs', status })}
      />
    ),
})

const runColumns = [
  runColumn('Under way', 'under_way', ({ running, waiting }) => running + waiting),
  runColumn('Completed', 'completed', ({ completed }) => completed),
  runColumn('Failed', 'failed', ({ failed }) => failed),
]

/** The automations, each with its trigger and the states of its runs. */
export default function Automations() {
  const { params } = useParams()
  const projectName = useProjectNames()
  const rules = useNames()
  const names = useMemo<StepNames>(() => ({ ...rules, template: new Map(), route: new Map() }), [rules])
  const status = statuses.find((each) => each === params.status)
  const isEverywhere = params.of === 'all'
  const filter: ListAutomationsRequest = {
    include: ['figures'],
    ...(status !== undefined && { status }),
  }
  const { project, ...list } = useProjectList(
    ['automations', 'list'],
    (query, options) => client.automations.list(query, options),
    { filter, limit, isEverywhere, refetchInterval: look },
  )
  const isFiltered = status !== undefined
  const toNew = (start?: string) => pathTo('automations/new', { project: project?.id, start })
  const columns: readonly Column<Automation>[] = [
    {
      head: 'Name',
      kind: 'main',
      cell: (automation) => (
        <span>
          {automation.name}
          <span class="small quiet under">
            <Trigger automation={automation} names={names} />
          </span>
        </span>
      ),
      width: 240,
    },
    { head: 'Status', kind: 'side', cell: (automation) => <Status of={automation.status} /> },
    ...runColumns,
    ...(isEverywhere
      ? [{ head: 'Project', cell: ({ project_id }: Automation) => projectName(project_id) }]
      : []),
    { head: 'Changed', kind: 'time', cell: ({ updated_at }) => <Time at={updated_at} /> },
  ]
  const add = (
    <LinkButton href={toNew()} icon={Plus} kind="main">
      New automation
    </LinkButton>
  )
  return (
    <ListScreen
      title="Automations"
      hint="Take contacts through steps, such as mails and waits, when something happens."
      add={add}
      filters={
        <div class="filters">
          <FilterSelect
            name="status"
            label="Status"
            any="Any status"
            first
            options={statuses.map((each) => [each, wordsOf(each)])}
          />
          <EveryProjectFilter project={project} />
          <ClearFilters names={['status', 'of']} />
        </div>
      }
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`automations/${id}`)}
      empty={
        <Empty
          icon={Workflow}
          title={isFiltered ? 'No matching automations' : 'No automations yet'}
          action={add}
        >
          An automation takes each contact through steps, such as mails and waits, when something happens.
        </Empty>
      }
    >
      <Starts list={list} hint="Each creates a draft that you can change." starts={starts} toNew={toNew} />
    </ListScreen>
  )
}

/** The trigger of the published version, or of the latest if none is published. */
function Trigger({ automation, names }: { automation: Automation; names: StepNames }) {
  const { id, published_version: published, latest_version: latest } = automation
  const { data, isError } = useVersion(id, published ?? latest)
  if (data === undefined) return isError ? <>…</> : <Bar width={160} />
  return <>{triggerWords(data.trigger, names)}</>
}
