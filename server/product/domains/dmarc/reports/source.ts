import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { tailBytes, trailingBytes } from './zip-end.js'

/** Where a report's bytes are. They are read more than once: to see that all is well, and to keep them. */
export interface ReportSource {
  readonly bytes: number
  /** The first bytes, as many as there are up to the length. */
  begin(length: number): Promise<Buffer>
  read(): AsyncIterable<Uint8Array>
  /** @throws Error where it is no zip archive that can be read */
  zip(): Promise<ZipFile>
}

/** Names are taken as they are: nothing is ever written by them. */
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

/** @throws the error of the file system where there is no such file, or where it cannot be read */
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
  constructor(private readonly path: string) {
    super()
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.path, { start, end: end - 1 })
  }
}

const chunkBytes = 64 * 1024

async function* inChunks(buffer: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < buffer.length; at += chunkBytes) yield buffer.subarray(at, at + chunkBytes)
}
