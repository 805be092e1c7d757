import { useQuery } from '@tanstack/preact-query'
import { Plus, Webhook } from '../../icons/icons.js'
import type { WebhookHealth, WebhookSubscription } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo } from '../../state/location.js'
import { ListScreen } from '../../app/list-screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Bar } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { durationText, Time } from '../../ui/time.js'
import { percentText } from '../../ui/figures/numbers.js'
import { Receivers, TryButton } from './receivers/receivers.js'
import { eventsText, healthWords } from './words.js'
import { Measure } from '../../ui/figures/measure.js'

interface Row {
  readonly webhook: WebhookSubscription
  /** Undefined while the health is loading. */
  readonly health: WebhookHealth | undefined
}

const columns: readonly Column<Row>[] = [
  {
    head: 'URL',
    kind: 'main',
    cell: ({ webhook }) => (
      <span title={webhook.url}>
        {webhook.url}
        {webhook.description !== null && <span class="small quiet under">{webhook.description}</span>}
      </span>
    ),
    width: 240,
  },
  { head: 'Status', kind: 'side', cell: ({ health }) => <Health health={health} /> },
  {
    head: 'Events',
    cell: ({ webhook }) => <span title={webhook.events.join(', ')}>{eventsText(webhook.events)}</span>,
  },
  { head: 'Succeeded, 24 h', kind: 'number', cell: ({ health }) => <Rate health={health} /> },
  {
    head: 'p95',
    kind: 'number',
    cell: ({ health }) =>
      health?.p95_ms === undefined || health.p95_ms === null ? (
        '–'
      ) : (
        <Measure>{durationText(health.p95_ms)}</Measure>
      ),
  },
]

function Health({ health }: { health: WebhookHealth | undefined }) {
  if (health === undefined) return <Bar width={72} />
  const { of, word } = healthWords(health)
  if (of !== 'failing') return <Status of={of}>{word}</Status>
  return (
    <Status of={of}>
      {word} since <Time at={health.failing_since} />
    </Status>
  )
}

function Rate({ health }: { health: WebhookHealth | undefined }) {
  if (health === undefined || health.success_rate === null) return <>–</>
  const { success_rate: rate, succeeded, attempts } = health
  return (
    <span title={`${succeeded} of ${attempts} attempts`}>
      <Measure>{percentText(rate, 1)}</Measure>
    </span>
  )
}

/** The webhooks with their health, and the receivers with which webhooks can be tried. */
export default function Webhooks() {
  const list = useList(['webhooks', 'list'], (query, options) => client.webhooks.list(query, options))
  const health = useQuery({
    queryKey: ['webhooks', 'health'],
    // A workspace has 100 webhooks at most.
    queryFn: async () => (await client.webhooks.listHealth({ limit: 100 })).data,
    refetchInterval: 10_000,
  })
  const rows = list.rows?.map((webhook) => ({
    webhook,
    health: health.data?.find(({ webhook_id }) => webhook_id === webhook.id),
  }))
  return (
    <ListScreen
      title="Webhooks"
      hint="Sends signed events to your servers as soon as they happen."
      actions={
        <LinkButton href={pathTo('webhooks/new')} icon={Plus} kind="main" needs="admin">
          New webhook
        </LinkButton>
      }
      lead={
        <>
          {health.error !== null && (
            <ErrorNotice
              error={health.error}
              title="The health of the webhooks could not be loaded"
              onRetry={() => void health.refetch()}
            />
          )}
        </>
      }
      columns={columns}
      list={{ ...list, rows }}
      keyOf={({ webhook }) => webhook.id}
      href={({ webhook }) => pathTo(`webhooks/${webhook.id}`)}
      empty={
        <Empty
          icon={Webhook}
          title="No webhooks yet"
          action={
            <>
              <TryButton kind="main" />
              <LinkButton href={pathTo('webhooks/new')} needs="admin">
                Add your own endpoint
              </LinkButton>
            </>
          }
        >
          A webhook notifies your server about each message: delivered, bounced, complained. You can also try
          webhooks without a server: this service can receive its own.
        </Empty>
      }
    >
      <Receivers offered={list.error === null ? list.rows && list.rows.length === 0 : false} />
    </ListScreen>
  )
}
