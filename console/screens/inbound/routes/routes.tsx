import { Inbox } from '../../../icons/icons.js'
import type { InboundRoute } from 'postseal'
import { client } from '../../../api/client.js'
import { useProjectList } from '../../../api/project-list.js'
import { pathTo, useParams } from '../../../state/location.js'
import { AddLink, ListScreen } from '../../../app/list-screen.js'
import { Empty } from '../../../ui/notices/empty.js'
import { wordsOf } from '../../../ui/meaning.js'
import type { Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { AddRoute } from './add-route.js'
import { Arrival } from '../arrival.js'
import { RouteStatus } from './route-status.js'
import { RouteTest } from './route-test.js'
import { InboundTabs } from '../tabs.js'
import { TryIt } from '../try-it.js'

const columns: readonly Column<InboundRoute>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 180 },
  { head: 'Status', kind: 'side', cell: ({ enabled }) => <RouteStatus enabled={enabled} /> },
  { head: 'Accepts mail for', cell: ({ recipient }) => <span class="mono">{recipient}</span>, width: 220 },
  { head: 'Automatic mail', kind: 'extra', cell: ({ automatic }) => wordsOf(automatic) },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The addresses for which mail is accepted, and the way of mail to the service. */
export default function Routes() {
  const { params, change } = useParams()
  const { project, ...list } = useProjectList(['inbound-routes', 'list'], (query, options) =>
    client.inbound.listRoutes(query, options),
  )
  const first = list.rows?.find(({ enabled }) => enabled)
  const add = <AddLink screen="inbound/routes">New route</AddLink>
  return (
    <ListScreen
      title="Inbound routes"
      hint={project && `The addresses for which ${project.name} accepts mail.`}
      add={add}
      name="Routes"
      lead={<InboundTabs current="routes" />}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`inbound/routes/${id}`)}
      empty={
        <Empty icon={Inbox} title="No route yet" action={add}>
          A route takes the mail for an address of yours, such as support@in.shop.example. Take a subdomain if
          people have mailboxes at the domain: all mail of a domain goes to its MX.
        </Empty>
      }
    >
      <p class="small quiet">
        The most specific route gets a mail: an address first, then one with a plus, then the rest of the
        domain.
      </p>
      <RouteTest />
      {first !== undefined && <TryIt recipient={first.recipient} />}
      <Arrival />
      {params.new !== undefined && (
        <AddRoute
          recipient={params.recipient}
          onClose={() => change({ new: undefined, recipient: undefined }, true)}
        />
      )}
    </ListScreen>
  )
}
