import { useAction } from '../../../api/action.js'
import type { SavedWebhook, WebhookSubscription } from 'postseal'
import { useId, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Confirm } from '../../../ui/dialogs/dialog.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Time } from '../../../ui/time.js'
import { hasOneSignature } from '../words.js'
import { Secret, Verification } from './secret.js'

/** Seconds for which the old secret can go on signing. */
const overlaps = [
  ['3600', 'For an hour'],
  ['86400', 'For a day'],
  ['604800', 'For 7 days'],
  ['0', 'Immediately, because it was exposed'],
] as const

/** Changes the signing secret without losing an event, step by step. */
export default function Rotation({ webhook }: { webhook: WebhookSubscription }) {
  const [made, setMade] = useState<SavedWebhook>()
  const [revokes, setRevokes] = useState(false)
  const [overlap, setOverlap] = useState('86400')
  const field = useId()
  const rotate = useAction({
    mutationFn: () => client.webhooks.rotateSecret(webhook.id, { overlap_seconds: Number(overlap) }),
    onSuccess: (saved) => {
      setMade(saved)
      queries.setQueryData(['webhooks', webhook.id], saved.webhook)
    },
  })
  const previous = webhook.secrets.slice(1)
  const isRotating = previous.length > 0
  return (
    <>
      <Card title="Rotate the signing secret" hint="In four steps, without losing events.">
        <ol class="steps-of">
          <Step title="Create a new secret" isNow={made === undefined && !isRotating}>
            <p class="quiet">
              {hasOneSignature(webhook.format)
                ? 'The signature of this format is by the new secret at once. Deliveries that your servers refuse are retried.'
                : 'Deliveries are signed with both secrets for a while, so you can update your servers one by one.'}
            </p>
            <div class="row">
              <label for={field}>The old secret keeps signing</label>
              <select
                id={field}
                class="short"
                value={overlap}
                onChange={(event) => setOverlap(event.currentTarget.value)}
              >
                {overlaps.map(([seconds, label]) => (
                  <option key={seconds} value={seconds}>
                    {label}
                  </option>
                ))}
              </select>
              <Button
                needs="admin"
                {...(!isRotating && { kind: 'main' })}
                busy={rotate.isPending}
                onClick={() => rotate.mutate()}
              >
                {isRotating ? 'Create another secret' : 'Create a new secret'}
              </Button>
            </div>
            {rotate.isError && <ErrorNotice error={rotate.error} title="The secret was not created" />}
          </Step>
          <Step title="Copy it" isNow={made !== undefined}>
            {typeof made?.secret === 'string' ? (
              <Secret secret={made.secret} />
            ) : (
              <p class="quiet">It is shown only once, right after you create it.</p>
            )}
          </Step>
          <Step title="Deploy it to every server" isNow={isRotating && made === undefined}>
            <p class="quiet">
              {!hasOneSignature(webhook.format) &&
                'Servers with only the old secret keep accepting deliveries until it ends. '}
              Send a test event once all servers have the new one.
            </p>
          </Step>
          <Step title="Revoke the previous secrets">
            {isRotating ? (
              <>
                <ul>
                  {previous.map(({ created_at, expires_at }) => (
                    <li key={created_at}>
                      Made <Time at={created_at} absolute />, ends automatically{' '}
                      <Time at={expires_at} absolute />
                    </li>
                  ))}
                </ul>
                <div class="row">
                  <Button danger needs="admin" onClick={() => setRevokes(true)}>
                    Revoke the previous secrets
                  </Button>
                </div>
              </>
            ) : (
              <p class="quiet">
                One secret signs, created <Time at={webhook.secrets[0]?.created_at} absolute />. There is no
                previous secret.
              </p>
            )}
          </Step>
        </ol>
      </Card>
      <Verification />
      {revokes && (
        <Confirm
          title="Revoke the previous secrets?"
          verb="Revoke secrets"
          run={async () => {
            await client.webhooks.revokePreviousSecrets(webhook.id)
            setMade(undefined)
            await queries.invalidateQueries({ queryKey: ['webhooks', webhook.id] })
          }}
          onClose={() => setRevokes(false)}
        >
          <p>Only the newest secret signs from now on. Servers without it refuse every delivery.</p>
        </Confirm>
      )}
    </>
  )
}

function Step({
  title,
  isNow = false,
  children,
}: {
  title: string
  isNow?: boolean
  children: ComponentChildren
}) {
  return (
    <li class={isNow ? 'now' : undefined} aria-current={isNow ? 'step' : undefined}>
      <div class="stack tight">
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}
