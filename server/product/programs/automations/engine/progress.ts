import type { ContactRow } from '../../../audience/contacts/contact-rows.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import { kindOf } from '../definition.js'
import type { FlowStep } from '../flow.js'
import type { BlockedBy, EndedReason, RunRow, RunStepRow, StepOutcome } from '../automation-rows.js'
import type { StepResult } from '../steps/step.js'
import { nextAttemptAfter } from './next-attempt.js'

/** The columns of a run that the engine changes. */
export type Changes = Pick<
  RunRow,
  | 'status'
  | 'step_key'
  | 'step_started_at'
  | 'steps_taken'
  | 'wait_until'
  | 'wait_event'
  | 'blocked_by'
  | 'attempts'
  | 'error_code'
  | 'error_message'
  | 'ended_reason'
  | 'ended_at'
> & {
  /** Time when the run is due; 'infinity' while something holds it, null once it has ended. */
  readonly due_at: Date | 'infinity' | null
}

const notWaiting = { wait_until: null, wait_event: null }
const noError = { attempts: 0, error_code: null, error_message: null }

/** The most characters that a run stores of an error and of a step. */
const maxText = 1000

/** The kind of exit that has ended a run. */
export type ExitReason = 'exit_event' | 'exit_list' | 'exit_rule'

const exitsInWords: Readonly<Record<ExitReason, string>> = {
  exit_event: 'The contact had an event that ends the run.',
  exit_list: 'The contact has confirmed or left a list, which ends the run.',
  exit_rule: 'A rule that ends the run holds for the contact.',
}

/**
 * Tracks a run while a transaction moves it:
 *
 *   at a step --done--> at the next step, or completed
 *             --waits, fails for now, blocked--> resting
 *             --ends, fails for good--> ended
 *             --needs preparation--> resting, to go on in another transaction at once
 */
export class RunProgress {
  #run: RunRow
  #due: Changes['due_at']
  #resting = false
  readonly steps: RunStepRow[] = []

  /**
   * Contacts by id, shared by all runs of the transaction: runs of the same contact see the changes by each other's
   * steps.
   */
  readonly #contacts: Map<Uuid, ContactRow>
  readonly #now: Date
  readonly #retrySeconds: readonly number[]

  constructor(run: RunRow, contacts: Map<Uuid, ContactRow>, now: Date, retrySeconds: readonly number[]) {
    this.#contacts = contacts
    this.#now = now
    this.#retrySeconds = retrySeconds
    this.#run = run
    this.#due = now
  }

  get run(): RunRow {
    return this.#run
  }

  /** The contact; undefined if it was erased. */
  get contact(): ContactRow | undefined {
    return this.#contacts.get(this.#run.contact_id)
  }

  /** True if the run should not be moved any further in this transaction. */
  get isResting(): boolean {
    return this.#resting
  }

  get hasEnded(): boolean {
    return this.#run.ended_at !== null
  }

  get changes(): Changes {
    return { ...this.#run, due_at: this.#due }
  }

  /** Makes the run due at once: another transaction continues it. */
  leave(): void {
    this.#rest(this.#now)
  }

  /**
   * Makes the run rest if its next attempt at the step is still to come, because something else has woken it.
   *
   * @returns true if the run rests
   */
  awaitAttempt(): boolean {
    const next = nextAttemptAfter(this.#run, this.#now, this.#retrySeconds)
    if (next !== undefined) this.#rest(next)
    return next !== undefined
  }

  block(by: BlockedBy): void {
    this.#set({ blocked_by: by, status: this.#run.wait_until === null ? 'running' : 'waiting' })
    this.#rest('infinity')
  }

  /** Ends the run while its step has not ended. */
  end(status: 'completed' | 'exited' | 'cancelled', reason: EndedReason | null): void {
    this.#set({
      status,
      ended_reason: reason,
      ended_at: this.#now,
      blocked_by: null,
      ...notWaiting,
      ...noError,
    })
    this.#rest(null)
  }

  /** Ends the run by an exit of its version, which also ends its wait. */
  exit(flowStep: FlowStep | undefined, reason: ExitReason): void {
    if (flowStep !== undefined && this.#run.wait_until !== null) {
      this.#note(flowStep, 'skipped', { reason, detail: exitsInWords[reason] })
    }
    this.end('exited', reason)
  }

  apply(flowStep: FlowStep, result: StepResult): void {
    switch (result.kind) {
      case 'done': {
        if (result.contact !== undefined) this.#contacts.set(result.contact.id, result.contact)
        this.#note(flowStep, result.outcome, result)
        const next = result.taken === undefined ? flowStep.next : flowStep.inside.get(result.taken)
        if (next === undefined) throw new Error('a step has taken steps that it does not have')
        this.#set({
          step_key: next,
          step_started_at: this.#now,
          status: 'running',
          ...notWaiting,
          ...noError,
        })
        return
      }
      case 'waits':
        this.#set({ status: 'waiting', wait_until: result.until, wait_event: result.event })
        return this.#rest(result.until)
      case 'ends':
        this.#note(flowStep, 'done', result)
        return this.end('exited', result.reason)
      case 'blocked':
        return this.block(result.by)
      case 'needs_preparation':
        return this.leave()
      default:
        return this.#fail(flowStep, result.code, result.message, result.mayRetry)
    }
  }

  #fail(flowStep: FlowStep, code: string, message: string, mayRetry: boolean): void {
    const attempts = this.#run.attempts + 1
    const error = { attempts, error_code: code, error_message: message.slice(0, maxText) }
    const wait = mayRetry ? this.#retrySeconds[attempts - 1] : undefined
    if (wait !== undefined) {
      this.#set({ ...error, status: 'running', ...notWaiting })
      return this.#rest(new Date(this.#now.getTime() + wait * 1000))
    }
    this.#set(error)
    this.#note(flowStep, 'failed', { reason: code, detail: message })
    this.#set({ status: 'failed', ended_at: this.#now, blocked_by: null, ...notWaiting })
    this.#rest(null)
  }

  /** Records that the step has ended. */
  #note(
    { step }: FlowStep,
    outcome: StepOutcome,
    {
      reason,
      detail,
      taken,
      messageId,
    }: { reason?: string; detail?: string; taken?: string; messageId?: string },
  ): void {
    const { id, steps_taken: number, attempts, step_started_at: startedAt } = this.#run
    this.steps.push({
      run_id: id,
      number,
      step_key: step.key,
      kind: kindOf(step),
      outcome,
      reason: reason ?? null,
      detail: detail?.slice(0, maxText) ?? null,
      taken: taken ?? null,
      message_id: messageId ?? null,
      attempts,
      started_at: startedAt,
      ended_at: this.#now,
    })
    this.#set({ steps_taken: number + 1 })
  }

  #set(changes: Partial<RunRow>): void {
    this.#run = { ...this.#run, ...changes }
  }

  #rest(due: Changes['due_at']): void {
    this.#due = due
    this.#resting = true
  }
}
