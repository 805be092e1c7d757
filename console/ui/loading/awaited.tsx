import { ErrorNotice } from '../notices/notice.js'
import { Lines } from './skeleton.js'

/** A placeholder for a thing that a query has not loaded: lines while it loads, or the reason for the failure. */
export function Awaited({
  what,
  lines = 6,
  error,
  onRetry,
}: {
  /** Name of the thing in a word or two, such as `webhook`. */
  what: string
  lines?: number
  error: unknown
  onRetry: () => unknown
}) {
  if (error === null) return <Lines what={`the ${what}`} count={lines} />
  return (
    <ErrorNotice error={error} title={`This ${what} could not be loaded`} onRetry={() => void onRetry()} />
  )
}
