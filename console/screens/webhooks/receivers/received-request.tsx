import { X } from '../../../icons/icons.js'
import type { WebhookReceiverRequest } from 'postseal'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Code, Json } from '../../../ui/code/code.js'
import { Facts } from '../../../ui/facts.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'
import { Time } from '../../../ui/time.js'

const signatures = {
  valid: 'These bytes were signed with a secret of the webhook.',
  invalid: 'The signature is missing or wrong. Your server should refuse this request.',
  unknown: 'No webhook uses this URL, so there was no secret to verify with.',
} as const

/** Parses the body; undefined if it is not JSON. */
function parsed({ body }: WebhookReceiverRequest): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Returns the event's type, if the body is an event. */
export function typeOf(request: WebhookReceiverRequest): string {
  const event = parsed(request)
  if (typeof event === 'object' && event !== null && 'type' in event) return String(event.type)
  return 'not an event'
}

/** One request that a receiver got: signature, header fields and body. It is scrolled into view. */
export function ReceivedRequest({
  request,
  onClose,
}: {
  request: WebhookReceiverRequest
  onClose: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.scrollIntoView({ block: 'nearest' }), [])
  const body = parsed(request)
  const words = signatures[request.signature as keyof typeof signatures] ?? ''
  return (
    <div ref={frame} class="opened">
      <Card
        title={<span class="mono">{typeOf(request)}</span>}
        hint={<Time at={request.received_at} absolute />}
        actions={<Button kind="plain" icon={X} label="Close the request" onClick={onClose} />}
      >
        <div class="stack">
          <p>
            <Status of={request.signature}>{`Signature ${request.signature}`}</Status>
          </p>
          <p>
            {words} Replied with <span class="num">{request.replied_status}</span>.
          </p>
          <div class="stack tight">
            <h3>Header</h3>
            <div class="mono small">
              <Facts of={Object.entries(request.headers).map(([name, value]) => [name, value] as const)} />
            </div>
          </div>
          <div class="stack tight">
            <h3>Body</h3>
            {request.body_cut && <Notice kind="warn">Only the first 256 kB were kept.</Notice>}
            {body === undefined ? (
              <Code text={request.body} what="the body" wrapped />
            ) : (
              <Json value={body} what="the body" />
            )}
          </div>
        </div>
      </Card>
    </div>
  )
}
