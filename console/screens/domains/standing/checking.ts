import { useQuery } from '@tanstack/preact-query'
import { APIError, type Domain } from 'postseal'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { useMay } from '../../../state/session.js'

/** Milliseconds between two checks while somebody looks at the domain: `soon` at first, `later` after `soonFor`. */
const interval = { soon: 10_000, later: 60_000, soonFor: 10 * 60_000 }

export interface Checking {
  readonly busy: boolean
  readonly error: unknown
  /** True if the domain is checked automatically while somebody looks at it. */
  readonly isWatched: boolean
  /** Milliseconds between two checks. */
  readonly every: number
  readonly check: () => Promise<void>
}

/** Tells whether a check may change the domain's state: it is not verified, or a new key waits for its record. */
function waitsForDns({ status, dkim_keys }: Domain): boolean {
  return status !== 'verified' || dkim_keys.some((key) => key.status === 'pending')
}

/** Checks a domain on request, and automatically while it waits for its DNS and somebody looks at it. */
export function useChecking(domain: Domain): Checking {
  const { id } = domain
  const may = useMay('admin')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const running = useRef(false)
  const since = useRef(Date.now())
  const [every, setEvery] = useState(interval.soon)
  const { data: workspace } = useQuery({
    queryKey: ['workspace'],
    queryFn: () => client.workspace.retrieve(),
    staleTime: 10 * 60_000,
  })
  const isWatched = may && waitsForDns(domain)

  const check = async (): Promise<number> => {
    if (running.current) return interval.soon
    running.current = true
    setBusy(true)
    let wait = Date.now() - since.current < interval.soonFor ? interval.soon : interval.later
    try {
      const checked = await client.domains.check(id, { maxRetries: 0, timeout: 60_000 })
      queries.setQueryData(['domains', id], checked)
      setError(undefined)
    } catch (thrown) {
      // Other users of the workspace check, too, and have used up the limit.
      if (thrown instanceof APIError && thrown.status === 429) wait = (thrown.retryAfter ?? 60) * 1000
      setError(thrown)
    }
    running.current = false
    setBusy(false)
    // At most two thirds of the checks that the workspace may make in a minute.
    wait = Math.max(wait, 90_000 / (workspace?.limits.checks_per_minute ?? 10))
    setEvery(wait)
    return wait
  }
  const latest = useRef(check)
  latest.current = check

  useEffect(() => {
    if (!isWatched) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const next = (wait: number) => {
      clearTimeout(timer)
      if (ended || document.hidden) return
      timer = setTimeout(() => void latest.current().then(next), wait)
    }
    // A person who comes back has most likely changed something.
    const onVisibility = () => (document.hidden ? clearTimeout(timer) : next(0))
    document.addEventListener('visibilitychange', onVisibility)
    next(domain.checked_at === null ? 0 : interval.soon)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [id, isWatched])

  return {
    busy,
    error,
    isWatched,
    every,
    check: async () => {
      since.current = Date.now()
      await check()
    },
  }
}
