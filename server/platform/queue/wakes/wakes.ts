import type { WorkspaceId } from '../../db/ids.js'

/** The sleepers that can be woken: the workers of a queue, or the requests that wait for events. */
export const wakeable = ['delivery', 'webhooks', 'programs', 'automations', 'events'] as const

export type Queue = (typeof wakeable)[number]

/** Wakes other processes, and is woken by them. */
export interface WakesAcross {
  /** Tells other processes that something of this queue is due. */
  announce(queue: Queue): void
  /** Notes that this process has somebody to wake for this queue. */
  listen(queue: Queue): void
}

/** A worker, or the waiting requests, that can be woken. */
export interface Sleeper {
  /**
   * Wakes the sleeper.
   *
   * @param workspaceId the workspace in which something is due, if known
   */
  wake(workspaceId?: WorkspaceId): void
}

interface Attached {
  readonly worker: Sleeper
  readonly isWaiting: () => boolean
}

/**
 * Wakes the workers when something of their queue is due, and the requests that wait for events. It is made before
 * the workers, which attach themselves. Workers of other processes are woken if this process has none of that queue
 * (process-wakes.ts); the others find out at their next poll, which gives them what this process leaves.
 */
export class Wakes {
  readonly #attached = new Map<Queue, Attached>()
  #across: WakesAcross | undefined

  /** Wakes for due deliveries. */
  readonly delivery = (): void => this.#deliver()

  /** Wakes for due single sends of a workspace. */
  readonly deliveryOf = (workspaceId: WorkspaceId): void => this.#deliver(workspaceId)

  #deliver(workspaceId?: WorkspaceId): void {
    this.#wake('delivery', workspaceId)
    // An event says that the message was accepted.
    this.events()
  }

  /** Wakes for due webhooks. */
  readonly webhooks = (): void => {
    this.#wake('webhooks')
    this.events()
  }

  /** Wakes for recorded events. */
  readonly events = (): void => this.#wake('events')

  /** Wakes for a due campaign or count of a segment. */
  readonly programs = (): void => this.#wake('programs')

  /** Wakes for an event that an automation is triggered by or waits for, or for a due run. */
  readonly automations = (): void => this.#wake('automations')

  /**
   * Adds a worker of a queue.
   *
   * @param isWaiting tells whether a wake by another process would be of use now
   */
  attach(queue: Queue, worker: Sleeper, isWaiting = () => true): void {
    this.#attached.set(queue, { worker, isWaiting })
    this.#across?.listen(queue)
  }

  /** Has other processes woken too, and lets them wake this one's workers. */
  connect(across: WakesAcross): void {
    this.#across = across
  }

  /** Wakes only the worker of this process. */
  wakeHere(queue: Queue, workspaceId?: WorkspaceId): void {
    this.#attached.get(queue)?.worker.wake(workspaceId)
  }

  /** The queues that this process has a worker for. */
  get attached(): readonly Queue[] {
    return [...this.#attached.keys()]
  }

  /** The queues that other processes should wake this one for now. */
  get waiting(): readonly Queue[] {
    return [...this.#attached].filter(([, { isWaiting }]) => isWaiting()).map(([queue]) => queue)
  }

  #wake(queue: Queue, workspaceId?: WorkspaceId): void {
    this.wakeHere(queue, workspaceId)
    // Any process may have requests that wait for events; a job needs one worker.
    if (queue === 'events' || !this.#attached.has(queue)) this.#across?.announce(queue)
  }
}
