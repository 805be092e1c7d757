import { buffer } from 'node:stream/consumers'
import { ZipFile as Archive } from 'yazl'

export interface ZipFile {
  /** Its path in the archive, with slashes. */
  readonly name: string
  readonly content: Buffer
}

/** The first moment that the format knows, in any zone: the same files give the same archive at any time. */
const mtime = new Date(1980, 0, 1)

/** A regular file that everybody may read. */
const mode = 0o100644

/**
 * Makes a zip archive of files, in the order of their names.
 *
 * @throws Error where two files have one name
 */
export async function zip(files: readonly ZipFile[]): Promise<Buffer> {
  if (new Set(files.map(({ name }) => name)).size !== files.length) throw new Error('A name is there twice.')
  const archive = new Archive()
  for (const { name, content } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    archive.addBuffer(content, name, { mtime, mode, forceDosTimestamp: true, compressionLevel: 9 })
  }
  archive.end()
  return buffer(archive.outputStream)
}
