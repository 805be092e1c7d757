import { useQuery } from '@tanstack/preact-query'
import type { Template } from 'postseal'
import { client } from '../../api/client.js'
import { notesOf } from '../versions/notes.js'

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

/** They take what a call has said of a template, or of its versions, for what is known. */
export const {
  note: noteTemplate,
  noteVersion,
  notePublished,
} = notesOf<Template>('templates', keyOf, keyOfVersion)
