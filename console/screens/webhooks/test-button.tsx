import { useQuery } from '@tanstack/preact-query'
import { Zap } from '../../icons/icons.js'
import type { WebhookDelivery } from 'postseal'
import { useAction } from '../../api/action.js'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { messageOf } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { outcomeOf, statusOf } from './words.js'

/** Milliseconds between two polls of a delivery that is under way. */
export const lookEvery = 1_000

/** Tells whether a delivery may still change within moments. */
export function isOnItsWay({ status, attempts }: WebhookDelivery): boolean {
  return status === 'delivering' || (status === 'pending' && attempts.length === 0)
}

/** A button that sends a test event, and shows the outcome beside itself. */
export function TestButton({ webhookId, disabled }: { webhookId: string; disabled?: boolean }) {
  const sent = useAction({
    mutationFn: () => client.webhooks.test(webhookId),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['webhooks', webhookId] }),
  })
  const { data: delivery = sent.data } = useQuery({
    queryKey: ['webhooks', webhookId, 'test', sent.data?.id],
    queryFn: async () => {
      const found = await client.webhooks.retrieveDelivery(webhookId, sent.data?.id ?? '')
      if (!isOnItsWay(found)) await queries.invalidateQueries({ queryKey: ['webhooks', 'health'] })
      return found
    },
    enabled: sent.data !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || isOnItsWay(state.data) ? lookEvery : false),
  })
  return (
    <>
      <span role="status" class="test-outcome">
        {sent.isError && <Status of="refused">{messageOf(sent.error)}</Status>}
        {delivery !== undefined && (
          <a href={pathTo(`webhooks/${webhookId}`, { delivery: delivery.id })}>
            <Status of={statusOf(delivery)}>{outcomeOf(delivery)}</Status>
          </a>
        )}
      </span>
      <Button
        icon={Zap}
        needs="admin"
        busy={sent.isPending}
        disabled={disabled === true}
        onClick={() => sent.mutate()}
      >
        Send a test event
      </Button>
    </>
  )
}
