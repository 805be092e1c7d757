import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { firstDomains, loadFirstDomains } from '../../api/domains.js'
import { useLive } from '../../api/live.js'
import { queries } from '../../api/queries.js'

/** State of the first steps: true once a step has happened; undefined while that is unknown. */
export interface Steps {
  readonly message: boolean | undefined
  readonly domain: boolean | undefined
  readonly webhook: boolean | undefined
  readonly invite: boolean | undefined
}

/**
 * Milliseconds between two polls for steps without an event: a webhook that was answered, and a user who was added.
 */
const lookAgain = 3_000

/**
 * Tells which of the first steps have happened in this workspace. Events are followed, so that the steps are ticked
 * without a reload.
 */
export function useSteps(): Steps {
  const look = (name: keyof Steps, ask: () => Promise<boolean>, again?: number) =>
    // Always these four, in this order.
    useQuery({
      queryKey: ['steps', name],
      queryFn: ask,
      // A step that has happened stays so.
      staleTime: ({ state }) => (state.data === true ? Infinity : 0),
      refetchInterval: ({ state }) => (again !== undefined && state.data === false ? again : false),
    }).data
  const steps = {
    message: look(
      'message',
      async () => (await client.events.list({ type: 'message.delivered', limit: 1 })).data.length > 0,
    ),
    domain: look('domain', async () =>
      (await loadFirstDomains()).some(({ status }) => status === 'verified'),
    ),
    webhook: look(
      'webhook',
      async () => (await client.webhooks.listDeliveries({ status: 'delivered', limit: 1 })).data.length > 0,
      lookAgain,
    ),
    invite: look('invite', async () => (await client.users.list({ limit: 2 })).data.length > 1, lookAgain),
  }
  const isOpen = steps.message === false || steps.domain === false
  useLive(isOpen ? {} : undefined, (events) => {
    if (events.some(({ type }) => type === 'message.delivered' || type === 'domain.verified')) {
      void queries.invalidateQueries({ queryKey: firstDomains.queryKey })
      void queries.invalidateQueries({ queryKey: ['steps'] })
    }
  })
  return steps
}
