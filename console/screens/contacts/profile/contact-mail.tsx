import { useQuery } from '@tanstack/preact-query'
import { Inbox, Mail } from '../../../icons/icons.js'
import type { Contact, InboundMessage, MessageLog } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo } from '../../../state/location.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Badge, Status } from '../../../ui/status.js'
import { ListTable, Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'

const sentColumns: readonly Column<MessageLog>[] = [
  { head: 'Subject', kind: 'main', cell: ({ subject }) => subject || '(no subject)', width: 220 },
  { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
  { head: 'Category', kind: 'extra', cell: ({ category }) => category ?? '' },
  { head: 'Accepted', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

const receivedColumns: readonly Column<InboundMessage>[] = [
  {
    head: 'Subject',
    kind: 'main',
    cell: ({ subject, automatic }) => (
      <>
        {subject || '(no subject)'}
        {automatic !== 'none' && (
          <>
            {' '}
            <Badge>Automatic</Badge>
          </>
        )}
      </>
    ),
    width: 220,
  },
  {
    head: 'To',
    kind: 'extra',
    cell: ({ to }) => to.map(({ email }) => email).join(', '),
  },
  { head: 'Received', kind: 'time', cell: ({ received_at }) => <Time at={received_at} /> },
]

/** Milliseconds between two polls while mail is under way. */
const lookEvery = 10_000

/** Maximum number of deliveries shown: the list of messages has all. */
const shown = { recent: 5, tab: 25 }

function useSent({ project_id, email }: Contact, limit: number) {
  return useQuery({
    queryKey: ['message-logs', 'of', project_id, email, limit],
    queryFn: async () => (await client.messageLogs.list({ project_id, recipient: email, limit })).data,
    refetchInterval: lookEvery,
  })
}

/** The mail that was sent to a contact, and the mail that came from it. */
export function ContactMail({ contact }: { contact: Contact }) {
  return (
    <>
      <Sent contact={contact} />
      <Received contactId={contact.id} />
    </>
  )
}

function Sent({ contact }: { contact: Contact }) {
  const { data, error, refetch } = useSent(contact, shown.tab)
  return (
    <Card
      title="Sent to it"
      hint={data?.length === shown.tab ? `The newest ${shown.tab}.` : undefined}
      bare
      actions={<AllOfIt contact={contact} />}
    >
      <Table
        caption="Mail to the contact"
        columns={sentColumns}
        rows={data}
        keyOf={({ id }) => id}
        href={({ message_id, id }) => pathTo(`messages/${message_id}`, { log: id })}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <Empty icon={Mail} title="No mail to it">
            Messages that the project sends to this address appear here, as long as the workspace keeps them.
          </Empty>
        }
      />
    </Card>
  )
}

function Received({ contactId }: { contactId: string }) {
  const list = useList(
    ['inbound-messages'],
    (query, options) => client.inbound.listMessages(query, options),
    { filter: { contact_id: contactId }, limit: 25 },
  )
  return (
    <Card title="Received from the contact" bare>
      <ListTable
        caption="Mail from the contact"
        columns={receivedColumns}
        list={list}
        href={({ id }) => pathTo(`inbound/${id}`)}
        empty={
          <Empty icon={Inbox} title="No mail from the contact">
            Mail from this address that arrives at an inbound route appears here.
          </Empty>
        }
      />
    </Card>
  )
}

/** The newest few deliveries, with a link to all. */
export function RecentMail({ contact }: { contact: Contact }) {
  const { data, error, refetch } = useSent(contact, shown.recent)
  return (
    <Card title="Newest mail" bare actions={<AllOfIt contact={contact} />}>
      <Table
        caption="Newest mail"
        columns={sentColumns.filter(({ kind }) => kind !== 'extra')}
        rows={data}
        keyOf={({ id }) => id}
        href={({ message_id, id }) => pathTo(`messages/${message_id}`, { log: id })}
        error={error}
        onRetry={() => void refetch()}
        empty={<p class="inside quiet">No mail sent yet.</p>}
      />
    </Card>
  )
}

function AllOfIt({ contact: { project_id, email } }: { contact: Contact }) {
  return (
    <LinkButton href={pathTo('messages', { project: project_id, recipient: email })}>All mail</LinkButton>
  )
}
