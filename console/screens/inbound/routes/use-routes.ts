import { useQuery } from '@tanstack/preact-query'
import type { InboundRoute } from 'postseal'
import { client } from '../../../api/client.js'

/** Loads all routes of the workspace, which has at most 500. Undefined until they are loaded. */
export function useRoutes(): readonly InboundRoute[] | undefined {
  const { data } = useQuery({
    queryKey: ['inbound-routes', 'all'],
    queryFn: async ({ signal }) => {
      const all: InboundRoute[] = []
      for await (const route of client.inbound.listRoutes({ limit: 100 }, { signal })) all.push(route)
      return all
    },
    staleTime: 30_000,
  })
  return data
}
