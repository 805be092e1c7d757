import type { WebhookSubscription } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { DeleteButton } from '../../ui/dialogs/dialog.js'
import { toast } from '../../ui/notices/toast.js'
import { requestOf, WebhookForm } from './webhook-form.js'
import type { Values } from '../../ui/forms/form.js'

/** Changes a webhook's settings, and deletes the webhook. */
export default function WebhookSettings({ webhook }: { webhook: WebhookSubscription }) {
  const { route } = useLocation()
  const bodyOf = (values: Values) => ({ id: webhook.id, ...requestOf(values) })
  const { host } = new URL(webhook.url)
  return (
    <>
      <Card title="Settings">
        <WebhookForm
          key={webhook.updated_at}
          initial={{
            url: webhook.url,
            events: webhook.events,
            format: webhook.format === 'postseal' ? undefined : webhook.format,
            project_id: webhook.project_id ?? undefined,
            environment: webhook.environment ?? undefined,
            description: webhook.description ?? undefined,
          }}
          call={{ method: 'PATCH', path: '/v1/webhooks/status', body: bodyOf }}
          verb="Save"
          submit={(values) => client.webhooks.update(bodyOf(values))}
          onDone={({ webhook: saved }) => {
            queries.setQueryData(['webhooks', webhook.id], saved)
            void queries.invalidateQueries({ queryKey: ['webhooks'] })
            toast('The webhook was saved.')
          }}
        />
      </Card>
      <Card title="Delete">
        <div class="row spread">
          <p class="quiet">Stops all deliveries. Their history is kept.</p>
          <DeleteButton
            what="webhook"
            button="Delete the webhook"
            name={host}
            run={async () => {
              await client.webhooks.delete(webhook.id)
              // Removed from the cache: the lists would show it once more.
              queries.removeQueries({ queryKey: ['webhooks', 'list'] })
              void queries.invalidateQueries({ queryKey: ['webhooks', 'names'] })
              route(pathTo('webhooks'))
            }}
          >
            <p>
              Deliveries waiting for <span class="mono wrap">{webhook.url}</span> are dropped, and its signing
              secret is deleted. To stop it temporarily, pause it instead.
            </p>
          </DeleteButton>
        </div>
      </Card>
    </>
  )
}
