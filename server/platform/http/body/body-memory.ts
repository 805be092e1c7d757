import type { BodyMemoryConfig } from '../../config/defaults.js'
import { ApiError } from '../errors/api-error.js'

/** An owner of a part of the memory. It may hold at most that part. */
export interface BodyOwner {
  readonly name: string
  readonly part: number
}

/** The max part of the memory that bodies of one workspace take, or those of all strangers. */
export const partOfWorkspace = 1 / 2
/**
 * The max part of the memory that bodies of one stranger's address take, or those that come to the webhook receivers
 * of a workspace.
 */
export const partOfStranger = 1 / 16

/**
 * Returns the owners of a body of a client that has not authenticated. Its bodies leave room for those of other
 * strangers.
 */
export function strangerAt(network: string): readonly BodyOwner[] {
  return [
    { name: 'strangers', part: partOfWorkspace },
    { name: `stranger ${network}`, part: partOfStranger },
  ]
}

/**
 * Returns the owners of a body that comes to a workspace's webhook receiver from anybody who knows its address.
 * Requests of the workspace itself go on beside it.
 */
export function receiversOf(workspaceId: string): readonly BodyOwner[] {
  return [{ name: `receivers ${workspaceId}`, part: partOfStranger }]
}

/** The memory for small bodies, the memory for large ones, or the memory for those large ones that are handled. */
class Share {
  #used = 0
  readonly #byOwner = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Takes bytes if they fit. An owner gets its part at most, except that its first body may be larger.
   *
   * @returns whether the bytes were taken
   */
  take(owners: readonly BodyOwner[], bytes: number): boolean {
    if (this.#used + bytes > this.#max || !this.isWithinPart(owners, bytes)) return false
    this.add(owners, bytes)
    return true
  }

  isWithinPart(owners: readonly BodyOwner[], bytes: number): boolean {
    return owners.every(({ name, part }) => {
      const own = this.#byOwner.get(name) ?? 0
      return own === 0 || own + bytes <= this.#max * part
    })
  }

  /** Tells whether this many more bytes of any owner fit. A body that is alone may be larger than the whole share. */
  hasRoom(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#max
  }

  add(owners: readonly BodyOwner[], bytes: number): void {
    this.#used += bytes
    for (const { name } of owners) this.#byOwner.set(name, (this.#byOwner.get(name) ?? 0) + bytes)
  }

  give(owners: readonly BodyOwner[], bytes: number): void {
    this.#used -= bytes
    for (const { name } of owners) {
      const own = (this.#byOwner.get(name) ?? 0) - bytes
      if (own > 0) this.#byOwner.set(name, own)
      else this.#byOwner.delete(name)
    }
  }
}

interface Waiting {
  readonly owners: readonly BodyOwner[]
  readonly bytes: number
  readonly start: () => void
}

/**
 * Bounds the memory that request bodies take in a process. Requests beyond the bound are refused and may be retried.
 * Small bodies have a share of their own, so that large ones do not keep them out. Only some large bodies are handled
 * at once. Each owner has at most its part of these, and its bodies are handled in the order in which they arrived.
 * The owners take turns.
 */
export class BodyMemory {
  readonly #small: Share
  readonly #large: Share
  readonly #handled: Share
  /** Waiting bodies by owner, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(readonly config: BodyMemoryConfig) {
    this.#handled = new Share(config.maxHandledBytes)
    this.#small = new Share(config.maxSmallBytes)
    this.#large = new Share(config.maxLargeBytes)
  }

  /**
   * Opens the memory account of one body.
   *
   * @param owner the id of the workspace that sends the body, or the owners whose parts the body takes from
   * @param maxBytes the max size of the body in bytes; reserved in full for a large body of unknown size
   */
  open(owner: string | readonly BodyOwner[], maxBytes: number): BodyReservation {
    const owners = typeof owner === 'string' ? [{ name: owner, part: partOfWorkspace }] : owner
    return new BodyReservation(this, this.#small, this.#large, { owners, maxBytes })
  }

  /**
   * Waits until a large body may be handled.
   *
   * @throws ApiError 503 `unavailable` after the max wait
   */
  async startHandling(owners: readonly BodyOwner[], bytes: number): Promise<void> {
    if (this.#waiting.size === 0 && this.#mayStart(owners, bytes)) {
      this.#handled.add(owners, bytes)
      return
    }
    const name = owners.map((owner) => owner.name).join()
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        const queue = this.#waiting.get(name) ?? []
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) this.#waiting.delete(name)
        this.#startNext()
        reject(busy())
      }, this.config.maxWaitMs)
      const waiting: Waiting = {
        owners,
        bytes,
        start: () => {
          clearTimeout(late)
          resolve()
        },
      }
      const queue = this.#waiting.get(name)
      if (queue === undefined) this.#waiting.set(name, [waiting])
      else queue.push(waiting)
      this.#startNext()
    })
  }

  endHandling(owners: readonly BodyOwner[], bytes: number): void {
    this.#handled.give(owners, bytes)
    this.#startNext()
  }

  #mayStart(owners: readonly BodyOwner[], bytes: number): boolean {
    return this.#handled.isWithinPart(owners, bytes) && this.#handled.hasRoom(bytes)
  }

  #startNext(): void {
    // The owners that get a turn here come once more, behind the others.
    for (const [name, queue] of this.#waiting) {
      const [first] = queue
      if (first === undefined || !this.#handled.isWithinPart(first.owners, first.bytes)) continue
      // No smaller body overtakes it, or it might never fit.
      if (!this.#handled.hasRoom(first.bytes)) return
      queue.shift()
      this.#waiting.delete(name)
      if (queue.length > 0) this.#waiting.set(name, queue)
      this.#handled.add(first.owners, first.bytes)
      first.start()
    }
  }
}

/** The memory that one body holds until `letGo` is called. */
export class BodyReservation {
  #reserved = 0
  #read = 0
  #share: Share
  #handled = 0
  readonly #memory: BodyMemory
  readonly #large: Share
  readonly #owners: readonly BodyOwner[]
  readonly #maxBytes: number

  constructor(
    memory: BodyMemory,
    small: Share,
    large: Share,
    { owners, maxBytes }: { readonly owners: readonly BodyOwner[]; readonly maxBytes: number },
  ) {
    this.#memory = memory
    this.#large = large
    this.#owners = owners
    this.#maxBytes = maxBytes
    this.#share = small
  }

  /** True if the body counts as large, by the bytes reserved so far. */
  get isLarge(): boolean {
    return this.#share === this.#large
  }

  /**
   * Reserves memory for a body of known size.
   *
   * @throws ApiError 503 `unavailable` if the body does not fit
   */
  expect(bytes: number): void {
    this.#reserve(Math.min(bytes, this.#maxBytes))
  }

  /**
   * Counts bytes that have arrived.
   *
   * @throws ApiError 503 `unavailable` if the bytes were not reserved and do not fit
   */
  add(bytes: number): void {
    this.#read += bytes
    if (this.#read > this.#reserved) this.#reserve(this.#read)
  }

  /**
   * Marks the body as complete, which frees memory reserved beyond its size. A large body then waits for its
   * turn to be handled.
   *
   * @throws ApiError 503 `unavailable` if the body waits too long
   */
  async complete(): Promise<void> {
    this.#share.give(this.#owners, this.#reserved - this.#read)
    this.#reserved = this.#read
    if (!this.isLarge) return
    await this.#memory.startHandling(this.#owners, this.#read)
    this.#handled = this.#read
  }

  /** Frees the body's memory, once nobody uses the body any more. */
  letGo(): void {
    this.#share.give(this.#owners, this.#reserved)
    this.#reserved = 0
    if (this.#handled > 0) this.#memory.endHandling(this.#owners, this.#handled)
    this.#handled = 0
  }

  #reserve(bytes: number): void {
    const isLarge = bytes > this.#memory.config.smallBytes
    // A large body of unknown size reserves the max: if several grew piece by piece, all could be refused
    // halfway.
    const wanted = isLarge && this.#read > 0 ? this.#maxBytes : bytes
    const share = isLarge ? this.#large : this.#share
    const more = share === this.#share ? wanted - this.#reserved : wanted
    if (!share.take(this.#owners, more)) throw busy()
    if (share !== this.#share) this.#share.give(this.#owners, this.#reserved)
    this.#share = share
    this.#reserved = wanted
  }
}

function busy(): ApiError {
  return new ApiError(
    'unavailable',
    'The service has no room for more large request bodies. Try again shortly.',
    { retryAfter: 2 },
  )
}
