import { FolderKanban } from '../../icons/icons.js'
import type { Project } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddButton, Adding, ListScreen } from '../../app/list-screen.js'
import { FilterSelect } from '../../ui/lists/filters.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Badge, Status } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { AddProject } from './add-project.js'

const columns: readonly Column<Project>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 200 },
  { head: 'Environment', cell: ({ environment }) => <Badge kind={environment}>{environment}</Badge> },
  {
    head: 'Status',
    kind: 'side',
    cell: ({ archived_at: archived }) =>
      archived === null ? <Status of="active">In use</Status> : <Status of="archived" />,
  },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The projects of the workspace. */
export default function Projects() {
  const { params } = useParams()
  const filter = params.archived === undefined ? {} : { archived: params.archived === 'true' }
  const list = useList(['projects', 'list'], (query, options) => client.projects.list(query, options), {
    filter,
  })
  const add = <AddButton>New project</AddButton>
  return (
    <ListScreen
      title="Projects"
      hint="A project keeps the mail, contacts and keys of one product together."
      add={add}
      filters={
        <div class="filters">
          <FilterSelect
            first
            name="archived"
            label="Status"
            any="All"
            options={[
              ['false', 'In use'],
              ['true', 'Archived'],
            ]}
          />
        </div>
      }
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`projects/${id}`)}
      empty={
        params.archived === 'true' ? (
          <Empty
            icon={FolderKanban}
            title="No archived projects"
            action={<LinkButton href={pathTo('projects')}>Show all</LinkButton>}
          >
            Archived projects send nothing new. Everything in them stays readable.
          </Empty>
        ) : (
          <Empty icon={FolderKanban} title="No projects yet" action={add}>
            A project keeps the mail, contacts and keys of one product together. You need one to send.
          </Empty>
        )
      }
    >
      <Adding>{(onClose) => <AddProject onClose={onClose} />}</Adding>
    </ListScreen>
  )
}
