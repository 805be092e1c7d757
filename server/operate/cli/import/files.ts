import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { fileSource } from '../../../product/domains/dmarc/reports/source.js'
import { CommandError } from '../../command-error.js'
import type { ExportKind, ExportProgram } from './exports.js'

/** A file of CSV of an export. */
export interface ExportFile {
  /** File name without its folder. */
  readonly name: string
  readonly kind: ExportKind
  /** Opens the file at its beginning, each time anew. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Largest number of files in an archive; one with more is not an export. */
const maxFiles = 100

/**
 * Returns the files of an export: of a folder, of a zip archive, or the one that is named.
 *
 * @returns files that suppress or opt out before the rest, so that an interrupted import mails nobody who left
 * @throws CommandError if the export cannot be read, or has no files
 */
export async function exportFiles(program: ExportProgram, given: string): Promise<ExportFile[]> {
  const found = await filesIn(given).catch((error: unknown) => {
    throw error instanceof CommandError ? error : unreadable(given, error)
  })
  if (found.length === 0) throw new CommandError(`${given} has no files of CSV.`)
  if (found.length > maxFiles) throw new CommandError(`${given} has more than ${maxFiles} files of CSV.`)
  const files = found.map(({ name, open }) => {
    const kind = program.kindOf(name.toLowerCase())
    if (typeof kind === 'string') throw new CommandError(`${name} is not a known export: ${kind}.`)
    return { name, kind, open: () => readable(name, open()) }
  })
  const order = ({ kind }: ExportFile) => (kind.suppressed === undefined ? (kind.optedOut ? 1 : 2) : 0)
  return files.sort((one, other) => order(one) - order(other))
}

/**
 * @throws CommandError if the file or its archive is damaged
 */
async function* readable(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    throw unreadable(name, error)
  }
}

function unreadable(name: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException
  return new CommandError(`${name} cannot be read (${code ?? message}).`)
}

type Found = Omit<ExportFile, 'kind'>

async function filesIn(given: string): Promise<Found[]> {
  const found = await stat(given)
  if (found.isDirectory()) {
    const names = (await readdir(given)).filter(isCsv).sort()
    return names.map((name) => plainFile(path.join(given, name)))
  }
  if (!found.isFile()) throw new CommandError(`${given} is not a file.`)
  const source = await fileSource(given)
  const begin = await source.begin(4)
  if (!begin.equals(zipSignature)) return [plainFile(given)]
  return eachEntry(given, (entry) => {
    const name = path.posix.basename(nameOf(entry))
    return isCsv(name) && !/(^|\/)__MACOSX\//.test(nameOf(entry)) ? [name, nameOf(entry)] : undefined
  })
}

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const isCsv = (name: string) => /\.csv$/i.test(name) && !name.startsWith('.')
const plainFile = (file: string): Found => ({
  name: path.basename(file),
  open: () => createReadStream(file) as AsyncIterable<Uint8Array>,
})

/** Decodes a name itself, because the library stops at odd ones. */
const nameOf = (entry: Entry) => entry.fileNameRaw.toString('utf8')

async function eachEntry(
  given: string,
  wanted: (entry: Entry) => readonly [name: string, path: string] | undefined,
): Promise<Found[]> {
  const files: Found[] = []
  const archive = await openZip(given)
  try {
    for await (const entry of archive.eachEntry()) {
      const found = wanted(entry)
      if (found === undefined) continue
      if (entry.isEncrypted())
        throw new CommandError(`${given} is encrypted: unpack it, and name its folder.`)
      files.push({ name: found[0], open: () => readEntry(given, found[1]) })
    }
  } finally {
    archive.close()
  }
  return files
}

async function* readEntry(given: string, name: string): AsyncGenerator<Uint8Array> {
  const archive = await openZip(given)
  try {
    for await (const entry of archive.eachEntry()) {
      if (nameOf(entry) !== name) continue
      const stream = await archive.openReadStreamPromise(entry)
      yield* stream as AsyncIterable<Uint8Array>
      return
    }
  } finally {
    archive.close()
  }
}

async function openZip(given: string): Promise<ZipFile> {
  const archive = await (await fileSource(given)).zip()
  // Reading throws each error of the archive; without a listener the error would also end the process.
  archive.on('error', () => undefined)
  return archive
}
