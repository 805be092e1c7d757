import { Plus, Workflow } from '../../icons/icons.js'
import type { Automation, AutomationStatus } from 'postseal'
import { useMemo } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useProjectNames } from '../../api/project.js'
import { ListScreen } from '../../app/list-screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, FilterSelect, ProjectFilter } from '../../ui/lists/filters.js'
import { countText } from '../../ui/figures/numbers.js'
import { Bar } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { wordsOf } from '../../ui/meaning.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { useNames } from '../segments/names.js'
import { type StepNames, triggerWords } from './words.js'
import { useStats, useVersion } from './queries.js'
import { Starts } from '../../ui/lists/starts.js'
import { starts } from './definition/starts.js'

const statuses: readonly AutomationStatus[] = ['draft', 'active', 'paused', 'archived']

/** Automations on a page: the trigger and the figures of each are loaded by calls of their own. */
const limit = 20

/** The automations, each with its trigger and the states of its runs. */
export default function Automations() {
  const { params } = useParams()
  const projectName = useProjectNames()
  const rules = useNames()
  const names = useMemo<StepNames>(() => ({ ...rules, template: new Map(), route: new Map() }), [rules])
  const status = statuses.find((each) => each === params.status)
  const filter = {
    ...(params.project !== undefined && { project_id: params.project }),
    ...(status !== undefined && { status }),
  }
  const isFiltered = params.project !== undefined || status !== undefined
  const list = useList(['automations', 'list'], (query, options) => client.automations.list(query, options), {
    filter,
    limit,
  })
  const toNew = (start?: string) => pathTo('automations/new', { project: params.project, start })
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
    { head: 'Runs', cell: (automation) => <Runs automation={automation} />, width: 120 },
    {
      head: 'Project',
      kind: 'extra',
      cell: ({ project_id }) => projectName(project_id),
    },
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
      hint="Take each contact through steps of its own, once something happens."
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
          <ProjectFilter name="project" label="Project" any="All projects" />
          <ClearFilters names={['status', 'project']} />
        </div>
      }
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`automations/${id}`)}
      empty={
        <Empty
          icon={Workflow}
          title={isFiltered ? 'No automation like this' : 'No automation yet'}
          action={add}
        >
          An automation takes each contact through steps, such as mails and waits, once something happens.
        </Empty>
      }
    >
      <Starts list={list} hint="Each is a draft that you change to your own." starts={starts} toNew={toNew} />
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

function Runs({ automation: { id, published_version: published } }: { automation: Automation }) {
  if (published === null) return <span class="quiet">–</span>
  return <RunCounts id={id} />
}

function RunCounts({ id }: { id: string }) {
  const { data } = useStats(id)
  if (data === undefined) return <Bar width={80} />
  const { running, waiting, failed } = data.runs
  return (
    <span class="row tight-row">
      <span class="num">{countText(running + waiting)} under way</span>
      {failed > 0 && <Status of="failed">{`${countText(failed)} failed`}</Status>}
    </span>
  )
}
