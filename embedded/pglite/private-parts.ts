import { PGlite } from '@electric-sql/pglite'
import type { PGLiteSocketHandler, PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { readFileSync } from 'node:fs'
import { UnknownPartError } from './unknown-part-error.js'

/**
 * The undocumented parts of PGlite and pglite-socket that this folder knows. Code that replaces or calls one of these
 * parts gets it here, where it is checked first: a part that another release has moved would otherwise be replaced
 * where nothing calls it, and a commit would be answered before it is on the disk. README.md says why each is
 * replaced.
 */

const pglite = '@electric-sql/pglite'
const socket = '@electric-sql/pglite-socket'

/** The versions whose parts are known. package.json names the same. */
export const knownVersions: ReadonlyMap<string, string> = new Map([
  [pglite, '0.5.14'],
  [socket, '0.2.17'],
])

/** The parts of PGlite's WebAssembly module that run statements, as its JavaScript calls them. */
export interface MainLoop {
  _PostgresMainLoopOnce: () => void
  /** The first function that PGlite calls after it has caught the error that ended a statement. */
  stackRestore: (pointer: number) => void
}

/** The parts of Emscripten's file system in a folder (NODEFS) that are replaced or used. */
export interface NodeFolder {
  realPath(node: FileNode): string
  tryFSOperation<T>(operation: () => T): T
  readonly node_ops: Record<'unlink' | 'rename' | 'rmdir', (...parameters: unknown[]) => unknown> & {
    setattr: (node: FileNode, attributes: Attributes) => void
  }
  readonly stream_ops: {
    // oxlint-disable-next-line max-params -- Emscripten calls it.
    write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number) => number
    setattr: (stream: Stream, attributes: Attributes) => void
    /** Flushes a file. Emscripten has no such function, so that a flush succeeds and does nothing. */
    fsync?(stream: Stream): number
  }
}
export interface FileNode {
  readonly name: string
  readonly parent: FileNode
}
export interface Stream {
  readonly node: FileNode
  readonly nfd: number
}
interface Attributes {
  readonly size?: number
}

/** The parts of pglite-socket's server through which all messages of clients go, and which know whose turn it is. */
export interface ServerInternals {
  readonly handlers: ReadonlySet<PGLiteSocketHandler>
  readonly queryQueue: {
    readonly lastHandlerId: number | null
    enqueue(client: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number>
    clearQueueForHandler(client: number): void
    clearTransactionIfNeeded(client: number): Promise<void>
  }
}

/** The shape that a part must have. */
interface Form {
  readonly says: string
  holds(value: unknown): boolean
}

const takes = (count: number): Form => ({
  says: `a function of ${count} ${count === 1 ? 'parameter' : 'parameters'}`,
  holds: (value) => typeof value === 'function' && value.length === count,
})
const callable: Form = { says: 'a function', holds: (value) => typeof value === 'function' }
const absent: Form = { says: 'absent', holds: (value) => value === undefined }
const nobody: Form = { says: 'null', holds: (value) => value === null }
const set: Form = { says: 'a Set', holds: (value) => value instanceof Set }
const turnsOffFlushes: Form = {
  says: "a list with '-F', which turns flushes off",
  holds: (value) => Array.isArray(value) && value.filter((parameter) => parameter === '-F').length === 1,
}

/**
 * The parts of the class PGlite. The methods that pglite-socket calls on a database are replaced there, by a proxy.
 */
const partsOfPGlite = {
  defaultStartParams: turnsOffFlushes,
  'prototype.execProtocolRawStream': takes(2),
  'prototype.exec': takes(2),
  'prototype.isInTransaction': takes(0),
  'prototype.runExclusive': takes(1),
}

const partsOfMainLoop = { 'Module._PostgresMainLoopOnce': callable, 'Module.stackRestore': callable }

const nodefs = 'FS.filesystems.NODEFS'
const partsOfNodeFolder = {
  [`${nodefs}.realPath`]: takes(1),
  [`${nodefs}.tryFSOperation`]: takes(1),
  [`${nodefs}.node_ops.unlink`]: takes(2),
  [`${nodefs}.node_ops.rename`]: takes(3),
  [`${nodefs}.node_ops.rmdir`]: takes(2),
  [`${nodefs}.node_ops.setattr`]: takes(2),
  [`${nodefs}.stream_ops.write`]: takes(5),
  [`${nodefs}.stream_ops.setattr`]: takes(2),
  [`${nodefs}.stream_ops.fsync`]: absent,
}

const partsOfServer = {
  handlers: set,
  'queryQueue.lastHandlerId': nobody,
  'queryQueue.enqueue': takes(3),
  'queryQueue.clearQueueForHandler': takes(1),
  'queryQueue.clearTransactionIfNeeded': takes(1),
}

/**
 * Checks the installed versions.
 *
 * @throws UnknownPartError if one is not the one that this release knows
 */
export function checkVersions(installed: (name: string) => string = installedVersion): void {
  for (const [name, known] of knownVersions) {
    const found = installed(name)
    if (found !== known) throw new UnknownPartError({ name, known, found })
  }
}

/** Returns the version of a package as Node finds it from here. */
function installedVersion(name: string): string {
  const file = new URL('../package.json', import.meta.resolve(name))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/**
 * Returns the parameters that PGlite starts PostgreSQL with.
 *
 * @throws UnknownPartError if PGlite, or its parameters, are not as known
 */
export function startParameters(of: typeof PGlite = PGlite): readonly string[] {
  check(pglite, of, partsOfPGlite)
  return of.defaultStartParams
}

/**
 * Returns the parts of a PGlite that run statements.
 *
 * @throws UnknownPartError if one of the parts is not as known
 */
export function mainLoopOf(db: PGlite): MainLoop {
  check(pglite, db, partsOfMainLoop)
  return db.Module
}

/**
 * Returns the parts of the file system.
 *
 * @param module Emscripten's, before the folder is mounted
 * @throws UnknownPartError if one of the parts is not as known
 */
export function nodeFolderOf(module: object): NodeFolder {
  check(pglite, module, partsOfNodeFolder)
  return (module as { FS: { filesystems: { NODEFS: NodeFolder } } }).FS.filesystems.NODEFS
}

/**
 * Returns the internal parts of a server.
 *
 * @param server one that has served nobody
 * @throws UnknownPartError if one of the parts is not as known
 */
export function internalsOf(server: PGLiteSocketServer): ServerInternals {
  check(socket, server, partsOfServer)
  return server as unknown as ServerInternals
}

/**
 * Refuses a PGlite whose commits are not flushed.
 *
 * @throws UnknownPartError always: a commit has reached none of the flushes that were put in
 */
export function refuseUnflushed(): never {
  throw unknown(pglite, 'fsync', 'what a commit calls before its reply')
}

function check(name: string, whole: unknown, parts: Readonly<Record<string, Form>>): void {
  for (const [part, form] of Object.entries(parts)) {
    const value = part
      .split('.')
      .reduce<unknown>(
        (found, key) => (found as Readonly<Record<string, unknown>> | undefined | null)?.[key],
        whole,
      )
    if (!form.holds(value)) throw unknown(name, part, form.says)
  }
}

function unknown(name: string, part: string, form: string): UnknownPartError {
  const known = knownVersions.get(name) ?? ''
  return new UnknownPartError({ name, known, found: known, part, form })
}
