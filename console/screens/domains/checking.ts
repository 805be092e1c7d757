import { useQuery } from '@tanstack/preact-query'
import { APIError, type Domain } from 'postseal'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { useMay } from '../../state/session.js'

/** Milliseconds. While somebody looks it is checked so often, and after a while less. */
const interval = { soon: 10_000, later: 60_000, soonFor: 10 * 60_000 }

export interface Checking {
  readonly busy: boolean
  readonly error: unknown
  /** Whether it is checked by itself while somebody looks. */
  readonly isWatched: boolean
  /** Milliseconds between two checks. */
  readonly every: number
  readonly check: () => Promise<void>
}

/** Whether a check may change what a domain is worth: it is not verified, or a new key waits for its record. */
function waitsForDns({ status, dkim_keys }: Domain): boolean {
  return status !== 'verified' || dkim_keys.some((key) => key.status === 'pending')
}

/** Checks a domain, when asked and by itself while it waits for its DNS and somebody looks. */
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
      // Others of the workspace check, too: then it is their turn.
      if (thrown instanceof APIError && thrown.status === 429) wait = (thrown.retryAfter ?? 60) * 1000
      setError(thrown)
    }
    running.current = false
    setBusy(false)
    // No more than two thirds of what the workspace may ask for in a minute.
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
    // Who comes back has most likely changed something.
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
