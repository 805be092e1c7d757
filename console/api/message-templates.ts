import { useQuery } from '@tanstack/preact-query'
import type { Template } from 'postseal'
import { client } from './client.js'

async function templatesOf(projectId: string, signal: AbortSignal): Promise<Template[]> {
  const found: Template[] = []
  for await (const template of client.templates.list({ limit: 100 }, { signal })) {
    const { kind, project_id } = template
    if (kind === 'message' && (project_id === null || project_id === projectId)) found.push(template)
  }
  return found
}

/** Loads the templates of whole messages that a project can send; undefined while they are loaded. */
export function useMessageTemplates(projectId: string | undefined): readonly Template[] | undefined {
  const { data } = useQuery({
    queryKey: ['templates', 'messages of', projectId],
    queryFn: ({ signal }) => templatesOf(projectId ?? '', signal),
    enabled: projectId !== undefined,
    staleTime: 30_000,
  })
  return data
}
