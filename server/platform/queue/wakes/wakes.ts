import type { WorkspaceId } from '../../db/ids.js'

/** What can be woken: the workers of a queue, or the requests that wait for events. */
export const wakeable = ['delivery', 'webhooks', 'programs', 'automations', 'events'] as const

export type Queue = (typeof wakeable)[number]

/** How other processes are woken. */
export interface WakesAcross {
  /** Something of this queue is due. */
  announce(queue: Queue): void
  /** This process has somebody to wake for this queue. */
  listen(queue: Queue): void
}

/** What is woken. */
export interface Sleeper {
  /** @param workspaceId the workspace in which something is due, where that is known */
  wake(workspaceId?: WorkspaceId): void
}

interface Attached {
  readonly worker: Sleeper
  readonly isWaiting: () => boolean
}

/**
 * Wakes the workers when something of their queue is due, and the requests that wait for events. It is made before the
 * workers, which attach themselves. Workers of other processes are woken where this process has none of that queue
 * (process-wakes.ts); the others find out at their next poll, which gives them what this process leaves.
 */
export class Wakes {
  readonly #attached = new Map<Queue, Attached>()
  #across: WakesAcross | undefined

  /** Deliveries are due. */
  readonly delivery = (): void => this.#deliver()

  /** Single sends of a workspace are due. */
  readonly deliveryOf = (workspaceId: WorkspaceId): void => this.#deliver(workspaceId)

  #deliver(workspaceId?: WorkspaceId): void {
    this.#wake('delivery', workspaceId)
    // An event says that the message was accepted.
    this.events()
  }

  /** Webhooks are due. */
  readonly webhooks = (): void => {
    this.#wake('webhooks')
    this.events()
  }

  /** Events have been recorded. */
  readonly events = (): void => this.#wake('events')

  /** A campaign or a count of a segment is due. */
  readonly programs = (): void => this.#wake('programs')

  /** Something happened that an automation is triggered by or waits for, or a run is due. */
  readonly automations = (): void => this.#wake('automations')

  /** @param isWaiting whether it is of use that other processes wake it */
  attach(queue: Queue, worker: Sleeper, isWaiting = () => true): void {
    this.#attached.set(queue, { worker, isWaiting })
    this.#across?.listen(queue)
  }

  /** Has other processes woken too, and lets them wake this one's. */
  connect(across: WakesAcross): void {
    this.#across = across
  }

  /** Wakes this process's own. */
  wakeHere(queue: Queue, workspaceId?: WorkspaceId): void {
    this.#attached.get(queue)?.worker.wake(workspaceId)
  }

  /** What this process has somebody to wake for. */
  get attached(): readonly Queue[] {
    return [...this.#attached.keys()]
  }

  /** What other processes should wake this one for now. */
  get waiting(): readonly Queue[] {
    return [...this.#attached].filter(([, { isWaiting }]) => isWaiting()).map(([queue]) => queue)
  }

  #wake(queue: Queue, workspaceId?: WorkspaceId): void {
    this.wakeHere(queue, workspaceId)
    // Any process may have requests that wait for events; a job needs one worker.
    if (queue === 'events' || !this.#attached.has(queue)) this.#across?.announce(queue)
  }
}
