import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'
import { nodeFolderOf, type FileNode, type NodeFolder, type Stream } from '../pglite/private-parts.js'
import type { WalFlush } from './wal-flush.js'

/**
 * The folder of the embedded database, with the flushes that Emscripten leaves out: its NODEFS has no `fsync`, so
 * that PostgreSQL's call succeeds and does nothing. (Its `fdatasync` never does anything, so PostgreSQL must use
 * `fsync`.)
 *
 * A flush of the write-ahead log is only noted, and done later, for several commits together (WalFlush). PostgreSQL
 * takes it for done, and may go on to write pages that must not reach the disk before the log: then the flush is done
 * first. Any other flush is done at once.
 */
export class DurableFS extends NodeFS {
  readonly #wal: WalFlush

  constructor(folder: string, wal: WalFlush) {
    super(folder)
    this.#wal = wal
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [
      (module: object) => addFlushes(nodeFolderOf(module), this.#wal),
      ...((emscriptenOpts.preRun as unknown[] | undefined) ?? []),
    ] as NonNullable<typeof emscriptenOpts.preRun>
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Adds the flushes to Emscripten's file system. */
export function addFlushes(folder: NodeFolder, wal: WalFlush): void {
  const { node_ops: nodes, stream_ops: streams } = folder
  streams.fsync = (stream) => {
    if (isSegment(stream.node)) {
      wal.request(folder.realPath(stream.node))
    } else {
      wal.flushNow()
      flush(folder, stream)
    }
    return 0
  }
  const { write } = streams
  // oxlint-disable-next-line max-params -- Emscripten calls it.
  streams.write = (stream, buffer, offset, length, position) => {
    if (!isSegment(stream.node) && !isZero(buffer, offset, length)) wal.flushNow()
    if (stream.node.parent.name !== logFolder) return write(stream, buffer, offset, length, position)
    try {
      return write(stream, buffer, offset, length, position)
    } catch (error) {
      throw new DiskError('write to', error)
    }
  }
  const [setNode, setStream] = [nodes.setattr, streams.setattr]
  nodes.setattr = (node, attributes) => {
    if (attributes.size !== undefined) wal.flushNow()
    setNode(node, attributes)
  }
  streams.setattr = (stream, attributes) => {
    if (attributes.size !== undefined) wal.flushNow()
    setStream(stream, attributes)
  }
  for (const name of ['unlink', 'rename', 'rmdir'] as const) {
    const operation = nodes[name]
    nodes[name] = (...parameters) => {
      wal.flushNow()
      return operation(...parameters)
    }
  }
}

/**
 * A failure after which PostgreSQL panics. In PGlite it would be busy for ever, so PostgreSQL does not learn of it:
 * an error that is not Emscripten's goes through it, and the process ends.
 */
class DiskError extends Error {
  override name = 'DiskError'
  constructor(operation: 'write to' | 'flush', cause: unknown) {
    const { code, errno } = cause as { code?: string; errno?: number }
    const why = code ?? errnos.get(errno ?? 0) ?? `error ${errno}`
    super(`The embedded database could not ${operation} the disk (${why}). Is there room on it?`, { cause })
  }
}

/** Emscripten's error numbers. */
const errnos: ReadonlyMap<number, string> = new Map([
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [51, 'ENOSPC'],
])

function flush(folder: NodeFolder, { nfd }: Stream): void {
  try {
    fsyncSync(nfd)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EINVAL' && code !== 'EBADF') throw new DiskError('flush', error)
    // Some file systems cannot flush folders, and PostgreSQL goes on there.
    folder.tryFSOperation(() => {
      throw error
    })
  }
}

const logFolder = 'pg_wal'

/** Tells whether a file is a segment of the write-ahead log. */
function isSegment({ name, parent }: FileNode): boolean {
  return parent.name === logFolder && /^[0-9A-F]{24}$/.test(name)
}

const zeros = Buffer.alloc(65_536)

/** Tells whether all bytes are 0. Such pages extend a file, and may be there without anything in the log. */
function isZero(buffer: Uint8Array, offset: number, length: number): boolean {
  if (length > zeros.length || buffer[offset] !== 0) return false
  return zeros.subarray(0, length).equals(Buffer.from(buffer.buffer, buffer.byteOffset + offset, length))
}
