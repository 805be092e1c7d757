import { Inbox, Plus } from '../../../icons/icons.js'
import type { InboundRoute } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { useProject, useProjectsError } from '../../../api/project.js'
import { pathTo, useParams } from '../../../state/location.js'
import { Screen } from '../../../app/screen.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Empty } from '../../../ui/notices/empty.js'
import { wordsOf } from '../../../ui/status.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { AddRoute } from './add-route.js'
import { Arrival } from '../arrival.js'
import { RouteStatus } from './route-status.js'
import { RouteTest } from './route-test.js'
import { InboundTabs } from '../tabs.js'

const columns: readonly Column<InboundRoute>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 180 },
  { head: 'Status', kind: 'side', cell: ({ enabled }) => <RouteStatus enabled={enabled} /> },
  { head: 'Takes mail for', cell: ({ recipient }) => <span class="mono">{recipient}</span>, width: 220 },
  { head: 'Automatic mail', kind: 'extra', cell: ({ automatic }) => wordsOf(automatic) },
  { head: 'Made', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The addresses that mail is taken for, and how it gets here. */
export default function Routes() {
  const project = useProject()
  const projects = useProjectsError()
  const { params, change } = useParams()
  const filter = project ? { project_id: project.id } : {}
  const list = useList(
    ['inbound-routes', 'list', filter],
    (cursor, options) => client.inbound.listRoutes({ limit: 50, ...filter, ...cursor }, options),
    { enabled: project !== undefined },
  )
  const add = (
    <LinkButton
      href={pathTo('inbound/routes', { ...params, new: '1' })}
      kind="main"
      icon={Plus}
      needs="admin"
    >
      Add a route
    </LinkButton>
  )
  return (
    <Screen
      title="Inbound routes"
      hint={project && `The addresses that ${project.name} takes mail for.`}
      actions={add}
    >
      <InboundTabs current="routes" />
      <section class="card" aria-label="Routes">
        <Table
          caption="Routes"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`inbound/routes/${id}`)}
          error={projects.error ?? list.error}
          onRetry={projects.error === null ? list.onRetry : projects.retry}
          pages={list.pages}
          empty={
            <Empty icon={Inbox} title="No route yet" action={add}>
              A route takes the mail for an address of yours, such as support@in.shop.example. Take a
              subdomain if people have mailboxes at the domain: all mail of a domain goes to its MX.
            </Empty>
          }
        />
      </section>
      <p class="small quiet">
        The most specific route gets a mail: an address first, then one with a plus, then the rest of the
        domain.
      </p>
      <RouteTest />
      <Arrival />
      {params.new !== undefined && (
        <AddRoute
          recipient={params.recipient}
          onClose={() => change({ new: undefined, recipient: undefined }, true)}
        />
      )}
    </Screen>
  )
}
