import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { useLive } from '../../api/live.js'
import { queries } from '../../api/queries.js'

/** Which first steps have happened; undefined while that is not known. */
export interface Steps {
  readonly message: boolean | undefined
  readonly domain: boolean | undefined
  readonly webhook: boolean | undefined
  readonly invite: boolean | undefined
}

/** Milliseconds between two looks at what no event tells: that a webhook was answered, and that a user was added. */
const lookAgain = 3_000

/** Whether each first step has happened in this workspace. Events are followed, so that they tick by themselves. */
export function useSteps(): Steps {
  const look = (name: keyof Steps, ask: () => Promise<boolean>, again?: number) =>
    // Always these four, in this order.
    useQuery({
      queryKey: ['steps', name],
      queryFn: ask,
      // What has happened does not unhappen.
      staleTime: ({ state }) => (state.data === true ? Infinity : 0),
      refetchInterval: ({ state }) => (again !== undefined && state.data === false ? again : false),
    }).data
  const steps = {
    message: look(
      'message',
      async () => (await client.events.list({ type: 'message.delivered', limit: 1 })).data.length > 0,
    ),
    domain: look('domain', async () =>
      (await client.domains.list({ limit: 100 })).data.some(({ status }) => status === 'verified'),
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
      void queries.invalidateQueries({ queryKey: ['steps'] })
    }
  })
  return steps
}
