import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'

/** Milliseconds for which the topics count as fresh: they seldom change while somebody chooses. */
const staleTime = 30_000

/** Loads all topics of a project, which has 50 at most, the newest first. Undefined until they are loaded. */
export function useTopics(projectId: string) {
  const { data } = useQuery({
    queryKey: ['topics', 'all', projectId],
    queryFn: async ({ signal }) =>
      (await client.topics.list({ project_id: projectId, limit: 100 }, { signal })).data,
    staleTime,
  })
  return data
}
