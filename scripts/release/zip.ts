import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  /** Its path in the archive, with slashes. */
  readonly name: string
  readonly content: Buffer
}

/** 1980-01-01 00:00, the first moment that the format knows: the same files give the same archive at any time. */
const DATE = 0x0021
const TIME = 0

/** UNIX, and a regular file that all may read. */
const MADE_BY = (3 << 8) | 20
const MODE = (0o100644 << 16) >>> 0

/** The name is UTF-8. */
const UTF8 = 0x0800
const DEFLATED = 8

/**
 * Makes a zip archive of files, in the order of their names.
 *
 * @throws Error where two files have one name, or there are more than the format without its extensions takes
 */
export function zip(files: readonly ZipFile[]): Buffer {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (new Set(sorted.map(({ name }) => name)).size !== files.length) throw new Error('A name is there twice.')
  if (files.length > 0xffff) throw new Error(`${files.length} files are too many for one archive.`)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of sorted) {
    const name = Buffer.from(file.name)
    const packed = deflateRawSync(file.content, { level: 9 })
    const common = commonPart(name, file.content, packed)
    const local = Buffer.concat([uint32(0x04034b50), common, name, packed])
    directory.push(
      Buffer.concat([
        uint32(0x02014b50),
        uint16(MADE_BY),
        common,
        // Neither a comment nor attributes of DOS, on the first and only disk.
        Buffer.alloc(6),
        uint32(MODE),
        uint32(offset),
        name,
      ]),
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = [uint32(0x06054b50), uint32(0), uint16(files.length), uint16(files.length)]
  return Buffer.concat([...parts, listed, ...end, uint32(listed.length), uint32(offset), uint16(0)])
}

/** What the directory of an archive and the file's own header both have. */
function commonPart(name: Buffer, content: Buffer, packed: Buffer): Buffer {
  const words = [20, UTF8, DEFLATED, TIME, DATE].map(uint16)
  const sizes = [crc32(content), packed.length, content.length].map(uint32)
  return Buffer.concat([...words, ...sizes, uint16(name.length), uint16(0)])
}

/** The checksum of a file as `sha256sum` prints it. */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
