import { ErrorNotice } from '../notices/notice.js'
import { Lines } from './skeleton.js'

/** What stands in the place of one thing that a query has not brought: lines while it comes, or why it does not. */
export function Awaited({
  what,
  lines = 6,
  error,
  onRetry,
}: {
  /** In a word or two, such as `webhook`. */
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
