import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso/router'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { Button } from '../ui/controls/button.js'
import { Notice } from '../ui/notices/notice.js'

/** Logs the error with its stack in the browser's console, as the browser does for an uncaught error. */
function report(thrown: unknown): void {
  reportError(thrown)
}

/** Keeps a screen that fails from taking the frame with it. The next screen begins anew. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary(report) as [unknown, () => void]
  const { path } = useLocation()
  useEffect(reset, [path])
  if (error === undefined || error === null) return <>{children}</>
  return (
    <Notice
      kind="bad"
      title="This page has failed"
      actions={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      {error instanceof Error ? error.message : 'Something unexpected happened.'} Reload the page. If it fails
      again, report it with what you did.
    </Notice>
  )
}
