import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'
import { withTimeout } from '../../../base/time/with-timeout.js'
import { ConfigError } from '../config/config-error.js'
import { version } from '../config/version.js'
import { Backlog, type Waiting } from './backlog.js'
import { isAboutRecipients, type LedgerEntry } from './entries.js'
import { isMisplaced, prepareFolder, reasonOf } from './folder.js'
import { tickMs } from './ticks.js'
import { LedgerWriter, type NewLine } from './writer.js'

/**
 * The max number of ticks that a change waits for its lines to be on the disk. Later it goes on, and the ledger is
 * behind.
 */
const maxTicks = 20
/** The max time that the end of the process waits for a last try, in milliseconds. */
const closeMs = 3_000
/** The pause between two tries to write, in milliseconds. */
const retryMs = 1_000
/** The max number of lines that wait for a disk that fails. Beyond it some are lost, and the ledger says how many. */
const maxWaiting = 20_000
/** The max number of lines that go to the disk at a time. */
const maxTogether = 2_000

/** The state of a ledger. */
export interface LedgerState {
  readonly folder: string
  /** The number of lines that are not on the disk yet. */
  readonly waiting: number
  /** The number of lines that were given up since this process started. */
  readonly lost: number
  /** The error that keeps the ledger from being written at present, and the time of the first one. */
  readonly failing: { readonly since: Date; readonly error: Error } | undefined
}

/** Keeps addresses out of the files of a ledger in clear. */
export interface LedgerAddresses {
  /** Returns the token of an address in its workspace, and the address sealed. */
  hide(workspaceId: string, address: string): { readonly who: string; readonly sealed: string }
  /**
   * Opens a sealed address.
   *
   * @returns undefined if another service sealed it, or it is damaged
   */
  reveal(workspaceId: string, sealed: string): string | undefined
}

/** Receives messages of a ledger while it runs. */
export interface LedgerNotices {
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

/**
 * An append-only record, outside of the database, of what was taken away from somebody. An entry is on the disk
 * before the database commits, so the ledger may know of something that did not come to pass, and never misses what
 * did.
 *
 * A disk that fails does not keep anybody from revoking a key: the change goes on, its lines wait in memory, and
 * {@link state} says so.
 */
export class Ledger {
  readonly folder: string
  readonly #writer: LedgerWriter
  #addresses: LedgerAddresses | undefined
  #notices: LedgerNotices | undefined
  readonly #waiting = new Backlog()
  #count = 0
  #lost = 0
  /**
   * The number of lines that were lost, and the time of the first one, of which the ledger itself does not say so
   * yet.
   */
  #untold = 0
  #untoldSince: Date | undefined
  #failing: { since: Date; error: Error } | undefined
  #writing: Promise<void> | undefined
  #isWriting = false
  /** True once this process has seen the folder and written to it. */
  #isReady = false
  #closed = false

  private constructor(folder: string) {
    this.folder = folder
    this.#writer = new LedgerWriter(folder, { host: hostname(), pid: process.pid, version })
  }

  /**
   * Opens the ledger of a folder, which it makes if it is missing. A ledger that cannot be written to at present, or
   * does not answer, is open all the same, and {@link state} says so.
   *
   * @throws ConfigError if there can be no such folder, such as below a file
   */
  static async open(folder: string): Promise<Ledger> {
    if (!path.isAbsolute(folder)) throw unusable(folder, 'its path is relative')
    const ledger = new Ledger(folder)
    await ledger.#prepare()
    const { error } = ledger.#failing ?? {}
    if (error === undefined || !isMisplaced(error)) return ledger
    ledger.#closed = true
    throw unusable(folder, reasonOf(error))
  }

  /** Sets the functions that hide addresses. Nothing with an address can be recorded before. */
  useAddresses(addresses: LedgerAddresses): void {
    this.#addresses = addresses
  }

  /** Sets the receiver of messages about a disk that fails. */
  useNotices(notices: LedgerNotices): void {
    this.#notices = notices
    if (this.#failing !== undefined) this.#tellFailure(this.#failing.error)
  }

  get state(): LedgerState {
    return { folder: this.folder, waiting: this.#count, lost: this.#lost, failing: this.#failing }
  }

  /** The file that this process writes at present. */
  get currentFile(): string | undefined {
    return this.#writer.path
  }

  /**
   * Records facts. It resolves when they are on the disk; if the disk fails or takes too long, it resolves all the
   * same, and the lines are written when that is possible.
   *
   * @param at the database's time, as in a {@link NewLine}
   */
  async append(at: string, entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0 || this.#closed) return
    // Lines that are given up before others are kept apart. Nearly always there is one kind of them.
    const groups = new Map<string | undefined, NewLine[]>()
    for (const entry of entries) {
      const recipientsOf = isAboutRecipients(entry.kind) ? entry.workspaceId : undefined
      const lines = groups.get(recipientsOf) ?? []
      groups.set(recipientsOf, lines)
      lines.push(this.#lineOf(at, entry))
    }
    await Promise.all([...groups].map(([recipientsOf, lines]) => this.#add(recipientsOf, lines)))
  }

  /** Leaves the file of this process if it is old, so that it is compacted; also if nothing is written any more. */
  async leaveOldFile(): Promise<void> {
    // The writer looks at the age with each line, too.
    if (!this.#isWriting) await this.#writer.leaveOld()
  }

  /** Writes the waiting lines once more, and closes the file. */
  async close(): Promise<void> {
    this.#closed = true
    // A disk that never answers does not keep the process from its end, nor one that nothing is to be written to.
    if (this.#isReady || this.#count > 0)
      await withTimeout(this.#writing ?? Promise.resolve(), closeMs, () => new Error('late')).catch(
        () => undefined,
      )
    if (this.#count > 0)
      this.#notices?.warn(
        { lines: this.#count, folder: this.folder },
        'the ledger could not be written until the end: a restore will not know what these lines say',
      )
    if (this.#count === 0) await this.#writer.close().catch(() => undefined)
  }

  /** Resolves when the folder can be written to, or is known to fail. From then on it is tried again and again. */
  #prepare(): Promise<void> {
    return this.#add(undefined, [])
  }

  #add(recipientsOf: string | undefined, lines: readonly NewLine[]): Promise<void> {
    return new Promise((written) => {
      this.#waiting.add({ lines, recipientsOf, written })
      this.#count += lines.length
      this.#giveUp()
      // The disk is known to fail, so there is nothing to wait for.
      if (this.#failing !== undefined) written()
      if (!this.#isWriting) this.#writing = this.#write()
    })
  }

  #lineOf(at: string, { kind, workspaceId, id, address, state, gives }: LedgerEntry): NewLine {
    const hidden = address === undefined ? undefined : this.#hide(workspaceId, address)
    // To erase an address means that nobody can read it again.
    const kept = kind === 'erasure' && hidden !== undefined ? { who: hidden.who } : hidden
    return {
      at,
      kind,
      ...(workspaceId !== undefined && { ws: workspaceId }),
      ...(id !== undefined && { id }),
      ...kept,
      ...(gives === true && { gives }),
      state,
    }
  }

  #hide(workspaceId: string | undefined, address: string) {
    if (this.#addresses === undefined || workspaceId === undefined)
      throw new Error(
        'an address of no workspace, or before the keys are there, cannot be recorded in the ledger',
      )
    return this.#addresses.hide(workspaceId, address)
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.size > 0) {
      const together = this.#waiting.take(maxTogether)
      const lines = together.flatMap((each) => each.lines)
      const watch = this.#watch(together)
      try {
        if (!this.#isReady) await prepareFolder(this.folder)
        this.#isReady = true
        if (lines.length > 0) await this.#writer.write(lines)
      } catch (error) {
        clearInterval(watch)
        this.#fail(error as Error)
        for (const { written } of together) written()
        this.#waiting.putBack(together)
        if (this.#closed) break
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
        continue
      }
      clearInterval(watch)
      this.#count -= lines.length
      for (const { written } of together) written()
      await this.#recover()
    }
    // In the same turn as the look at what waits, so that nothing comes in between and is left.
    this.#isWriting = false
  }

  /** Ends the waits for a disk that does not answer. */
  #watch(together: readonly Waiting[]): NodeJS.Timeout {
    let ticks = 0
    return setInterval(() => {
      ticks += 1
      if (ticks < maxTicks) return
      this.#fail(new Error('the disk does not answer'))
      for (const { written } of [...together, ...this.#waiting]) written()
    }, tickMs)
  }

  #giveUp(): void {
    while (this.#count > maxWaiting && this.#waiting.size > 1) {
      const given = this.#waiting.giveUp()
      if (given === undefined) return
      given.written()
      const { length } = given.lines
      this.#count -= length
      this.#lost += length
      this.#untold += length
      this.#untoldSince ??= this.#failing?.since ?? new Date()
    }
  }

  #fail(error: Error): void {
    if (this.#failing === undefined) this.#tellFailure(error)
    this.#failing = { since: this.#failing?.since ?? new Date(), error }
  }

  #tellFailure(error: Error): void {
    this.#notices?.warn(
      { err: error, folder: this.folder },
      'the ledger cannot be written: its lines wait in memory',
    )
  }

  /** Says in the ledger itself what it lacks. */
  async #recover(): Promise<void> {
    const [lost, since] = [this.#untold, this.#untoldSince]
    if (this.#failing !== undefined)
      this.#notices?.info({ folder: this.folder, lost }, 'the ledger is written again')
    this.#failing = undefined
    if (lost === 0 || since === undefined) return
    this.#untold = 0
    this.#untoldSince = undefined
    const at = new Date().toISOString().replace('Z', '000Z')
    const state = { lost, since: since.toISOString() }
    const gap: NewLine = { at, kind: 'gap', id: randomUUID(), state }
    await this.#writer.write([gap]).catch(() => {
      // The gap is reported with the next line that is written.
      this.#untold += lost
      this.#untoldSince = since
    })
  }
}

function unusable(folder: string, reason: string): ConfigError {
  return new ConfigError(`The ledger cannot be written to ${folder}: ${reason}. See POSTSEAL_LEDGER.`)
}
