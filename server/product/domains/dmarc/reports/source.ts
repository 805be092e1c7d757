import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'

/** Gives access to a report's bytes. They are read more than once: to check the report, and to keep it. */
export interface ReportSource {
  readonly bytes: number
  /** Returns the first bytes, up to the length if there are as many. */
  begin(length: number): Promise<Buffer>
  read(): AsyncIterable<Uint8Array>
  /**
   * Opens the report as a zip archive.
   *
   * @throws Error if it is no zip archive that can be read
   */
  zip(): Promise<ZipFile>
}

/** Options that take names undecoded, which is safe because no file is ever written under them. */
const zipOptions = { decodeStrings: false, autoClose: false } as const

export function bufferSource(buffer: Buffer): ReportSource {
  return {
    bytes: buffer.length,
    begin: (length) => Promise.resolve(buffer.subarray(0, length)),
    read: () => inChunks(buffer),
    zip: () => {
      const trailing = trailingBytes(buffer.subarray(-tailBytes))
      return fromBufferPromise(buffer.subarray(0, buffer.length - trailing), zipOptions)
    },
  }
}

/**
 * Opens a report in a file.
 *
 * @throws the error of the file system if there is no such file, or it cannot be read
 */
export async function fileSource(path: string): Promise<ReportSource> {
  const { size } = await stat(path)
  const bytesAt = async (position: number, length: number) => {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
  return {
    bytes: size,
    begin: (length) => bytesAt(0, length),
    read: () => createReadStream(path) as AsyncIterable<Uint8Array>,
    zip: async () => {
      const tail = await bytesAt(Math.max(0, size - tailBytes), tailBytes)
      return fromRandomAccessReaderPromise(new FileReader(path), size - trailingBytes(tail), zipOptions)
    },
  }
}

/** Reads parts of a file for the library, which would otherwise read the file to its end. */
class FileReader extends RandomAccessReader {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

const chunkBytes = 64 * 1024

async function* inChunks(buffer: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < buffer.length; at += chunkBytes) yield buffer.subarray(at, at + chunkBytes)
}

/** Most bytes that may follow an archive. */
export const maxTrailing = 64

/** Returns whether a byte is a line end, a tab or a space, which some mailers append to an archive. */
export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x20
}

/** Bytes of the record that ends a zip archive without a comment (APPNOTE, section 4.3.16). */
const endBytes = 22
const endSignature = 0x06054b50

/** Number of last bytes that {@link trailingBytes} looks at. */
const tailBytes = endBytes + maxTrailing

/**
 * Counts the white space behind a zip archive. unzip(1) ignores it, but the library refuses the archive.
 *
 * @param tail the last bytes, {@link tailBytes} of them if there are as many
 * @returns 0 if the bytes before the white space are not the end of an archive without a comment
 */
function trailingBytes(tail: Buffer): number {
  let end = tail.length
  while (end > endBytes && isWhiteSpace(tail[end - 1])) end -= 1
  const begin = end - endBytes
  const isEnd = begin >= 0 && tail.readUInt32LE(begin) === endSignature && tail.readUInt16LE(end - 2) === 0
  return isEnd ? tail.length - end : 0
}
