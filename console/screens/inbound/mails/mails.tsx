import { useQuery } from '@tanstack/preact-query'
import { Inbox, Plus } from '../../../icons/icons.js'
import type { InboundMessage, InboundRoute, ListInboundMessagesRequest } from 'postseal'
import { client } from '../../../api/client.js'
import { useProjectList } from '../../../api/project-list.js'
import { pathTo, useParams } from '../../../state/location.js'
import { ListScreen } from '../../../app/list-screen.js'
import { Views } from '../../../app/views.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Samples } from '../../../ui/code/code.js'
import { spanOf } from '../../../ui/lists/days.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Badge } from '../../../ui/status.js'
import type { Column } from '../../../ui/lists/table.js'
import { TailButton, useFresh, useTail } from '../../../ui/lists/tail.js'
import { Time } from '../../../ui/time.js'
import { isAddress } from '../../contacts/address.js'
import { Arrival } from '../arrival.js'
import { Filters } from './filters.js'
import { mailSamples } from '../samples.js'
import { InboundTabs } from '../tabs.js'
import { useRoutes } from '../routes/use-routes.js'
import { automaticText, senderText, subjectText } from '../words.js'

/** Milliseconds between two polls for mail that comes without an event, such as automatic mail that is only kept. */
const lookEvery = 20_000

const columnsOf = (routes: readonly InboundRoute[] | undefined): readonly Column<InboundMessage>[] => [
  {
    head: 'Subject',
    kind: 'main',
    cell: (mail) => (
      <span title={subjectText(mail)}>
        {subjectText(mail)}
        {mail.automatic !== 'none' && (
          <>
            {' '}
            <Badge>{automaticText(mail.automatic)}</Badge>
          </>
        )}
      </span>
    ),
    width: 240,
  },
  { head: 'From', cell: senderText, width: 160 },
  {
    head: 'Route',
    kind: 'extra',
    cell: ({ route_id: id, envelope }) => routes?.find((route) => route.id === id)?.name ?? envelope.to[0],
  },
  { head: 'Received', kind: 'time', cell: ({ received_at }) => <Time at={received_at} /> },
]

/** The mail to a project's routes, as it arrives. */
export default function Mails() {
  const { params } = useParams()
  const routes = useRoutes()
  const { route, sender, subject, automatic, message, contact } = params
  const isPart = sender !== undefined && !isAddress(sender)
  const filter: ListInboundMessagesRequest = {
    ...(route && { route_id: route }),
    ...(sender && { email: sender }),
    ...(subject && { subject }),
    ...(automatic && { automatic: automatic as NonNullable<ListInboundMessagesRequest['automatic']> }),
    ...(message && { message_id: message }),
    ...(contact && { contact_id: contact }),
    ...spanOf(params),
  }
  const { project, ...list } = useProjectList(
    ['inbound-messages', 'list'],
    (query, options) => client.inbound.listMessages(query, options),
    {
      filter,
      enabled: !isPart,
      ...(params.cursor === undefined && { refetchInterval: lookEvery }),
    },
  )
  const tail = useTail({
    followed: project && { project_id: project.id, type: 'inbound.received' },
    isAbout: () => true,
    isFirstPage: list.isFirstPage,
    refresh: list.onRetry,
  })
  const fresh = useFresh(list.rows)
  const isFiltered = Object.keys(filter).length > 0
  const isEmpty = !isFiltered && list.rows?.length === 0 && list.isFirstPage
  const projectRoutes = routes?.filter(({ project_id: id }) => id === project?.id)
  // A person who has just created a route sees how to send it a first mail.
  const newRoute = Object.keys(filter).join() === 'route_id' && projectRoutes?.find(({ id }) => id === route)

  return (
    <ListScreen
      title="Inbound"
      hint={project && `Mail that ${project.name} receives.`}
      actions={
        <>
          <Views screen="inbound" />
          <AddRoute />
        </>
      }
      name="Mail"
      lead={<InboundTabs current="mail" />}
      filters={
        <Filters routes={routes} projectId={project?.id} tail={<TailButton what="mail" {...tail} />} />
      }
      columns={columnsOf(routes)}
      list={{ ...list, rows: isPart ? [] : list.rows }}
      href={({ id }) => pathTo(`inbound/${id}`)}
      fresh={fresh}
      empty={
        newRoute ? (
          <Nothing routes={[newRoute]} />
        ) : isFiltered ? (
          <Empty
            icon={Inbox}
            title={isPart ? 'Type the whole address' : 'No matching mail'}
            action={<LinkButton href={pathTo('inbound')}>Show all</LinkButton>}
          >
            {isPart
              ? `The sender filter takes a full address. “${sender}” is only part of one.`
              : 'Try fewer filters or a longer time. The route and the workspace’s settings say how long mail is kept.'}
          </Empty>
        ) : (
          <Nothing routes={projectRoutes} />
        )
      }
    >
      {isEmpty && <Arrival />}
    </ListScreen>
  )
}

function AddRoute({ kind }: { kind?: 'main' }) {
  return (
    <LinkButton
      href={pathTo('inbound/routes', { new: '1' })}
      icon={Plus}
      needs="admin"
      {...(kind && { kind })}
    >
      New route
    </LinkButton>
  )
}

/** The content shown before any mail has come: what has to be set up, or how to send a first mail. */
function Nothing({ routes = [] }: { routes: readonly InboundRoute[] | undefined }) {
  const { data } = useQuery({ queryKey: ['inbound'], queryFn: () => client.inbound.retrieve() })
  const route = routes.find(({ enabled }) => enabled)
  if (route === undefined) {
    return (
      <Empty icon={Inbox} title="No inbound mail yet" action={<AddRoute kind="main" />}>
        Replies to your messages and mail to your addresses arrive here. Postseal parses each mail, checks its
        sender, links it to the message that it answers and notifies your webhooks. You need a route for an
        address and an MX record.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Inbox}
      title="Waiting for the first mail"
      action={<LinkButton href={pathTo('inbound/routes')}>See the routes</LinkButton>}
      sample={
        data && <Samples of={mailSamples(route.recipient, data.port)} what={`A mail to ${route.name}`} />
      }
    >
      A mail to <span class="mono wrap">{route.recipient}</span> appears here as it arrives. Run this on the
      machine of the service to send one.
    </Empty>
  )
}
