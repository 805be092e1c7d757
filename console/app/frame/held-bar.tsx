import { useQuery } from '@tanstack/preact-query'
import type { SendingStatus } from 'postseal'
import { sendingStatus } from '../../api/sending.js'
import { Hourglass } from '../../icons/icons.js'
import { pathTo } from '../../state/location.js'
import { useMay } from '../../state/session.js'
import { countText } from '../../ui/figures/numbers.js'

/** Milliseconds between two polls. */
const refreshMs = 60_000

/** Tells admins and owners that the service holds back their mail since a restore. */
export function HeldBar() {
  const mayKnow = useMay('admin')
  const { data } = useQuery({
    ...sendingStatus,
    enabled: mayKnow,
    refetchInterval: refreshMs,
    staleTime: 10_000,
  })
  if (!mayKnow || data?.held == null) return null
  return (
    <div class="bar" role="status">
      <Hourglass size={16} aria-hidden />
      <span>
        Mail that was queued before the restore is held: the operator releases or drops it.{' '}
        {heldText(data.held)} <a href={pathTo('limits')}>Since when?</a>
      </span>
    </div>
  )
}

/**
 * Returns a sentence with the numbers of held deliveries and webhooks. A service of version 0.1.0 does not report
 * them.
 */
export function heldText({ deliveries, webhooks }: NonNullable<SendingStatus['held']>): string {
  const parts = [
    ...(deliveries === 0 ? [] : [deliveries === 1 ? '1 delivery' : `${countText(deliveries)} deliveries`]),
    ...(webhooks === 0 ? [] : [webhooks === 1 ? '1 webhook' : `${countText(webhooks)} webhooks`]),
  ]
  return `${parts.join(' and ')} ${deliveries + webhooks === 1 ? 'waits' : 'wait'} for that.`
}
