import { useLocation } from 'preact-iso/router'
import { useEffect, useRef } from 'preact/hooks'
import { queries } from './queries.js'

/**
 * Returns a function that deletes the thing that a page shows, goes to another page, and refreshes the queries of its
 * kind and the queries in `stale`. The query of the thing itself is removed only after its page is left, since the
 * page would otherwise ask for the thing once more.
 */
export function useDeletion(queryKey: readonly [kind: string, id: string], ...stale: (readonly string[])[]) {
  const { route } = useLocation()
  const isGone = useRef(false)
  useEffect(() => () => void (isGone.current && queries.removeQueries({ queryKey })), [])
  return async (call: PromiseLike<unknown>, next: string) => {
    await call
    route(next, true)
    isGone.current = true
    const [kind, gone] = queryKey
    const predicate = ({ queryKey: [, id] }: { queryKey: readonly unknown[] }) => id !== gone
    await Promise.all(
      [[kind], ...stale].map((key) => queries.invalidateQueries({ queryKey: key, predicate })),
    )
  }
}
