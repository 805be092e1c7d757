import { useQuery } from '@tanstack/preact-query'
import { Inbox } from '../../../icons/icons.js'
import type { WebhookReceiver, WebhookReceiverRequest, WebhookSubscription } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useAction } from '../../../api/action.js'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { pathTo, useParams } from '../../../state/location.js'
import { awaitedScreen, Screen } from '../../../app/screen.js'
import { useMay } from '../../../state/session.js'
import { Card } from '../../../ui/card.js'
import { Copyable } from '../../../ui/code/copy.js'
import { DeleteButton } from '../../../ui/dialogs/dialog.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Facts } from '../../../ui/facts.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { ReceivedRequest, typeOf } from './received-request.js'
import { TestButton } from '../test-button.js'

/** Milliseconds between two polls for new requests, while the page is visible. */
const lookEvery = 2_000

/** Statuses of the reply, with the consequences of each. */
const replies = [
  [200, 'The event counts as delivered.'],
  [204, 'The event counts as delivered.'],
  [400, 'The event is retried: every status except 2xx is a failure.'],
  [500, 'The event is retried, as when your program fails.'],
  [503, 'The event is retried, as when your server is down.'],
] as const

const columns: readonly Column<WebhookReceiverRequest>[] = [
  { head: 'Event', kind: 'main', cell: (request) => <span class="mono">{typeOf(request)}</span>, width: 160 },
  {
    head: 'Signature',
    kind: 'side',
    cell: ({ signature }) => <Status of={signature}>{`Signature ${signature}`}</Status>,
  },
  { head: 'Replied', kind: 'number', cell: ({ replied_status }) => replied_status },
  { head: 'Received', kind: 'time', cell: ({ received_at }) => <Time at={received_at} /> },
]

/** A receiver of the service: the last 50 requests as they arrive, and the reply that it sends. */
export default function Receiver({ id = '' }: { id?: string }) {
  const receiver = useQuery({
    queryKey: ['webhook-receivers', id],
    queryFn: () => client.webhookReceivers.retrieve(id),
  })
  const webhooks = useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: async () => (await client.webhooks.list({ limit: 100 })).data,
  })
  const above = <a href={pathTo('webhooks')}>Webhooks</a>
  if (receiver.data === undefined)
    return awaitedScreen({
      title: 'Built-in receiver',
      above,
      hint: 'Receivers expire after 7 days.',
      what: 'receiver',
      query: receiver,
    })
  const webhook = webhooks.data?.find(({ url }) => url === receiver.data.url)
  return (
    <Screen
      title="Built-in receiver"
      above={above}
      hint="Shows requests as your server would receive them."
      actions={
        <>
          {webhook !== undefined && <TestButton webhookId={webhook.id} disabled={!webhook.enabled} />}
          <DeleteReceiver receiver={receiver.data} webhook={webhook} />
        </>
      }
    >
      {webhooks.data !== undefined && webhook === undefined && (
        <Notice kind="warn" title="No webhook sends here">
          Create a webhook with this receiver’s URL to receive events.
        </Notice>
      )}
      <Card>
        <Facts
          of={[
            ['URL', <Copyable key="url" text={receiver.data.url} what="the receiver’s URL" />],
            [
              'Webhook',
              webhook && (
                <a href={pathTo(`webhooks/${webhook.id}`)}>{webhook.description ?? 'Open the webhook'}</a>
              ),
            ],
            ['Ends', <Time key="ends" at={receiver.data.expires_at} absolute />],
            ['Replies with', <ReplyStatus key="reply" receiver={receiver.data} />],
          ]}
        />
      </Card>
      <Requests id={id} />
    </Screen>
  )
}

function ReplyStatus({ receiver }: { receiver: WebhookReceiver }) {
  const may = useMay('admin')
  const key = ['webhook-receivers', receiver.id]
  const change = useAction({
    mutationFn: (status: number) => client.webhookReceivers.update(receiver.id, { reply_status: status }),
    onSuccess: (changed) => queries.setQueryData(key, changed),
  })
  const shown = change.isPending ? change.variables : receiver.reply_status
  const says = replies.find(([status]) => status === shown)?.[1]
  return (
    <div class="stack tight">
      <div class="modes statuses" role="group" aria-label="Replies with">
        {replies.map(([status]) => (
          <button
            key={status}
            type="button"
            class="mode num"
            aria-pressed={status === shown}
            disabled={!may}
            title={may ? undefined : 'Needs the role admin.'}
            onClick={() => change.mutate(status)}
          >
            {status}
          </button>
        ))}
      </div>
      <span class="small quiet" role="status">
        {change.isError ? '' : says}
      </span>
      {change.isError && <ErrorNotice error={change.error} title="The status could not be changed" />}
    </div>
  )
}

function Requests({ id }: { id: string }) {
  const { params, change } = useParams()
  const {
    data: requests,
    error,
    refetch,
  } = useQuery({
    queryKey: ['webhook-receivers', id, 'requests'],
    queryFn: async () => (await client.webhookReceivers.listRequests(id, { limit: 50 })).data,
    refetchInterval: lookEvery,
  })
  const opened = requests?.find((request) => request.id === params.request)
  return (
    <>
      {opened !== undefined && (
        <ReceivedRequest
          key={opened.id}
          request={opened}
          onClose={() => change({ request: undefined }, true)}
        />
      )}
      <Card title="Requests" hint="The last 50 requests, live." bare>
        <Table
          caption="Requests"
          columns={columns}
          rows={requests}
          keyOf={(request) => request.id}
          href={(request) => pathTo(`webhooks/receivers/${id}`, { request: request.id })}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <Empty icon={Inbox} title="Waiting for the first request">
              Send a test event or a message. Its events appear here.
            </Empty>
          }
        />
      </Card>
    </>
  )
}

function DeleteReceiver({
  receiver,
  webhook,
}: {
  receiver: WebhookReceiver
  webhook: WebhookSubscription | undefined
}) {
  const { route } = useLocation()
  return (
    <DeleteButton
      what="receiver"
      button="Delete"
      run={async () => {
        // The webhook is deleted first: without its receiver it would only fail.
        if (webhook !== undefined) await client.webhooks.delete(webhook.id)
        await client.webhookReceivers.delete(receiver.id)
        // Removed from the cache: the lists would show them once more.
        queries.removeQueries({ queryKey: ['webhooks', 'list'] })
        queries.removeQueries({ queryKey: ['webhook-receivers'], exact: true })
        void queries.invalidateQueries({ queryKey: ['webhooks', 'names'] })
        route(pathTo('webhooks'))
      }}
    >
      <p>This also deletes the received requests and the webhook that sends here.</p>
    </DeleteButton>
  )
}
