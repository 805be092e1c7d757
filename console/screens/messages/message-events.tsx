import { useQuery } from '@tanstack/preact-query'
import { Activity } from '../../icons/icons.js'
import type { Event, WebhookDelivery } from 'postseal'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/notices/empty.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { EventName } from '../events/engagement.js'

const eventColumns: readonly Column<Event>[] = [
  { head: 'Event', kind: 'main', cell: (event) => <EventName event={event} /> },
  { head: 'Recipient', cell: ({ data }) => ('recipient' in data ? String(data.recipient) : '') },
  { head: 'Recorded', kind: 'time', cell: ({ created_at }) => <Time at={created_at} absolute /> },
]

const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  { head: 'Event', kind: 'main', cell: ({ event_type }) => <span class="mono">{event_type}</span> },
  { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
  { head: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts.length },
  {
    head: 'Last reply',
    cell: ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error?.code ?? '',
  },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} absolute /> },
]

/** Maximum number of events shown, the newest first: a message has a few for each recipient. */
const maxEvents = 100

/** The events of a message, and the webhooks that were notified. */
export function MessageEvents({ messageId }: { messageId: string }) {
  const events = useQuery({
    queryKey: ['messages', messageId, 'events'],
    queryFn: async () => (await client.events.list({ message_id: messageId, limit: maxEvents })).data,
  })
  const deliveries = useQuery({
    queryKey: ['messages', messageId, 'webhook-deliveries', events.data?.map(({ id }) => id)],
    queryFn: async () => {
      // Only the newest few events: the deliveries of each are loaded by a call of their own.
      const asked = (events.data ?? [])
        .slice(0, 10)
        .map(({ id }) => client.webhooks.listDeliveries({ event_id: id, limit: 20 }))
      return (await Promise.all(asked)).flatMap(({ data }) => data)
    },
    enabled: events.data !== undefined,
  })
  return (
    <div class="stack">
      <Card title="Events" bare>
        <Table
          caption="Events"
          columns={eventColumns}
          rows={events.data}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`events/${id}`)}
          error={events.error}
          onRetry={() => void events.refetch()}
          empty={
            <Empty icon={Activity} title="No event">
              The events of this message are no longer stored.
            </Empty>
          }
        />
      </Card>
      <Card title="Webhook deliveries" hint="For the ten newest events." bare>
        <Table
          caption="Webhook deliveries"
          columns={deliveryColumns}
          rows={deliveries.data}
          keyOf={({ id }) => id}
          href={({ id, webhook_id }) => pathTo(`webhooks/${webhook_id}`, { delivery: id })}
          error={deliveries.error}
          onRetry={() => void deliveries.refetch()}
          empty={
            <Empty title="No webhook deliveries">
              No webhook subscribes to these events, or they have not been sent yet.
            </Empty>
          }
        />
      </Card>
    </div>
  )
}
