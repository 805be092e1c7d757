import { RotateCcw, Send } from '../../../icons/icons.js'
import type {
  ListWebhookDeliveriesRequest,
  WebhookDelivery,
  WebhookHealth,
  WebhookSubscription,
} from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo, useParams } from '../../../state/location.js'
import { ClearFilters, FilterSelect, sinceOf, SpanFilter } from '../../../ui/lists/filters.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { ListTable, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { eventTypes } from '../../events/types.js'
import { Delivery } from './delivery.js'
import { ReplayFailed } from './replay-failed.js'
import { statusOf } from '../words.js'

const columns: readonly Column<WebhookDelivery>[] = [
  {
    head: 'Event',
    kind: 'main',
    cell: ({ event_type }) => <span class="mono">{event_type}</span>,
    width: 160,
  },
  { head: 'Status', kind: 'side', cell: (delivery) => <Status of={statusOf(delivery)} /> },
  { head: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts.length },
  {
    head: 'Last reply',
    cell: (delivery) => (
      <>
        {lastReplyOf(delivery)}
        {delivery.next_attempt_at !== null && delivery.attempts.length > 0 && (
          <span class="quiet">
            , again <Time at={delivery.next_attempt_at} />
          </span>
        )}
      </>
    ),
  },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

function lastReplyOf({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  return String(last?.status ?? last?.error?.code.replaceAll('_', ' ') ?? '')
}

/** Statuses in the filter, in which a delivery that waits for another attempt counts as pending, too. */
const statuses = ['pending', 'delivering', 'delivered', 'failed', 'dead_letter'] as const

/** The deliveries of a webhook, filtered by the address, which also names the open one. */
export function Deliveries({
  webhook,
  health,
}: {
  webhook: WebhookSubscription
  health: WebhookHealth | undefined
}) {
  const { params, change } = useParams()
  const [replays, setReplays] = useState(false)
  const filter: ListWebhookDeliveriesRequest = {
    webhook_id: webhook.id,
    ...(params.status && { status: params.status as NonNullable<ListWebhookDeliveriesRequest['status']> }),
    ...(params.type && {
      event_type: params.type as NonNullable<ListWebhookDeliveriesRequest['event_type']>,
    }),
    ...sinceOf(params.time),
  }
  const list = useList(
    ['webhooks', webhook.id, 'deliveries'],
    (query, options) => client.webhooks.listDeliveries(query, options),
    { filter, limit: 25, refetchInterval: 5_000 },
  )
  const { status, type, time } = params
  const isFiltered = Boolean(status ?? type ?? time)
  return (
    <>
      {params.delivery !== undefined && (
        <Delivery
          key={params.delivery}
          webhook={webhook}
          id={params.delivery}
          onClose={() => change({ delivery: undefined }, true)}
        />
      )}
      <Card
        title="Deliveries"
        actions={
          <Button icon={RotateCcw} needs="admin" onClick={() => setReplays(true)}>
            Replay failed deliveries
          </Button>
        }
        bare
      >
        <div class="filters">
          <FilterSelect
            first
            name="status"
            label="Status"
            any="Any status"
            options={statuses.map((name) => [
              name,
              name === 'pending' ? 'Pending or retrying' : wordsOf(name),
            ])}
          />
          <FilterSelect
            name="type"
            label="Event type"
            any="Every type"
            options={[...eventTypes, 'webhook.test'].map((name) => [name, name])}
          />
          <SpanFilter of={['1h', '24h', '7d']} />
          <ClearFilters names={['status', 'type', 'time']} />
        </div>
        <ListTable
          caption="Deliveries"
          columns={columns}
          list={list}
          href={({ id }) => pathTo(`webhooks/${webhook.id}`, { ...params, delivery: id })}
          empty={
            <Empty icon={Send} title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}>
              Each event sent to this webhook is a delivery, with every attempt and its reply. Send a test
              event to see one.
            </Empty>
          }
        />
      </Card>
      {replays && (
        <ReplayFailed
          webhook={webhook}
          failingSince={health?.failing_since ?? null}
          onClose={() => setReplays(false)}
        />
      )}
    </>
  )
}
