import { pipeline, type Readable, type Transform } from 'node:stream'
import { ReportRefused } from './refused.js'
import { isWhiteSpace, maxTrailing } from './white-space.js'

/**
 * How many bytes may come out of an archive. Honest reports shrink to a hundredth at most; what shrinks to
 * less than a thousandth was made to fill memory and time.
 *
 * @param packed the archive's size in bytes
 * @param max the limit for any archive, in bytes
 */
export function maxInflated(packed: number, max: number): number {
  return Math.min(max, Math.max(1024 * 1024, packed * 1000))
}

/**
 * What comes out of a decompressor, up to a limit.
 *
 * @throws ReportRefused `too_large`, or `damaged_archive` where it ends early or makes no sense
 */
export async function* inflated(
  packed: Readable,
  inflate: Transform,
  max: number,
): AsyncGenerator<Uint8Array> {
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

export function damaged(): ReportRefused {
  return new ReportRefused('damaged_archive', 'The archive is damaged or cut off.')
}

/** A disk that fails says nothing about the archive. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

const trailerBytes = 4

/**
 * Removes trailing white space from a gzip archive, as gzip(1) does: the decompressor would take it for
 * another archive. An archive ends with its last member's length (RFC 1952, section 2.3.1), so bytes that
 * could be such a length stay.
 *
 * @param max the max length of the decompressed data, in bytes
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
