import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { withTimeout } from '../../mail/time/with-timeout.js'
import { ConfigError } from '../config/config-error.js'
import { reasons } from '../config/data-dir.js'
import { version } from '../config/version.js'
import type { LedgerEntry } from './entries.js'
import { LedgerWriter, type NewLine } from './writer.js'

/**
 * How long a change waits for its lines to be on the disk, as so many ticks of so many milliseconds. Later it goes on,
 * and the ledger is behind. A process that stands still for a while has had one tick.
 */
const maxTicks = 20
const tickMs = 100
/** How long the end of the process waits for a last try. */
const closeMs = 3_000
/** From one try to write to the next, in milliseconds. */
const retryMs = 1_000
/** How many lines wait for a disk that fails. Of more the first are lost, and the ledger says how many. */
const maxWaiting = 20_000
/** How many go to the disk at a time. */
const maxTogether = 2_000

/** How a ledger is. */
export interface LedgerState {
  readonly folder: string
  /** How many lines are not on the disk yet. */
  readonly waiting: number
  /** How many lines were given up, since this process started. */
  readonly lost: number
  /** Why it cannot be written at present, and since when. */
  readonly failing: { readonly since: Date; readonly error: Error } | undefined
}

/** Keeps addresses out of the files of a ledger in clear. */
export interface LedgerAddresses {
  /** Returns what stands for an address in its workspace, and the address sealed. */
  hide(workspaceId: string, address: string): { readonly who: string; readonly sealed: string }
  /** @returns undefined where it was sealed by another service, or is damaged */
  reveal(workspaceId: string, sealed: string): string | undefined
}

/** What a ledger tells of itself while it runs. */
export interface LedgerNotices {
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

/**
 * An append-only record, outside of the database, of what was taken away from somebody. It is on the disk before the
 * database commits, so it may know of something that did not come to pass, and never misses what did.
 *
 * A disk that fails does not keep anybody from revoking a key: the change goes on, its lines wait in memory, and
 * {@link state} says so.
 */
export class Ledger {
  readonly folder: string
  readonly #writer: LedgerWriter
  #addresses: LedgerAddresses | undefined
  #notices: LedgerNotices | undefined
  #waiting: { readonly lines: readonly NewLine[]; readonly written: () => void }[] = []
  #count = 0
  #lost = 0
  #untold = 0
  #failing: { since: Date; error: Error } | undefined
  #writing: Promise<void> | undefined
  #isWriting = false
  #closed = false

  private constructor(folder: string) {
    this.folder = folder
    this.#writer = new LedgerWriter(folder, { host: hostname(), pid: process.pid, version })
  }

  /**
   * Opens the ledger of a folder, which it makes where it is missing.
   *
   * @throws ConfigError where nothing can be written there
   */
  static async open(folder: string): Promise<Ledger> {
    await prepare(folder).catch((error: unknown) => {
      const { code, message } = error as NodeJS.ErrnoException
      const reason = reasons.get(code ?? '') ?? message
      throw new ConfigError(`The ledger cannot be written to ${folder}: ${reason}. See POSTSEAL_LEDGER.`)
    })
    return new Ledger(folder)
  }

  /** Tells the ledger how it hides addresses. Nothing with an address can be recorded before. */
  useAddresses(addresses: LedgerAddresses): void {
    this.#addresses = addresses
  }

  /** Tells the ledger where it says that its disk fails. */
  useNotices(notices: LedgerNotices): void {
    this.#notices = notices
  }

  get state(): LedgerState {
    return { folder: this.folder, waiting: this.#count, lost: this.#lost, failing: this.#failing }
  }

  /** The file that this process writes at present. */
  get currentFile(): string | undefined {
    return this.#writer.path
  }

  /**
   * Records facts. It resolves when they are on the disk; where the disk fails or takes too long, it resolves all the
   * same, and the lines are written when that is possible.
   *
   * @param at the database's time, as in a {@link NewLine}
   */
  append(at: string, entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0 || this.#closed) return Promise.resolve()
    return new Promise((written) => {
      this.#waiting.push({ lines: entries.map((entry) => this.#lineOf(at, entry)), written })
      this.#count += entries.length
      this.#giveUpFirst()
      // The disk is known to fail, so there is nothing to wait for.
      if (this.#failing !== undefined) written()
      if (!this.#isWriting) this.#writing = this.#write()
    })
  }

  /** Leaves the file of this process if it is old, so that it is compacted; also where nothing is written any more. */
  async leaveOldFile(): Promise<void> {
    // Whoever writes looks at the age, too.
    if (!this.#isWriting) await this.#writer.leaveOld()
  }

  /** Writes what waits once more, and closes the file. */
  async close(): Promise<void> {
    this.#closed = true
    // A disk that never answers does not keep the process from its end.
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
    while (this.#waiting.length > 0) {
      const together = this.#take()
      const watch = this.#watch(together)
      try {
        await this.#writer.write(together.flatMap(({ lines }) => lines))
      } catch (error) {
        clearInterval(watch)
        this.#fail(error as Error)
        for (const { written } of together) written()
        this.#waiting.unshift(...together)
        if (this.#closed) break
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
        continue
      }
      clearInterval(watch)
      this.#count -= together.reduce((sum, { lines }) => sum + lines.length, 0)
      for (const { written } of together) written()
      await this.#recover()
    }
    // In the same turn as the look at what waits, so that nothing comes in between and is left.
    this.#isWriting = false
  }

  /** Lets nobody wait any longer for a disk that does not answer. */
  #watch(together: readonly { readonly written: () => void }[]): NodeJS.Timeout {
    let ticks = 0
    return setInterval(() => {
      ticks += 1
      if (ticks < maxTicks) return
      this.#fail(new Error('the disk does not answer'))
      for (const { written } of [...together, ...this.#waiting]) written()
    }, tickMs)
  }

  #take() {
    let count = 0
    const end = this.#waiting.findIndex(({ lines }) => (count += lines.length) > maxTogether)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end))
  }

  #giveUpFirst(): void {
    while (this.#count > maxWaiting && this.#waiting.length > 1) {
      const [first] = this.#waiting.splice(0, 1)
      const lines = first?.lines.length ?? 0
      first?.written()
      this.#count -= lines
      this.#lost += lines
      this.#untold += lines
    }
  }

  #fail(error: Error): void {
    if (this.#failing === undefined)
      this.#notices?.warn(
        { err: error, folder: this.folder },
        'the ledger cannot be written: its lines wait in memory',
      )
    this.#failing = { since: this.#failing?.since ?? new Date(), error }
  }

  /** Says in the ledger itself what it lacks. */
  async #recover(): Promise<void> {
    if (this.#failing === undefined) return
    const { since } = this.#failing
    const untold = this.#untold
    this.#failing = undefined
    this.#untold = 0
    this.#notices?.info({ folder: this.folder, lost: untold }, 'the ledger is written again')
    if (untold === 0) return
    const at = new Date().toISOString().replace('Z', '000Z')
    const gap: NewLine = {
      at,
      kind: 'gap',
      id: randomUUID(),
      state: { lost: untold, since: since.toISOString() },
    }
    await this.#writer.write([gap]).catch(() => (this.#untold += untold))
  }
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  // A file system that is mounted to be read only, or is full, shows it only now.
  const probe = path.join(folder, `.probe-${randomUUID()}`)
  await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 })
  await rm(probe)
}
