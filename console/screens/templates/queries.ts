import { useQuery } from '@tanstack/preact-query'
import type { Template, TemplateVersion } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'

const keyOf = (id: string) => ['templates', 'one', id] as const
const keyOfVersion = (id: string, version: number) => ['templates', 'version', id, version] as const

/** Milliseconds between two looks at whether somebody else saved a version. */
const look = 15_000

/** A template. It is looked at again while it is shown: others may save versions of it. */
export function useTemplate(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => client.templates.retrieve(id),
    refetchInterval: look,
  })
}

/** A version. It never changes. */
export function useVersion(id: string, version: number | undefined) {
  return useQuery({
    queryKey: keyOfVersion(id, version ?? 0),
    queryFn: () => client.templates.retrieveVersion(id, version ?? 0),
    enabled: version !== undefined,
    staleTime: Infinity,
    // The version before stays until a newer one is there, but not that of another template.
    placeholderData: (before) => (before?.template_id === id ? before : undefined),
  })
}

/** Takes what a call has said of a template for what is known. */
export function noteTemplate(template: Template): Promise<void> {
  queries.setQueryData(keyOf(template.id), template)
  return queries.invalidateQueries({ queryKey: ['templates', 'list'] })
}

/** Takes a version that was made for what is known. */
export function noteVersion(template: Template, made: TemplateVersion): Promise<void> {
  queries.setQueryData(keyOfVersion(template.id, made.version), made)
  void queries.invalidateQueries({ queryKey: ['templates', 'versions', template.id] })
  return noteTemplate({ ...template, latest_version: made.version, updated_at: made.created_at })
}

/** Takes a publication for what is known: the version has another time, too. */
export async function notePublished(template: Template, version: number): Promise<void> {
  await queries.invalidateQueries({ queryKey: keyOfVersion(template.id, version) })
  void queries.invalidateQueries({ queryKey: ['templates', 'versions', template.id] })
  await noteTemplate(template)
}
