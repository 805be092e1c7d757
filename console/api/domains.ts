import type { Domain } from 'postseal'
import { client } from './client.js'
import { queries } from './queries.js'

/** The first hundred domains, for parts of screens that all look at the same ones. */
export const firstDomains = {
  queryKey: ['domains', 'names'],
  queryFn: async () => (await client.domains.list({ limit: 100 })).data,
}

/** Milliseconds in which parts of one screen take the reply that one of them has asked for. */
const sharedMs = 2_000

/** Loads the first hundred domains, in one request for all who ask at the same time. */
export async function loadFirstDomains(): Promise<readonly Domain[]> {
  return queries.fetchQuery({ ...firstDomains, staleTime: sharedMs })
}
