import { Filter, Plus } from '../../icons/icons.js'
import type { Segment } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useProjects } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, FilterSelect } from '../../ui/lists/filters.js'
import { countText } from '../../ui/figures/numbers.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { useNames } from './names.js'
import { starts } from './starts.js'
import { sentenceOf } from './words.js'

/** The segments with their rules in words, and the rules to begin with. */
export default function Segments() {
  const { params } = useParams()
  const { data: projects = [] } = useProjects()
  const names = useNames()
  const filter = params.project === undefined ? {} : { project_id: params.project }
  const list = useList(['segments', 'list', filter], (cursor, options) =>
    client.segments.list({ limit: 50, ...filter, ...cursor }, options),
  )
  const projectName = (id: string) => projects.find((project) => project.id === id)?.name ?? id
  // It is made in the project that is looked at.
  const toNew = (start?: string) => pathTo('segments/new', { project: params.project, start })
  const columns: readonly Column<Segment>[] = [
    {
      head: 'Name',
      kind: 'main',
      cell: ({ name, rule }) => {
        const words = sentenceOf(rule, names)
        return (
          <span title={words}>
            {name}
            <span class="small quiet under">{words}</span>
          </span>
        )
      },
      width: 240,
    },
    { head: 'Project', kind: 'extra', cell: ({ project_id }) => projectName(project_id) },
    { head: 'Contacts', kind: 'number', cell: (segment) => <Size segment={segment} /> },
    {
      head: 'Counted',
      kind: 'time',
      cell: ({ count }) => <Time at={count?.as_of} />,
    },
  ]
  return (
    <Screen
      title="Segments"
      hint="Rules that select contacts: by what you know of them, what they did, the mail they got and their lists."
      actions={
        <LinkButton href={toNew()} icon={Plus} kind="main">
          New segment
        </LinkButton>
      }
    >
      <section class="card" aria-label="Segments">
        <div class="filters">
          <FilterSelect
            name="project"
            label="Project"
            any="All projects"
            first
            options={projects.map(({ id, name, environment }) => [id, `${name} (${environment})`])}
          />
          <ClearFilters names={['project']} />
        </div>
        <Table
          caption="Segments"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`segments/${id}`)}
          error={list.error}
          onRetry={list.onRetry}
          pages={list.pages}
          empty={
            <Empty
              icon={Filter}
              title={params.project === undefined ? 'No segment yet' : 'No segment in this project'}
              action={
                <LinkButton href={toNew()} icon={Plus} kind="main">
                  New segment
                </LinkButton>
              }
            >
              A segment is a rule that selects contacts. A campaign goes to it, an automation asks for it, and
              it is never out of date: the rule is looked at anew each time.
            </Empty>
          }
        />
      </section>
      {list.rows !== undefined && list.rows.length < 3 && list.isFirstPage && <Starts toNew={toNew} />}
    </Screen>
  )
}

function Size({ segment: { count, counting } }: { segment: Segment }) {
  if (counting?.status === 'running') return <span class="quiet">counting…</span>
  if (count === null) return <span class="quiet">not counted</span>
  return <>{countText(count.value)}</>
}

function Starts({ toNew }: { toNew: (start: string) => string }) {
  return (
    <Card title="Begin with one of these" hint="Each is a rule that you change to your own.">
      <ul class="starts">
        {starts.map(({ id, name, about }) => (
          <li key={id}>
            <a href={toNew(id)}>{name}</a>
            <span class="small quiet">{about}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
