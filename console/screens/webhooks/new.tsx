import type { SavedWebhook } from 'postseal'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { useCurrentProject } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Secret, Verification } from './secrets/secret.js'
import { TestButton } from './test-button.js'
import { requestOf, WebhookForm } from './webhook-form.js'
import { formatNames } from './words.js'

const above = <a href={pathTo('webhooks')}>Webhooks</a>

/** Adds a webhook, and shows its secret once. */
export default function NewWebhook() {
  const [made, setMade] = useState<SavedWebhook>()
  const { project } = useCurrentProject()
  if (made !== undefined) return <Made made={made} />
  if (project === undefined) {
    return (
      <Screen title="New webhook" above={above}>
        <Lines what="the form" count={6} />
      </Screen>
    )
  }
  return (
    <Screen
      title="New webhook"
      above={above}
      hint="Sends signed events to your server as soon as they happen."
    >
      <Card>
        <WebhookForm
          initial={{ events: ['*'], project_id: project.id }}
          draft="webhook"
          call={{ method: 'PUT', path: '/v1/webhooks/status', body: requestOf }}
          verb="Create webhook"
          submit={(values) => client.webhooks.upsert(requestOf(values))}
          onDone={(saved) => {
            setMade(saved)
            void queries.invalidateQueries({ queryKey: ['webhooks'] })
          }}
        />
      </Card>
    </Screen>
  )
}

/** Says in a sentence how an application for another service verifies requests. */
function verifiedBy({ format, verification_key: key }: SavedWebhook['webhook']): ComponentChildren {
  if (format === 'postmark')
    return 'Postmark signs nothing. Put a secret into the URL’s query, or verify Postseal’s own signature.'
  if (key === null)
    return 'Your application verifies them with its present library and this webhook’s secret.'
  return (
    <>
      Your application verifies them with its present library and this public key:{' '}
      <Copyable text={key} what="the public key" />
    </>
  )
}

function Made({ made: { webhook, secret } }: { made: SavedWebhook }) {
  return (
    <Screen
      title={webhook.url}
      mono
      above={above}
      actions={
        <>
          <TestButton webhookId={webhook.id} />
          <LinkButton href={pathTo(`webhooks/${webhook.id}`)}>Open the webhook</LinkButton>
        </>
      }
    >
      {secret === null ? (
        <Notice title="This URL already had a webhook">
          The existing webhook was updated from this form. Its signing secret has not changed.
        </Notice>
      ) : (
        <Secret secret={secret} />
      )}
      {webhook.format === 'postseal' ? (
        <Verification />
      ) : (
        <Notice title={`Verify requests as those of ${formatNames[webhook.format] ?? webhook.format}`}>
          {verifiedBy(webhook)}
        </Notice>
      )}
    </Screen>
  )
}
