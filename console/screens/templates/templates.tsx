import { LayoutTemplate, Plus } from '../../icons/icons.js'
import type { ListTemplatesRequest, Template } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useProjects } from '../../api/project.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, FilterSelect } from '../../ui/lists/filters.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { kindText, kinds, standingOf, type Kind } from './words.js'

interface Row {
  readonly template: Template
  readonly project: string
}

const columns: readonly Column<Row>[] = [
  { head: 'Name', kind: 'main', cell: ({ template }) => template.name, width: 200 },
  {
    head: 'Status',
    kind: 'side',
    cell: ({ template }) => {
      const { of, words } = standingOf(template)
      return <Status of={of}>{words}</Status>
    },
  },
  { head: 'Kind', cell: ({ template }) => kindText(template.kind) },
  { head: 'Newest', kind: 'extra', cell: ({ template }) => `Version ${template.latest_version}` },
  { head: 'Project', kind: 'extra', cell: ({ project }) => project },
  { head: 'Updated', kind: 'time', cell: ({ template }) => <Time at={template.updated_at} /> },
]

/** The templates of the workspace, the newest first. */
export default function Templates() {
  const { params } = useParams()
  const { data: projects = [] } = useProjects()
  const filter: ListTemplatesRequest = {
    ...(params.kind && { kind: params.kind as Kind }),
    ...(params.of && { project_id: params.of }),
  }
  const list = useList(['templates', 'list', filter], (cursor, options) =>
    client.templates.list({ limit: 50, ...filter, ...cursor }, options),
  )
  const rows = list.rows?.map((template) => ({
    template,
    project:
      template.project_id === null
        ? 'Every project'
        : (projects.find(({ id }) => id === template.project_id)?.name ?? template.project_id),
  }))
  return (
    <Screen
      title="Templates"
      hint="Mail with gaps for values, written once and sent by its id."
      actions={
        <LinkButton href={pathTo('templates/new')} icon={Plus} kind="main">
          New template
        </LinkButton>
      }
    >
      <section class="card" aria-label="Templates">
        <div class="filters" role="search">
          <FilterSelect
            first
            name="kind"
            label="Kind"
            any="Any kind"
            options={Object.entries(kinds).map(([kind, { title }]) => [kind, title])}
          />
          <FilterSelect
            name="of"
            label="For sends of"
            any="Any project"
            options={projects.map(({ id, name, environment }) => [id, `${name} (${environment})`])}
          />
          <ClearFilters names={['kind', 'of']} />
        </div>
        <Table
          caption="Templates"
          columns={columns}
          rows={rows}
          keyOf={({ template }) => template.id}
          href={({ template }) => pathTo(`templates/${template.id}`)}
          error={list.error}
          onRetry={list.onRetry}
          pages={list.pages}
          empty={
            Object.keys(filter).length > 0 ? (
              <Empty
                icon={LayoutTemplate}
                title="No template is like this"
                action={<LinkButton href={pathTo('templates')}>Show all</LinkButton>}
              >
                Choose another kind, or another project.
              </Empty>
            ) : (
              <Empty
                icon={LayoutTemplate}
                title="No template yet"
                action={
                  <LinkButton href={pathTo('templates/new')} icon={Plus} kind="main">
                    New template
                  </LinkButton>
                }
              >
                A template holds what a mail says, such as a receipt, so that people can change it without a
                change of your program: that sends its id and the values.
              </Empty>
            )
          }
        />
      </section>
    </Screen>
  )
}
