import type { QueueWorker } from './worker-loop.js'

type Queue = 'delivery' | 'webhooks' | 'programs' | 'automations' | 'events'

/**
 * Wakes the workers of this process when something of their queue is due, and the requests that wait for events. It is
 * made before the workers, which attach themselves. Workers of other processes find out at their next poll.
 */
export class Wakes {
  readonly #workers: Partial<Record<Queue, Pick<QueueWorker, 'wake'>>> = {}

  /** Deliveries are due. */
  readonly delivery = (): void => {
    this.#workers.delivery?.wake()
    // An event says that the message was accepted.
    this.events()
  }

  /** Webhooks are due. */
  readonly webhooks = (): void => {
    this.#workers.webhooks?.wake()
    this.events()
  }

  /** Events have been recorded. */
  readonly events = (): void => this.#workers.events?.wake()

  /** A campaign or a count of a segment is due. */
  readonly programs = (): void => this.#workers.programs?.wake()

  /** Something happened that an automation is triggered by or waits for, or a run is due. */
  readonly automations = (): void => this.#workers.automations?.wake()

  attach(queue: Queue, worker: Pick<QueueWorker, 'wake'>): void {
    this.#workers[queue] = worker
  }
}
