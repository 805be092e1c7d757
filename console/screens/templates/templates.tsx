import { LayoutTemplate, Plus } from '../../icons/icons.js'
import type { ListTemplatesRequest, Template } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { useProjectNames } from '../../api/project.js'
import { pathTo, useParams } from '../../state/location.js'
import { ListScreen } from '../../app/list-screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ClearFilters, EveryProjectFilter, FilterSelect } from '../../ui/lists/filters.js'
import { headOfFigures } from '../../ui/figures/mail-figures.js'
import { Status } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { LastUse, Mail } from './figures.js'
import { kindText, kinds, standingOf, type Kind } from './words.js'

/** The templates of the workspace, the newest first. */
export default function Templates() {
  const { params } = useParams()
  const projectName = useProjectNames()
  const isEverywhere = params.of === 'all'
  const isFiltered = Boolean(params.kind)
  const filter: ListTemplatesRequest = {
    include: ['figures'],
    ...(isFiltered && { kind: params.kind as Kind }),
  }
  const { project, ...list } = useProjectList(
    ['templates', 'list'],
    (query, options) => client.templates.list(query, options),
    { filter, isEverywhere },
  )
  const columns: readonly Column<Template>[] = [
    { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 200 },
    {
      head: 'Status',
      kind: 'side',
      cell: (template) => {
        const { of, words } = standingOf(template)
        return <Status of={of}>{words}</Status>
      },
    },
    { head: 'Kind', cell: ({ kind }) => kindText(kind) },
    {
      head: headOfFigures('Mail', list.rows),
      kind: 'number',
      cell: (template) => <Mail template={template} project={isEverywhere ? undefined : project?.id} />,
    },
    { head: 'Last used', kind: 'number', cell: (template) => <LastUse template={template} /> },
    { head: 'Alias', kind: 'extra', cell: ({ alias }) => alias ?? '' },
    { head: 'Newest', kind: 'extra', cell: ({ latest_version: latest }) => `Version ${latest}` },
    {
      head: 'Project',
      kind: 'extra',
      cell: ({ project_id: id }) => (id === null ? 'Every project' : projectName(id)),
    },
    { head: 'Updated', kind: 'time', cell: ({ updated_at }) => <Time at={updated_at} /> },
  ]
  const add = (
    <LinkButton href={pathTo('templates/new')} icon={Plus} kind="main">
      New template
    </LinkButton>
  )
  return (
    <ListScreen
      title="Templates"
      hint="Reusable mail with variables."
      add={add}
      filters={
        <div class="filters" role="search">
          <FilterSelect
            first
            name="kind"
            label="Kind"
            any="Any kind"
            options={Object.entries(kinds).map(([kind, { title }]) => [kind, title])}
          />
          <EveryProjectFilter project={project} word="For" />
          <ClearFilters names={['kind', 'of']} />
        </div>
      }
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`templates/${id}`)}
      empty={
        isFiltered ? (
          <Empty
            icon={LayoutTemplate}
            title="No templates match"
            action={<LinkButton href={pathTo('templates', { of: params.of })}>Show all</LinkButton>}
          >
            {isEverywhere ? 'Choose another kind.' : 'Choose another kind, or show all projects.'}
          </Empty>
        ) : (
          <Empty icon={LayoutTemplate} title="No templates yet" action={add}>
            A template holds the content of a mail, such as a receipt. Your program sends its id and the
            values, so people can change the content without changing the program.
          </Empty>
        )
      }
    />
  )
}
