import { queries } from '../../api/queries.js'
import type { Version } from './versions-table.js'

/** The kind of thing that has versions. */
interface Versioned {
  readonly id: string
  readonly latest_version: number
  readonly updated_at: string
}

/**
 * Takes what calls have said of a thing with versions for what is known.
 *
 * @param kind what the keys of its queries begin with
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
    /** The thing itself. */
    note,
    /** A version that was made. */
    noteVersion: (thing: Thing, made: Version): Promise<void> => {
      queries.setQueryData(keyOfVersion(thing.id, made.version), made)
      freshVersions(thing.id)
      return note({ ...thing, latest_version: made.version, updated_at: made.created_at })
    },
    /** A publication: the version has another time, too. */
    notePublished: async (thing: Thing, version: number): Promise<void> => {
      await queries.invalidateQueries({ queryKey: keyOfVersion(thing.id, version) })
      freshVersions(thing.id)
      await note(thing)
    },
  }
}
