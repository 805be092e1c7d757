import { Readable, PassThrough, pipeline, type Transform } from 'node:stream'
import { createGunzip, crc32, createInflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { packingOf, tellingBytes } from './format.js'
import { ReportRefused } from './refused.js'
import { isWhiteSpace, maxTrailing, type ReportSource } from './source.js'

/** Most bytes of XML that a report may have: the first of a file that the operator hands over, the second of mail. */
export const maxBytes = { ofFile: 512 * 1024 * 1024, ofMail: 128 * 1024 * 1024 } as const

const chunkSize = 64 * 1024

/** Opens a report as XML or JSON without its archive; each call reads it from its beginning. */
export type OpenReport = () => AsyncIterable<Uint8Array>

/**
 * Finds how a report is packed. It is unpacked only as it is read, so its size does not matter to memory.
 *
 * @param max most bytes of the report without its archive
 * @throws ReportRefused `not_a_report` if it is neither XML, JSON nor an archive; the opened report throws the other
 *   refusals
 */
export async function unpack(source: ReportSource, max: number): Promise<OpenReport> {
  switch (packingOf(await source.begin(tellingBytes))) {
    case 'gzip': {
      const limit = maxInflated(source.bytes, max)
      const packed = () => withoutLineEnds(source.read(), limit)
      return () => inflated(Readable.from(packed()), createGunzip({ chunkSize }), limit)
    }
    case 'zip':
      return () => unzipped(source, max)
    case 'xml':
    case 'json':
      if (source.bytes > max) throw new ReportRefused('too_large', 'The report is too large.')
      return () => source.read()
    default:
      throw new ReportRefused('not_a_report', 'This is neither XML nor JSON, nor a gzip or zip archive.')
  }
}

/** Most entries of an archive: beside the report some archives have folders, and the files that macOS adds. */
const maxEntries = 10

/**
 * Yields the one report of a zip archive. The archive only claims its sizes, so the bytes that come out are counted;
 * and since one entry is read, it does not matter whether entries overlap.
 *
 * @throws ReportRefused
 */
async function* unzipped(source: ReportSource, maxBytes: number): AsyncGenerator<Uint8Array> {
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
  const named = files.filter((entry) => /\.(xml|json)$/i.test(nameOf(entry)))
  const [entry, another] = named.length > 0 ? named : files
  if (entry === undefined) throw new ReportRefused('not_a_report', 'The archive contains no file.')
  if (another !== undefined) throw severalFiles()
  if (entry.isEncrypted()) throw new ReportRefused('encrypted_archive', 'The archive is encrypted.')
  if (entry.compressionMethod !== 8 && entry.compressionMethod !== 0) throw damaged()
  return entry
}

/** Decodes an entry's name, which the library does not do because it stops at odd ones. */
function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString('latin1')
}

function isAside(name: string): boolean {
  return name.endsWith('/') || /(^|\/)(__MACOSX\/|\._)/.test(name)
}

function severalFiles(): ReportRefused {
  return new ReportRefused('several_files', 'The archive contains several files, but one report is expected.')
}

/** Turns the library's errors, which word in their own way what is wrong with the archive, into refusals. */
async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isOfSystem(error) ? error : damaged()
  }
}

/**
 * Returns how many bytes may come out of an archive. Honest reports shrink to a hundredth at most; an archive that
 * shrinks to less than a thousandth was made to fill memory and time.
 *
 * @param packed the archive's size in bytes
 * @param max the limit for any archive, in bytes
 */
function maxInflated(packed: number, max: number): number {
  return Math.min(max, Math.max(1024 * 1024, packed * 1000))
}

/**
 * Yields the output of a decompressor, up to a limit.
 *
 * @throws ReportRefused `too_large`, or `damaged_archive` if it ends early or makes no sense
 */
async function* inflated(packed: Readable, inflate: Transform, max: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  pipeline(packed, inflate, () => undefined)
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > max) throw new ReportRefused('too_large', 'The report is too large once it is unpacked.')
      yield chunk
    }
  } catch (error) {
    throw error instanceof ReportRefused || isOfSystem(error) ? error : damaged()
  } finally {
    packed.destroy()
    inflate.destroy()
  }
}

function damaged(): ReportRefused {
  return new ReportRefused('damaged_archive', 'The archive is damaged or cut off.')
}

/** Returns whether an error is the system's: a disk that fails says nothing about the archive. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

const trailerBytes = 4

/**
 * Removes trailing white space from a gzip archive, as gzip(1) does: the decompressor would take it for another
 * archive. An archive ends with its last member's length (RFC 1952, section 2.3.1), so bytes that could be such a
 * length stay.
 *
 * @param max most bytes of the decompressed data
 */
export async function* withoutLineEnds(
  packed: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of packed) {
    const all = Buffer.concat([held, chunk])
    const kept = Math.max(0, all.length - maxTrailing - trailerBytes)
    if (kept > 0) yield all.subarray(0, kept)
    held = all.subarray(kept)
  }
  let end = held.length
  while (end > trailerBytes && held.readUInt32LE(end - trailerBytes) > max && isWhiteSpace(held[end - 1]))
    end -= 1
  yield held.subarray(0, end)
}
