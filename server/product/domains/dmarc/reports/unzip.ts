import { crc32, createInflateRaw } from 'node:zlib'
import { PassThrough } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { damaged, inflated, isOfSystem, maxInflated } from './inflate.js'
import { ReportRefused } from './refused.js'
import type { ReportSource } from './source.js'

/** Beside the report some archives have folders, and what macOS adds. */
const maxEntries = 10

/**
 * The one XML file of a zip archive. Its sizes are only what the archive says, so what really comes out is
 * counted; and since one entry is read, it is no matter whether entries lie over each other.
 *
 * @throws ReportRefused
 */
export async function* unzipped(source: ReportSource, maxBytes: number): AsyncGenerator<Uint8Array> {
  const archive = await reading(source.zip())
  // Reading throws each error of the archive; without a listener the error would also end the process.
  archive.on('error', () => undefined)
  try {
    const entry = await reportIn(archive)
    const raw = await reading(archive.openReadStreamPromise(entry, { decodeFileData: false }))
    const max = maxInflated(entry.compressedSize, maxBytes)
    const inflate = entry.compressionMethod === 8 ? createInflateRaw({ chunkSize }) : new PassThrough()
    let bytes = 0
    let sum = 0
    for await (const chunk of inflated(raw, inflate, max)) {
      bytes += chunk.length
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (bytes !== entry.uncompressedSize || sum !== entry.crc32) throw damaged()
  } finally {
    archive.close()
  }
}

const chunkSize = 64 * 1024

async function reportIn(archive: ZipFile): Promise<Entry> {
  if (archive.entryCount > maxEntries) throw severalFiles()
  const files: Entry[] = []
  try {
    for await (const entry of archive.eachEntry()) {
      if (!isAside(nameOf(entry))) files.push(entry)
    }
  } catch (error) {
    throw isOfSystem(error) ? error : damaged()
  }
  const named = files.filter((entry) => /\.xml$/i.test(nameOf(entry)))
  const [entry, another] = named.length > 0 ? named : files
  if (entry === undefined) throw new ReportRefused('not_a_report', 'The archive holds no file.')
  if (another !== undefined) throw severalFiles()
  if (entry.isEncrypted()) throw new ReportRefused('encrypted_archive', 'The archive is encrypted.')
  if (entry.compressionMethod !== 8 && entry.compressionMethod !== 0) throw damaged()
  return entry
}

/** Names are not decoded by the library, which stops at odd ones. */
function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString('latin1')
}

function isAside(name: string): boolean {
  return name.endsWith('/') || /(^|\/)(__MACOSX\/|\._)/.test(name)
}

function severalFiles(): ReportRefused {
  return new ReportRefused('several_files', 'The archive holds several files where one report is expected.')
}

/** The library's errors say what is wrong with the archive, in words of its own. */
async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isOfSystem(error) ? error : damaged()
  }
}
