import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../../icons/icons.js'
import { APIConnectionError, APIError } from 'postseal'
import type { ComponentChildren } from 'preact'
import { Button } from '../controls/button.js'
import { Copy } from '../code/copy.js'

const icons = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** A message that a person should read, at the place that it concerns. */
export function Notice({
  kind = 'info',
  title,
  actions,
  children,
}: {
  kind?: keyof typeof icons
  title?: ComponentChildren
  actions?: ComponentChildren
  children?: ComponentChildren
}) {
  const Icon = icons[kind]
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden />
      <div class="stack tight">
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div class="actions">{actions}</div>}
    </div>
  )
}

/** Returns a sentence that says what an error means and what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof APIConnectionError) {
    return 'The service cannot be reached. This page keeps trying.'
  }
  if (error instanceof APIError && (error.details.length < 2 || namesAll(error))) return error.summary
  if (error instanceof Error) return error.message
  return String(error)
}

/** Tells whether the first sentence names everything that the details name, so that they would only repeat it. */
function namesAll({ summary, details }: APIError): boolean {
  return details.every(({ path }) => summary.includes(path.slice(path.lastIndexOf('/') + 1)))
}

/** An error with its request id, by which it is found in the service's log, and a button to try again. */
export function ErrorNotice({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title?: string
  onRetry?: () => void
}) {
  const requestId = error instanceof APIError ? error.requestId : undefined
  return (
    <Notice kind="bad" title={title} actions={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      <p>{messageOf(error)}</p>
      {requestId !== undefined && (
        <p class="small quiet">
          Request <span class="mono">{requestId}</span> <Copy text={requestId} what="the request id" />
        </p>
      )}
    </Notice>
  )
}
