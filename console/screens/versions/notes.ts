import { queries } from '../../api/queries.js'
import type { Version } from './versions-table.js'

/** A thing that has versions. */
interface Versioned {
  readonly id: string
  readonly latest_version: number
  readonly updated_at: string
}

/**
 * Makes functions that put the results of calls about a thing with versions into the cache of the queries.
 *
 * @param kind beginning of the thing's query keys
 */
export function notesOf<Thing extends Versioned>(
  kind: string,
  keyOf: (id: string) => readonly unknown[],
  keyOfVersion: (id: string, version: number) => readonly unknown[],
) {
  const note = (thing: Thing): Promise<void> => {
    queries.setQueryData(keyOf(thing.id), thing)
    return queries.invalidateQueries({ queryKey: [kind, 'list'] })
  }
  const freshVersions = (id: string) => void queries.invalidateQueries({ queryKey: [kind, 'versions', id] })
  return {
    /** Caches the thing itself. */
    note,
    /** Caches a version that was created. */
    noteVersion: (thing: Thing, made: Version): Promise<void> => {
      queries.setQueryData(keyOfVersion(thing.id, made.version), made)
      freshVersions(thing.id)
      return note({ ...thing, latest_version: made.version, updated_at: made.created_at })
    },
    /** Caches a thing whose version was published, and reloads the version, whose publication time has changed. */
    notePublished: async (thing: Thing, version: number): Promise<void> => {
      await queries.invalidateQueries({ queryKey: keyOfVersion(thing.id, version) })
      freshVersions(thing.id)
      await note(thing)
    },
  }
}
