import type { Logger } from 'pino'
import { isAnswer } from '../db/connection/client.js'
import { durableBatcher } from '../db/batching/durable-batcher.js'
import type { RetriedWrites } from '../db/batching/retried-writes.js'
import type { WorkspaceId } from '../db/ids.js'

/** The result of writing outcomes. */
export interface WrittenOutcomes {
  /** The number of outcomes whose rows this worker still leased; another worker has claimed the other rows since. */
  readonly outcomes: number
}

export interface OutcomeRecorderOptions<Outcome, Written extends WrittenOutcomes> {
  /** Writes outcomes of a workspace in one transaction. */
  readonly write: (workspaceId: WorkspaceId, outcomes: readonly Outcome[]) => Promise<Written>
  /** Called after the outcomes are written: an error here must not write them again. */
  readonly afterwards: (
    workspaceId: WorkspaceId,
    outcomes: readonly Outcome[],
    written: Written,
  ) => Promise<void>
  readonly countLostLeases: (leases: number) => void
  readonly retried: RetriedWrites<WorkspaceId>
  readonly log: Logger
  /** The name of the outcomes in the log, such as `outcomes of deliveries`. */
  readonly items: string
  /** The min time from one write of a workspace to the next, in milliseconds. */
  readonly apartMs?: number
}

/**
 * Records outcomes: those of a workspace that end together in one statement. An outcome that cannot be written now is
 * retried until it can be, since its attempt would be made again without it.
 */
export function outcomeRecorder<Outcome extends object, Written extends WrittenOutcomes>(
  options: OutcomeRecorderOptions<Outcome, Written>,
): (workspaceId: WorkspaceId, outcome: Outcome) => Promise<void> {
  const { write, afterwards, countLostLeases, retried, log, items, apartMs = 0 } = options

  /** Outcomes whose write had no answer: it may have stored them, and then another write finds no lease. */
  const unanswered = new WeakSet<Outcome>()

  async function writeAll(workspaceId: WorkspaceId, outcomes: readonly Outcome[]): Promise<void> {
    const written = await write(workspaceId, outcomes).catch((error: unknown) => {
      if (!isAnswer(error)) for (const outcome of outcomes) unanswered.add(outcome)
      throw error
    })
    const missing = outcomes.length - written.outcomes
    const stored = Math.min(missing, outcomes.filter((outcome) => unanswered.has(outcome)).length)
    const lost = missing - stored
    if (stored > 0) log.info({ stored }, `${items} were stored by a write whose reply did not come`)
    if (lost > 0) {
      countLostLeases(lost)
      log.warn(
        { lost },
        `leases ran out before ${items} were recorded: another process has claimed them, and records its own`,
      )
    }
    await afterwards(workspaceId, outcomes, written)
  }

  return durableBatcher({ retried, write: writeAll, log, items, apartMs })
}
