import type { LeftOut } from './left-out.js'
import type { ExportFile } from './files.js'
import { readPeople, type ExportColumns, type Person } from './people.js'

/** A file with the numbers of people in it. */
export interface Surveyed {
  readonly file: ExportFile
  readonly columns: ExportColumns
  /** Numbers of contacts who may be subscribed to a list, of contacts who may not, and of addresses to suppress. */
  readonly counts: { wanted: number; unwanted: number; suppressed: number }
  readonly first: readonly Person[]
}

/** Number of people of a file that are shown. */
const maxFirst = 5

/**
 * Returns whether a person may be asked or subscribed: false if the person has opted out, or the address does not
 * work.
 */
export const isWanted = ({ unsubscribedAt }: Person, { kind }: ExportFile): boolean =>
  unsubscribedAt === undefined && kind.suppressed === undefined

/**
 * Reads all files to their ends, before anything is changed.
 *
 * @throws CommandError if one cannot be read
 */
export async function survey(
  files: readonly ExportFile[],
  leftOut: LeftOut,
  now: Date,
): Promise<readonly Surveyed[]> {
  const surveyed: Surveyed[] = []
  for (const file of files) {
    const counts = { wanted: 0, unwanted: 0, suppressed: 0 }
    const first: Person[] = []
    let columns: ExportColumns = { headers: [], uses: [] }
    for await (const batch of readPeople(file, leftOut, now)) {
      columns = batch.columns
      first.push(...batch.people.slice(0, maxFirst - first.length))
      for (const person of batch.people) {
        if (file.kind.hasContacts) counts[isWanted(person, file) ? 'wanted' : 'unwanted'] += 1
        if (person.suppression !== undefined) counts.suppressed += 1
      }
    }
    surveyed.push({ file, columns, counts, first })
  }
  return surveyed
}
