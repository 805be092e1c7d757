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

/**
 * Automations run a series of steps for each contact that triggers them. Needs a session. API keys cannot read or
 * change automations.
 */
export class Automations {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a draft with version 1. No runs start until you call `publish`. Rejects with ValidationError, whose
   * `details` give the location of each mistake in the steps.
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

  /** Renames an automation. To change anything else, create a new version. Rejects with NotFoundError. */
  update(id: string, body: UpdateAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.updateAutomation, 'automations.update', { ids: { id }, body }, options)
  }

  /**
   * Creates the next version without publishing it. Rejects with NotFoundError, or with ValidationError if the version
   * has mistakes.
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

  /** Returns one version as it was created. Rejects with NotFoundError. */
  retrieveVersion(id: string, version: number, options: RequestOptions = {}): APIPromise<AutomationVersion> {
    return this.#transport.read(
      op.retrieveAutomationVersion,
      'automations.retrieveVersion',
      { ids: { id }, versions: { version } },
      options,
    )
  }

  /**
   * Publishes a version. New runs use it, and current runs keep their version. A draft becomes active. Publish an
   * older version to roll back. Rejects with NotFoundError, with ValidationError if something that the version uses is
   * missing, or with APIError (code `invalid_state`). Needs an admin's session.
   */
  publish(id: string, body: PublishAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.publishAutomation, 'automations.publish', { ids: { id }, body }, options)
  }

  /**
   * Pauses an automation. No new runs start, and current runs wait until you call `resume`. Rejects with
   * NotFoundError, or with APIError (code `invalid_state`). Needs an admin's session.
   */
  pause(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.pauseAutomation, 'automations.pause', { ids: { id } }, options)
  }

  /**
   * Resumes a paused automation and its waiting runs. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`). Needs an admin's session.
   */
  resume(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.resumeAutomation, 'automations.resume', { ids: { id } }, options)
  }

  /** Ends an automation permanently and cancels its runs. Rejects with NotFoundError. Needs an admin's session. */
  archive(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(op.archiveAutomation, 'automations.archive', { ids: { id } }, options)
  }

  /**
   * Starts a run for a contact, if the automation admits the contact. `outcome` says whether a run started, and
   * `reason` says why not. Rejects with NotFoundError, with ValidationError, or with APIError (code `invalid_state`).
   * Needs an admin's session.
   */
  trigger(
    id: string,
    body: TriggerAutomationRequest,
    options: MutationOptions = {},
  ): APIPromise<AutomationTriggered> {
    return this.#transport.mutate(op.triggerAutomation, 'automations.trigger', { ids: { id }, body }, options)
  }

  /**
   * Returns a contact's path through a version, with the reasons and the mails, as if no step had to wait. Nothing is
   * sent or stored. Rejects with NotFoundError or ValidationError.
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

  /** Returns the number of runs, and the number of runs at each step. Rejects with NotFoundError. */
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
   * Cancels a current run. Rejects with NotFoundError, or with APIError (code `invalid_state`). Needs an admin's
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
   * Retries a failed run from the step that failed. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`). Needs an admin's session.
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
   * Retries failed runs from the step that failed: all of them, or only those of a version, step or error. Returns at
   * once. Call `retrieve` to read the progress in `retry`. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`). Needs an admin's session.
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
