import type { QueueWorker } from './worker-loop.js'

type Queue = 'delivery' | 'webhooks' | 'programs' | 'automations'

/**
 * Wakes the workers of this process when something of their queue is due. It is made before the workers,
 * which attach themselves. Workers of other processes find out at their next poll.
 */
export class Wakes {
  readonly #workers: Partial<Record<Queue, Pick<QueueWorker, 'wake'>>> = {}

  /** Deliveries are due. */
  readonly delivery = (): void => this.#workers.delivery?.wake()

  /** Webhooks are due. */
  readonly webhooks = (): void => this.#workers.webhooks?.wake()

  /** A campaign or a count of a segment is due. */
  readonly programs = (): void => this.#workers.programs?.wake()

  /** Something happened that an automation is triggered by or waits for, or a run is due. */
  readonly automations = (): void => this.#workers.automations?.wake()

  attach(queue: Queue, worker: Pick<QueueWorker, 'wake'>): void {
    this.#workers[queue] = worker
  }
}
