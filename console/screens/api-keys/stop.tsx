import { OctagonMinus } from '../../icons/icons.js'
import type { ApiKey, StoppedApiKey } from 'postseal'
import { useId, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { AskButton } from '../../ui/dialogs/dialog.js'
import { Notice } from '../../ui/notices/notice.js'
import { LastUse } from './last-use.js'

interface StopProps {
  readonly apiKey: ApiKey
  readonly needs: 'owner' | 'admin'
  readonly onStopped: (stopped: StoppedApiKey) => void
}

/** A button for a key that has leaked: it stops the key and its mail. A revoked key has the button, too. */
export function Stop({ apiKey: key, needs, onStopped }: StopProps) {
  const keep = useId()
  const [keepMail, setKeepMail] = useState(false)
  return (
    <AskButton
      icon={OctagonMinus}
      button="Stop this key"
      needs={needs}
      title="Stop this key and its mail?"
      verb="Stop the key"
      name={key.name}
      run={async () => {
        onStopped(await stopAll(key.id, keepMail))
        await queries.invalidateQueries({ queryKey: ['api-keys'] })
      }}
    >
      <div class="stack tight">
        <p>
          For a leaked key. Revokes the key and the keys that it issued, and cancels all their queued and
          scheduled mail. Mail of other keys is not affected.
        </p>
        <p>
          <LastUse of={key} />
        </p>
        <div class="choice">
          <input
            id={keep}
            type="checkbox"
            checked={keepMail}
            onChange={(event) => setKeepMail(event.currentTarget.checked)}
          />
          <label for={keep}>Send the waiting mail anyway</label>
        </div>
      </div>
    </AskButton>
  )
}

/**
 * Repeats the request until all mail of the key is cancelled, since each request cancels for only some seconds. Mail
 * that a worker is already sending is not waited for.
 */
async function stopAll(id: string, keepMail: boolean): Promise<StoppedApiKey> {
  let cancelled = 0
  for (;;) {
    const stopped = await client.apiKeys.stop(id, { keep_mail: keepMail })
    cancelled += stopped.cancelled
    if (stopped.complete || stopped.in_flight > 0) return { ...stopped, cancelled }
  }
}

/** Tells the user what the service has done to the key, and what the user should look at. */
export function WhatWasStopped({ of, keyId }: { of: StoppedApiKey; keyId: string }) {
  const { issued_keys: issued, cancelled, in_flight: inFlight, changes } = of
  return (
    <Notice kind={inFlight > 0 ? 'warn' : 'good'} title="The key is stopped">
      <ul>
        <li>
          Mail to {cancelled} {cancelled === 1 ? 'recipient' : 'recipients'} was cancelled.{' '}
          <a href={pathTo('messages', { q: `key:${keyId}` })}>All mail of this key</a>
        </li>
        {inFlight > 0 && (
          <li>
            Mail to {inFlight} {inFlight === 1 ? 'recipient' : 'recipients'} is being sent right now. Stop the
            key again in a minute.
          </li>
        )}
        {issued.map(({ id, name }) => (
          <li key={id}>
            It had issued <a href={pathTo(`api-keys/${id}`)}>{name}</a>, which is revoked, too.
          </li>
        ))}
        {changes.map(({ operation, count }) => (
          <li key={operation}>
            It did{' '}
            <a class="mono" href={pathTo('audit-log', { actor_id: keyId, operation })}>
              {operation}
            </a>{' '}
            {count === 1 ? 'once' : `${count} times`}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
