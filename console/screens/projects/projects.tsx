import { FolderKanban, Plus } from '../../icons/icons.js'
import type { Project } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { FilterSelect } from '../../ui/lists/filters.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Badge, Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
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
  { head: 'Made', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The projects of the workspace. */
export default function Projects() {
  const { params, change } = useParams()
  const { route } = useLocation()
  const filter = params.archived === undefined ? {} : { archived: params.archived === 'true' }
  const list = useList(['projects', 'list', filter], (cursor, options) =>
    client.projects.list({ limit: 50, ...filter, ...cursor }, options),
  )
  const add = (
    <Button icon={Plus} kind="main" needs="admin" onClick={() => change({ new: '1' })}>
      Add a project
    </Button>
  )
  return (
    <Screen title="Projects" hint="Each keeps one product’s mail apart, live or test." actions={add}>
      <section class="card" aria-label="Projects">
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
        <Table
          caption="Projects"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`projects/${id}`)}
          error={list.error}
          onRetry={list.onRetry}
          pages={list.pages}
          empty={
            params.archived === 'true' ? (
              <Empty
                icon={FolderKanban}
                title="No project is archived"
                action={<LinkButton href={pathTo('projects')}>Show all</LinkButton>}
              >
                From an archived project nothing new is sent. Everything in it can still be read.
              </Empty>
            ) : (
              <Empty icon={FolderKanban} title="No project is in use" action={add}>
                A project has the mail, the contacts and the keys of one product. Nothing can be sent without
                one.
              </Empty>
            )
          }
        />
      </section>
      {params.new !== undefined && (
        <AddProject
          onClose={() => change({ new: undefined }, true)}
          onDone={({ id }) => route(pathTo(`projects/${id}`))}
        />
      )}
    </Screen>
  )
}
