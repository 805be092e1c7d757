import { useQuery } from '@tanstack/preact-query'
import type { User } from 'postseal'
import { client } from '../../api/client.js'

/** Loads all users, sorted by address: a workspace has 1,000 at most. */
export function useAllUsers(enabled = true): readonly User[] {
  const { data = [] } = useQuery({
    queryKey: ['users', 'all'],
    queryFn: async ({ signal }) => {
      const found: User[] = []
      for await (const user of client.users.list({ limit: 100 }, { signal })) found.push(user)
      return found.sort((one, other) => one.email.localeCompare(other.email))
    },
    staleTime: 60_000,
    enabled,
  })
  return data
}
