import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

/** The file system's calls, which a test replaces. */
export interface FlushCalls {
  open(path: string): number
  close(file: number): void
  flush(file: number, ended: (error: Error | null) => void): void
  flushNow(file: number): void
}

const realCalls: FlushCalls = {
  open: (path) => openSync(path, 'r'),
  close: closeSync,
  flush: fdatasync,
  flushNow: fdatasyncSync,
}

/** The number of segments of the write-ahead log that are kept open. Flushes are about the last one or two. */
const maxOpen = 4

/**
 * Flushes the write-ahead log of the embedded database to the disk. PostgreSQL asks for a flush at each
 * commit and waits for nothing; the replies wait instead. While a flush is in flight, other commits gather
 * for the next one.
 *
 *   clean --requested--> dirty --a flush begins--> in flight --its end--> clean, or dirty if requested meanwhile
 *   any --a flush fails--> failed: nothing is durable any more, and the process must end
 */
export class WalFlush {
  readonly #fail: (error: unknown) => void
  readonly #calls: FlushCalls
  /** Open segments by path, the most recently used one last. A file descriptor of our own outlives PostgreSQL's. */
  readonly #segments = new Map<string, number>()
  /** The paths that the next flush is about. */
  #dirty = new Set<string>()
  #requested = 0
  #flushed = 0
  #inFlight = false
  #failed = false
  #onFlushed: () => void = () => undefined

  /** @param fail called once if a flush fails */
  constructor(fail: (error: unknown) => void, calls = realCalls) {
    this.#fail = fail
    this.#calls = calls
  }

  /** The number of flushes that were requested; if it is more than `flushed`, the last of them are not done yet. */
  get requested(): number {
    return this.#requested
  }

  get flushed(): number {
    return this.#flushed
  }

  /** Calls back after each flush. */
  onFlushed(listener: () => void): void {
    this.#onFlushed = listener
  }

  /** Requests a flush of a segment, which begins with `start`. */
  request(path: string): void {
    this.#open(path)
    this.#dirty.add(path)
    this.#requested += 1
  }

  /** Begins a flush of the requested segments, unless one is in flight. */
  start(): void {
    if (this.#inFlight || this.#failed || this.#dirty.size === 0) return
    const upTo = this.#requested
    const files = [...this.#dirty].map((path) => this.#open(path))
    this.#dirty = new Set()
    this.#inFlight = true
    let left = files.length
    let failure: Error | null = null
    for (const file of files) {
      this.#calls.flush(file, (error) => {
        failure ??= error
        left -= 1
        if (left > 0) return
        this.#inFlight = false
        if (failure === null) this.#end(upTo)
        else this.#break(failure)
      })
    }
  }

  /** Flushes the requested segments before it returns, for writes that must not reach the disk before them. */
  flushNow(): void {
    if (this.#failed) throw new Error('the write-ahead log could not be flushed')
    if (this.#flushed === this.#requested) return
    const upTo = this.#requested
    try {
      // A segment whose flush is in flight is not dirty any more, and not flushed yet.
      for (const file of this.#segments.values()) this.#calls.flushNow(file)
    } catch (error) {
      this.#break(error)
      throw error
    }
    this.#dirty = new Set()
    this.#end(upTo)
  }

  #end(upTo: number): void {
    if (this.#failed) return
    this.#flushed = Math.max(this.#flushed, upTo)
    this.#closeOld()
    this.#onFlushed()
    this.start()
  }

  #break(error: unknown): void {
    if (this.#failed) return
    this.#failed = true
    this.#fail(error)
  }

  #open(path: string): number {
    const file = this.#segments.get(path) ?? this.#calls.open(path)
    this.#segments.delete(path)
    this.#segments.set(path, file)
    return file
  }

  /** Closes old segments, but only if nothing is in flight or dirty: then any segment can be closed. */
  #closeOld(): void {
    if (this.#inFlight || this.#dirty.size > 0) return
    for (const [path, file] of this.#segments) {
      if (this.#segments.size <= maxOpen) return
      this.#segments.delete(path)
      this.#calls.close(file)
    }
  }
}
