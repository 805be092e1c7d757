import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'

/** What is chosen from changes seldom while somebody chooses. */
const staleTime = 30_000

/** All topics of a project, the newest first: it has 50 at most. Undefined while they are not known. */
export function useTopics(projectId: string) {
  const { data } = useQuery({
    queryKey: ['topics', 'all', projectId],
    queryFn: async ({ signal }) =>
      (await client.topics.list({ project_id: projectId, limit: 100 }, { signal })).data,
    staleTime,
  })
  return data
}
