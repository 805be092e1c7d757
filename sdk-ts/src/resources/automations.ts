import type {
  PublishAutomationRequest,
  RetryAutomationRunsRequest,
  TriggerAutomationRequest,
  UpdateAutomationRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import {
  definitionOnTheWire,
  type CreateAutomationRequest,
  type CreateAutomationVersionRequest,
  type SimulateAutomationRequest,
} from '../requests/automation-requests.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  Automation,
  AutomationList,
  AutomationRun,
  AutomationRunDetail,
  AutomationRunList,
  AutomationSimulation,
  AutomationStats,
  AutomationTriggered,
  AutomationVersion,
  AutomationVersionList,
} from '../replies/replies.js'
import type {
  ListAutomationRunsRequest,
  ListAutomationsRequest,
  ListAutomationVersionsRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'
import { datesAsText } from '../arguments/times.js'

/** Series of steps for each contact that triggers them. Needs a session: no key may see or change automations. */
export class Automations {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a draft with its version 1. Nothing starts before `publish`. Rejects with ValidationError, whose `details`
   * have the place of each mistake in the steps.
   */
  create(body: CreateAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(
      op.createAutomation,
      'automations.create',
      { body, onTheWire: definitionOnTheWire },
      options,
    )
  }

  /** Lists automations, newest first, without the content of their versions. */
  list(
    query: ListAutomationsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Automation, AutomationList> {
    return this.#transport.list(op.listAutomations, 'automations.list', { query }, options)
  }

  /** Returns one automation without the content of its versions. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Automation> {
    return this.#transport.read(op.retrieveAutomation, 'automations.retrieve', { ids: { id } }, options)
  }

  /** Renames an automation. To change anything else, create a version. Rejects with NotFoundError. */
  update(id: string, body: UpdateAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.updateAutomation, 'automations.update', { ids: { id }, body }, options)
  }

  /**
   * Creates the next version, which is not published. Rejects with NotFoundError, or ValidationError if it has
   * mistakes.
   */
  createVersion(
    id: string,
    body: CreateAutomationVersionRequest,
    options: MutationOptions = {},
  ): APIPromise<AutomationVersion> {
    return this.#transport.mutate(
      op.createAutomationVersion,
      'automations.createVersion',
      { ids: { id }, body, onTheWire: definitionOnTheWire },
      options,
    )
  }

  /** Lists the versions of an automation, newest first. Rejects with NotFoundError. */
  listVersions(
    id: string,
    query: Omit<ListAutomationVersionsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<AutomationVersion, AutomationVersionList> {
    return this.#transport.list(
      op.listAutomationVersions,
      'automations.listVersions',
      { ids: { id }, query },
      options,
    )
  }

  /** Returns one version in the form in which it was created. Rejects with NotFoundError. */
  retrieveVersion(id: string, version: number, options: RequestOptions = {}): APIPromise<AutomationVersion> {
    return this.#transport.read(
      op.retrieveAutomationVersion,
      'automations.retrieveVersion',
      { ids: { id }, versions: { version } },
      options,
    )
  }

  /**
   * Makes new runs follow a version; runs that are under way keep theirs. A draft becomes active. An older version is
   * a roll-back. Rejects with NotFoundError; with ValidationError if something that the version uses is missing; or
   * with APIError of the code `invalid_state`. Needs an admin's session.
   */
  publish(id: string, body: PublishAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.publishAutomation, 'automations.publish', { ids: { id }, body }, options)
  }

  /**
   * Starts no more runs and holds the runs that are under way until `resume`. Rejects with NotFoundError, or APIError
   * of the code `invalid_state`. Needs an admin's session.
   */
  pause(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.pauseAutomation, 'automations.pause', { ids: { id } }, options)
  }

  /**
   * Goes on with the runs that were held. Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs an
   * admin's session.
   */
  resume(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.resumeAutomation, 'automations.resume', { ids: { id } }, options)
  }

  /** Ends an automation for good, and cancels its runs. Rejects with NotFoundError. Needs an admin's session. */
  archive(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.archiveAutomation, 'automations.archive', { ids: { id } }, options)
  }

  /**
   * Starts a run for a contact, if the automation lets it in: `outcome` says whether, and `reason` why not. Rejects
   * with NotFoundError, ValidationError, or APIError of the code `invalid_state`. Needs an admin's session.
   */
  trigger(
    id: string,
    body: TriggerAutomationRequest,
    options: MutationOptions = {},
  ): APIPromise<AutomationTriggered> {
    return this.#transport.mutate(op.triggerAutomation, 'automations.trigger', { ids: { id }, body }, options)
  }

  /**
   * Returns the path of a contact through a version, with the reasons and the mails, as if time passed at once. Nothing
   * is sent or stored. Rejects with NotFoundError or ValidationError.
   */
  simulate(
    id: string,
    body: SimulateAutomationRequest,
    options: RequestOptions = {},
  ): APIPromise<AutomationSimulation> {
    return this.#transport.read(
      op.simulateAutomation,
      'automations.simulate',
      { ids: { id }, body, onTheWire: datesAsText },
      options,
    )
  }

  /** Returns the numbers of runs and the steps that they are at. Rejects with NotFoundError. */
  retrieveStats(id: string, options: RequestOptions = {}): APIPromise<AutomationStats> {
    return this.#transport.read(
      op.retrieveAutomationStats,
      'automations.retrieveStats',
      { ids: { id } },
      options,
    )
  }

  /** Lists the runs of an automation, newest first. Rejects with NotFoundError. */
  listRuns(
    id: string,
    query: Omit<ListAutomationRunsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<AutomationRun, AutomationRunList> {
    return this.#transport.list(
      op.listAutomationRuns,
      'automations.listRuns',
      { ids: { id }, query },
      options,
    )
  }

  /** Returns one run with its data and its steps. Rejects with NotFoundError. */
  retrieveRun(id: string, runId: string, options: RequestOptions = {}): APIPromise<AutomationRunDetail> {
    return this.#transport.read(
      op.retrieveAutomationRun,
      'automations.retrieveRun',
      { ids: { id, runId } },
      options,
    )
  }

  /**
   * Ends a run that is under way. Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs an admin's
   * session.
   */
  cancelRun(id: string, runId: string, options: MutationOptions = {}): APIPromise<AutomationRun> {
    return this.#transport.mutate(
      op.cancelAutomationRun,
      'automations.cancelRun',
      { ids: { id, runId } },
      options,
    )
  }

  /**
   * Resumes a failed run at the step that failed. Rejects with NotFoundError, or APIError of the code
   * `invalid_state`. Needs an admin's session.
   */
  retryRun(id: string, runId: string, options: MutationOptions = {}): APIPromise<AutomationRun> {
    return this.#transport.mutate(
      op.retryAutomationRun,
      'automations.retryRun',
      { ids: { id, runId } },
      options,
    )
  }

  /**
   * Resumes failed runs at the step that failed: all of them, or those of a version, step or error. Returns at once:
   * `retrieve` has the progress in `retry`. Rejects with NotFoundError, or APIError of the code `invalid_state`.
   * Needs an admin's session.
   */
  retryRuns(
    id: string,
    body: RetryAutomationRunsRequest = {},
    options: MutationOptions = {},
  ): APIPromise<Automation> {
    return this.#transport.mutate(
      op.retryAutomationRuns,
      'automations.retryRuns',
      { ids: { id }, body },
      options,
    )
  }
}
