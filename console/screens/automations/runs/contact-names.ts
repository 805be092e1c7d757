import { useQuery } from '@tanstack/preact-query'
import type { AutomationRun } from 'postseal'
import { client } from '../../../api/client.js'

/** Loads the addresses of the contacts of a page of runs, by their ids. Erased contacts are left out. */
export function useAddresses(runs: readonly AutomationRun[] | undefined): ReadonlyMap<string, string> {
  const ids = [...new Set((runs ?? []).map(({ contact_id }) => contact_id))].sort()
  const { data } = useQuery({
    queryKey: ['contacts', 'addresses', ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.allSettled(ids.map((id) => client.contacts.retrieve(id, { signal })))
      return new Map(
        found.flatMap((each) =>
          each.status === 'fulfilled' ? [[each.value.id, each.value.email] as const] : [],
        ),
      )
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  return data ?? new Map()
}

/** Finds the contact of a project with an address. */
export async function contactByAddress(projectId: string, email: string) {
  const { data } = await client.contacts.list({ email, project_id: projectId, limit: 1 })
  const [found] = data
  if (found === undefined) throw new Error('The project of this automation has no contact with this address.')
  return found
}
