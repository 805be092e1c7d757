import { useQuery } from '@tanstack/preact-query'
import { FlaskConical } from '../../../icons/icons.js'
import type { WebhookReceiver } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useAction } from '../../../api/action.js'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { useCurrentProject } from '../../../api/project.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { messageOf } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'

const columns: readonly Column<WebhookReceiver>[] = [
  { head: 'Receiver', kind: 'main', cell: ({ id }) => <span class="mono">{id}</span>, width: 240 },
  { head: 'Replies', kind: 'side', cell: ({ reply_status }) => `Replies ${reply_status}` },
  {
    head: 'Ends',
    kind: 'time',
    cell: ({ expires_at }) => (
      <>
        Ends <Time at={expires_at} />
      </>
    ),
  },
]

/**
 * A button that creates a receiver and a webhook that sends it all events of the current project, sends a test event
 * and shows the receiver.
 */
export function TryButton({ kind }: { kind?: 'main' }) {
  const { project } = useCurrentProject()
  const { route } = useLocation()
  const attempt = useAction({
    mutationFn: async (projectId: string) => {
      const receiver = await client.webhookReceivers.create()
      const { webhook } = await client.webhooks.upsert({
        url: receiver.url,
        events: ['*'],
        project_id: projectId,
        description: 'The built-in receiver, to try webhooks',
      })
      await client.webhooks.test(webhook.id)
      return receiver
    },
    onSuccess: ({ id }) => route(pathTo(`webhooks/receivers/${id}`)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['webhooks'] }),
        queries.invalidateQueries({ queryKey: ['webhook-receivers'] }),
      ]),
  })
  return (
    <>
      <Button
        {...(kind && { kind })}
        icon={FlaskConical}
        needs="admin"
        busy={attempt.isPending}
        disabled={project === undefined}
        onClick={() => project && attempt.mutate(project.id)}
      >
        Try it without an endpoint
      </Button>
      {attempt.isError && (
        <span role="alert">
          <Status of="refused">{messageOf(attempt.error)}</Status>
        </span>
      )}
    </>
  )
}

/**
 * The receivers of the service. The card waits for both lists, so that the screen never offers a receiver twice,
 * whichever list comes first.
 *
 * @param props.offered true if the screen offers a receiver already; undefined while the list that decides this is
 *   loading
 */
export function Receivers({ offered }: { offered: boolean | undefined }) {
  const { data: receivers, error, refetch } = useReceivers()
  if (offered === undefined || (receivers === undefined && error === null)) return null
  if (receivers?.length === 0 && error === null) {
    return offered ? null : (
      <Card title="Try webhooks without an endpoint">
        <div class="row spread">
          <p class="quiet">
            The service can receive its own webhooks, so you can see the requests and how failures are
            retried.
          </p>
          <TryButton />
        </div>
      </Card>
    )
  }
  return (
    <Card
      title="Built-in receivers"
      hint="Each receiver keeps the last 50 requests and expires after 7 days. You can have five."
      {...(!offered && { actions: <TryButton /> })}
      bare
    >
      <Table
        caption="Built-in receivers"
        columns={columns}
        rows={receivers}
        keyOf={({ id }) => id}
        href={({ id }) => pathTo(`webhooks/receivers/${id}`)}
        error={error}
        onRetry={() => void refetch()}
        empty={null}
      />
    </Card>
  )
}

function useReceivers() {
  return useQuery({
    queryKey: ['webhook-receivers'],
    queryFn: async () => (await client.webhookReceivers.list({ limit: 20 })).data,
  })
}
