import type { FileHandle } from 'node:fs/promises'
import { TimeSlice } from '../../../base/time/time-slice.js'

/** Source of a message to take apart. It can be read more than once, from anywhere. */
export interface MailSource {
  /** Size in bytes. */
  readonly size: number
  /** Reads the bytes from `begin` up to `end`, in chunks of any size. No chunk is written to again. */
  read(begin: number, end: number): AsyncIterable<Uint8Array>
}

const chunkBytes = 64 * 1024

/**
 * @param maxChunk for tests: size of the chunks that it is read in
 */
export function bufferSource(raw: Uint8Array, maxChunk = chunkBytes): MailSource {
  return {
    size: raw.length,
    async *read(begin, end) {
      for (let at = begin; at < end; at += maxChunk) yield raw.subarray(at, Math.min(at + maxChunk, end))
    },
  }
}

/**
 * Reads a message in memory and lets other tasks have their turn between two chunks.
 *
 * @param slice a time slice that the reader shares with other work on the message
 */
export function pacedSource(raw: Uint8Array, slice = new TimeSlice()): MailSource {
  const source = bufferSource(raw)
  return {
    size: source.size,
    async *read(begin, end) {
      for await (const chunk of source.read(begin, end)) {
        yield chunk
        await slice.pause()
      }
    },
  }
}

/**
 * Reads a message from a file, which has to stay open and unchanged. The block that was read last is kept, since many
 * small parts are in one.
 *
 * @param size size of the file, in bytes
 */
export function fileSource(file: FileHandle, size: number): MailSource {
  let kept: { readonly begin: number; readonly bytes: Uint8Array } | undefined
  const blockWith = async (position: number) => {
    const begin = position - (position % chunkBytes)
    if (kept?.begin === begin) return kept
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes, begin)
    kept = { begin, bytes: buffer.subarray(0, bytesRead) }
    return kept
  }
  return {
    size,
    async *read(begin, end) {
      for (let at = begin; at < end;) {
        const block = await blockWith(at)
        const piece = block.bytes.subarray(at - block.begin, end - block.begin)
        // The file is shorter than its given size.
        if (piece.length === 0) return
        yield piece
        at += piece.length
      }
    },
  }
}
