import { useQuery } from '@tanstack/preact-query'
import type { Project } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'

/** The step of a first webhook: to the service's own receiver, so that its requests can be seen without a program. */
export function WebhookStep({ project, isDone }: { project: Project | undefined; isDone: boolean }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { data: webhooks = [] } = useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: async () => (await client.webhooks.list({ limit: 100 })).data,
  })
  const [first] = webhooks
  const attempt = async () => {
    if (project === undefined) return
    setBusy(true)
    setError(undefined)
    try {
      const receiver = await client.webhookReceivers.create()
      const { webhook } = await client.webhooks.upsert({
        url: receiver.url,
        events: ['*'],
        project_id: project.id,
        description: 'The built-in receiver, to try webhooks',
      })
      await client.webhooks.test(webhook.id)
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} title="The receiver could not be tried" />}
      <div class="row">
        {first === undefined ? (
          <Button kind="main" needs="admin" busy={busy} onClick={() => void attempt()}>
            Try it with the built-in receiver
          </Button>
        ) : (
          <LinkButton href={pathTo(`webhooks/${first.id}`)}>Open the webhook</LinkButton>
        )}
        <LinkButton href={pathTo('webhooks/new')} needs="admin">
          Add your own endpoint
        </LinkButton>
      </div>
      {first !== undefined && !isDone && (
        <p role="status">
          <Status of="waiting">Waiting for the first event…</Status>
        </p>
      )}
    </>
  )
}
