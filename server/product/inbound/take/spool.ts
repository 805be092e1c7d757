import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { SMTPServerDataStream } from 'smtp-server'
import { subscriberNetwork } from '../../../mail/network/address-ranges.js'
import { newUuid } from '../../../platform/db/ids.js'
import { OwnedPlaces } from '../../../platform/queue/owned-places.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'
import { chunkBytes } from '../messages/inbound-message-rows.js'
import { LineEnds } from '../smtp/line-ends.js'

/** A message that was received to its end: a small one in memory, a large one in a file. */
export interface SpooledMail {
  /** Size in bytes. */
  readonly size: number
  readonly sha256: Buffer
  /** The bytes of a small message, or the absolute path of a large one's file. */
  readonly source: Buffer | string
  /** Yields the message in pieces of 256 KiB. The same memory is used for each piece. */
  pieces(): AsyncGenerator<Buffer>
  /** Deletes the file. Never throws. */
  discard(): Promise<void>
}

export interface SpoolLimits {
  /** Most bytes of a message; a larger one is refused with 552. */
  readonly messageBytes: number
  /** Most large messages that are received at once; one more is refused with 452. */
  readonly largeMessages: number
}

/** Largest parts of the places for large messages that one address and one workspace can take. */
export const largeShares = { ofAddress: 1 / 8, ofWorkspace: 1 / 4 } as const

/** The client of a message, and the workspaces that it is for. */
export interface Origin {
  readonly clientAddress: string
  readonly workspaceIds: readonly string[]
}

export const defaultSpoolLimits: SpoolLimits = {
  messageBytes: 25 * 1024 * 1024,
  // Takes at most a gigabyte of disk in total.
  largeMessages: 40,
}

/** Age in milliseconds from which on a file was left behind by a process that ended; no connection lasts as long. */
const staleMs = 3_600_000

/** Holds messages while they are received, parsed and stored. */
export class Spool {
  readonly #folder: string
  readonly #limits: SpoolLimits
  readonly #large: OwnedPlaces
  #ready: Promise<void> | undefined

  /**
   * @param folder folder that is made when it is first needed, readable by this user only
   */
  constructor(folder: string, limits: SpoolLimits = defaultSpoolLimits) {
    this.#folder = folder
    this.#limits = limits
    this.#large = new OwnedPlaces(limits.largeMessages)
  }

  get maxBytes(): number {
    return this.#limits.messageBytes
  }

  /**
   * Receives a message to its end. Memory does not grow with the message.
   *
   * @throws SmtpRefusal if the message is too large, or pretends to end more than once (SMTP smuggling), or if too
   *   many
   *   large ones are being received, in total or of its origin; Error if the client goes away, or the file cannot be
   *   written
   */
  async receive(stream: SMTPServerDataStream, origin: Origin): Promise<SpooledMail> {
    const incoming = new Incoming(() => this.#openLarge(origin))
    const lineEnds = new LineEnds()
    let refusal: SmtpRefusal | undefined
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Buffer
        lineEnds.push(bytes)
        // A refused message is read to its end, because the client listens only then.
        if (refusal === undefined) refusal = await this.#keep(incoming, bytes)
      }
      if (lineEnds.smuggling)
        throw new SmtpRefusal(550, '5.6.0 A line that is a dot ends with CRLF only', true)
      if (refusal !== undefined) throw refusal
      if (stream.sizeExceeded) throw tooLarge()
      return incoming.end()
    } catch (error) {
      await incoming.discard()
      throw error
    }
  }

  async #keep(incoming: Incoming, bytes: Buffer): Promise<SmtpRefusal | undefined> {
    const refusal =
      incoming.size + bytes.length > this.#limits.messageBytes ? tooLarge() : await incoming.add(bytes)
    if (refusal !== undefined) await incoming.discard()
    return refusal
  }

  async #openLarge({ clientAddress, workspaceIds }: Origin): Promise<LargeFile | SmtpRefusal> {
    const { ofAddress, ofWorkspace } = largeShares
    const closed = this.#large.take([
      { owner: subscriberNetwork(clientAddress), part: ofAddress },
      ...[...new Set(workspaceIds)].map((owner) => ({ owner, part: ofWorkspace })),
    ])
    if (closed === undefined)
      return new SmtpRefusal(452, '4.3.1 Too many large messages at once, try again later')
    try {
      await (this.#ready ??= prepare(this.#folder))
      const file = path.join(this.#folder, `${newUuid()}.eml`)
      return { path: file, handle: await open(file, 'wx+', 0o600), closed }
    } catch (error) {
      closed()
      // The folder may be there the next time.
      this.#ready = undefined
      throw error
    }
  }
}

interface LargeFile {
  readonly path: string
  readonly handle: FileHandle
  /** Called once, when the file is gone. */
  readonly closed: () => void
}

/** A message that is being received. */
class Incoming {
  size = 0
  readonly #hash = createHash('sha256')
  #chunks: Buffer[] = []
  #file: LargeFile | undefined
  readonly #openFile: () => Promise<LargeFile | SmtpRefusal>

  constructor(openFile: () => Promise<LargeFile | SmtpRefusal>) {
    this.#openFile = openFile
  }

  async add(bytes: Buffer): Promise<SmtpRefusal | undefined> {
    this.size += bytes.length
    this.#hash.update(bytes)
    if (this.#file === undefined && this.size > chunkBytes) {
      const file = await this.#openFile()
      if (file instanceof SmtpRefusal) return file
      this.#file = file
      for (const chunk of this.#chunks.splice(0)) await write(file.handle, chunk)
    }
    if (this.#file === undefined) this.#chunks.push(bytes)
    else await write(this.#file.handle, bytes)
    return undefined
  }

  async end(): Promise<SpooledMail> {
    const common = { size: this.size, sha256: this.#hash.digest(), discard: () => this.discard() }
    if (this.#file === undefined) {
      const bytes = Buffer.concat(this.#chunks)
      return { ...common, source: bytes, pieces: () => only(bytes) }
    }
    const { handle, path: file } = this.#file
    return { ...common, source: file, pieces: () => piecesOf(handle) }
  }

  async discard(): Promise<void> {
    this.#chunks = []
    const file = this.#file
    this.#file = undefined
    if (file === undefined) return
    await file.handle.close().catch(() => undefined)
    await rm(file.path, { force: true }).catch(() => undefined)
    file.closed()
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes
}

async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(chunkBytes)
  let position = 0
  for (;;) {
    let length = 0
    while (length < chunkBytes) {
      const { bytesRead } = await handle.read(piece, length, chunkBytes - length, position + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    if (length === 0) return
    yield piece.subarray(0, length)
    position += length
  }
}

async function write(handle: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const old = Date.now() - staleMs
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found?.isFile() === true && found.mtimeMs < old) await rm(file, { force: true })
  }
}

function tooLarge(): SmtpRefusal {
  return new SmtpRefusal(552, '5.3.4 The message is too large')
}
