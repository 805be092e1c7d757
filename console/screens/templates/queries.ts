import { useQuery } from '@tanstack/preact-query'
import type { Template } from 'postseal'
import { client } from '../../api/client.js'
import { notesOf } from '../versions/notes.js'

const keyOf = (id: string) => ['templates', 'one', id] as const
const keyOfVersion = (id: string, version: number) => ['templates', 'version', id, version] as const

/** Milliseconds between two polls for versions saved by somebody else. */
const look = 15_000

/** Loads a template, and polls it while it is shown, because others may save versions of it. */
export function useTemplate(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => client.templates.retrieve(id),
    refetchInterval: look,
  })
}

/** Loads a version, which never changes. */
export function useVersion(id: string, version: number | undefined) {
  return useQuery({
    queryKey: keyOfVersion(id, version ?? 0),
    queryFn: () => client.templates.retrieveVersion(id, version ?? 0),
    enabled: version !== undefined,
    staleTime: Infinity,
    // The previous version stays on screen until a newer one is loaded, but not that of another template.
    placeholderData: (before) => (before?.template_id === id ? before : undefined),
  })
}

/** Functions that put a template or a version returned by a call into the cache of the queries. */
export const {
  note: noteTemplate,
  noteVersion,
  notePublished,
} = notesOf<Template>('templates', keyOf, keyOfVersion)
