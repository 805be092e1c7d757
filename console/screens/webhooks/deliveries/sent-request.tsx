import { useQuery } from '@tanstack/preact-query'
import type { WebhookRequestHeader } from 'postseal'
import { client } from '../../../api/client.js'
import { Code } from '../../../ui/code/code.js'
import { curlOf } from './replay-by-hand.js'

/** Loads the event of a delivery, which is the payload of each of its attempts. */
export function usePayload(eventId: string) {
  return useQuery({ queryKey: ['events', eventId], queryFn: () => client.events.retrieve(eventId) })
}

/** The request of an attempt, which can be unfolded: its header, and a command that makes it again. */
export function SentRequest({
  url,
  eventId,
  headers,
  what,
}: {
  url: string
  eventId: string
  headers: readonly WebhookRequestHeader[]
  /** Name of the attempt, in words. */
  what: string
}) {
  const { data: event } = usePayload(eventId)
  const command = event === undefined ? undefined : curlOf(url, headers, event)
  return (
    <details class="sent-request">
      <summary>
        Request<span class="visually-hidden"> of {what}</span>
      </summary>
      <div class="stack">
        <Code
          text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          what={`the header of ${what}`}
          wrapped
        />
        {command !== undefined && (
          <div class="stack tight">
            <h4>Replay by hand</h4>
            <p class="small quiet">
              Sends the same bytes with the same signature from your machine. A receiver that checks the time
              refuses them five minutes after the attempt; <strong>Replay</strong> signs them again.
            </p>
            <Code text={command} what={`${what} as curl`} wrapped />
          </div>
        )}
      </div>
    </details>
  )
}
