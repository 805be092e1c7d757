import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { Step, StepKind } from '../definition.js'
import type { FlowStep } from '../flow.js'
import type { BlockedBy, EndedReason, RunRow } from '../automation-rows.js'
import type { LoadedVersion } from '../versions.js'

/** A run at a step, locked until the transaction ends, with its contact, which is locked too. */
export interface RunAtStep {
  readonly run: RunRow
  readonly contact: ContactRow
}

/** Runs of one version that are at the same step. */
export interface StepBatch {
  readonly workspaceId: WorkspaceId
  readonly version: LoadedVersion
  readonly flowStep: FlowStep
  readonly runs: readonly RunAtStep[]
  /** Time by the clock of the waits. */
  readonly now: Date
}

/** Result of a run at a step. */
export type StepResult = StepDone | StepWaits | StepEnds | StepFails | StepBlocked | StepNeedsPreparation

/** The run goes on with the next step or, if `taken` names steps inside this one, with the first of those. */
export interface StepDone {
  readonly kind: 'done'
  readonly outcome: 'done' | 'skipped' | 'timed_out'
  /** A stable code, such as `opted_out`. */
  readonly reason?: string
  /** Explanation for people. It names nobody: neither addresses nor values. */
  readonly detail?: string
  readonly taken?: string
  readonly messageId?: Uuid
  /** The contact after the step; undefined if the step has not changed it. */
  readonly contact?: ContactRow
  /** True if the step has recorded an event, which may be one on which the run exits. */
  readonly recorded?: boolean
}

export interface StepWaits {
  readonly kind: 'waits'
  readonly until: Date
  /** Name of the event that ends the wait; null if none does. */
  readonly event: string | null
}

/** The run ends. The step is done. */
export interface StepEnds {
  readonly kind: 'ends'
  readonly reason: EndedReason
  readonly detail?: string
}

/** The step failed. If a later attempt may succeed, the step is tried again with a backoff; else the run has failed. */
export interface StepFails {
  readonly kind: 'fails'
  readonly code: string
  readonly message: string
  readonly mayRetry: boolean
}

/** The run waits and goes on by itself once `by` is over. The wait does not count as an attempt. */
export interface StepBlocked {
  readonly kind: 'blocked'
  readonly by: BlockedBy
}

/** The step needs something that cannot be had within a transaction: `prepare` of a {@link PreparedStep} gets it. */
export interface StepNeedsPreparation {
  readonly kind: 'needs_preparation'
}

/**
 * Does a step for runs, in a transaction. It throws if one of them fails for an unknown reason; then each is done
 * alone.
 *
 * @returns the result of each, in the order of the runs
 */
export type DoStep = (tx: Transaction, batch: StepBatch) => Promise<StepResult[]>

/** A kind of step that needs something outside of the transaction, such as a rendered mail. */
export interface PreparedStep<Prepared> {
  /**
   * Prepares runs before the transaction, with the contacts as they are then.
   *
   * @returns the preparations by run; a run that is missing is prepared again later
   */
  readonly prepare: (batch: StepBatch) => Promise<ReadonlyMap<Uuid, Prepared>>
  /** Does the step. A run without a preparation gets `needs_preparation`. */
  readonly do: (
    tx: Transaction,
    batch: StepBatch,
    prepared: ReadonlyMap<Uuid, Prepared>,
  ) => Promise<StepResult[]>
}

/** The content of a step of a kind. */
export type Given<Kind extends StepKind> = NonNullable<Step[Kind]>

/** Returns the content of a step. The caller has determined its kind. */
export function givenIn<Kind extends StepKind>(step: Step, kind: Kind): Given<Kind> {
  const given = step[kind]
  if (given === undefined) throw new Error(`a step of another kind was taken for ${kind}`)
  return given
}
