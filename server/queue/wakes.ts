import type { QueueWorker } from './worker-loop.js'

/**
 * Wakes the workers of this process when something of their queue is due. It is made before the workers,
 * which attach themselves. Workers of other processes find out at their next poll.
 */
export class Wakes {
  readonly #workers: Partial<Record<'delivery' | 'webhooks' | 'programs', Pick<QueueWorker, 'wake'>>> = {}

  /** Deliveries are due. */
  readonly delivery = (): void => this.#workers.delivery?.wake()

  /** Webhooks are due. */
  readonly webhooks = (): void => this.#workers.webhooks?.wake()

  /** A campaign or a count of a segment is due. */
  readonly programs = (): void => this.#workers.programs?.wake()

  attach(queue: 'delivery' | 'webhooks' | 'programs', worker: Pick<QueueWorker, 'wake'>): void {
    this.#workers[queue] = worker
  }
}
