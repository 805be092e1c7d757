import {
  AutomationsApi,
  type ApiResponse,
  type CreateAutomationRequest as AutomationToCreate,
  type CreateAutomationVersionRequest as VersionToCreate,
  type PublishAutomationRequest,
  type RetryAutomationRunsRequest,
  type TriggerAutomationRequest,
  type UpdateAutomationRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import {
  definitionOnTheWire,
  type CreateAutomationRequest,
  type CreateAutomationVersionRequest,
  type SimulateAutomationRequest,
} from '../automation-requests.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
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
} from '../replies.js'
import type {
  ListAutomationRunsRequest,
  ListAutomationsRequest,
  ListAutomationVersionsRequest,
} from '../timed-requests.js'
import type { Transport } from '../transport.js'
import { typed } from '../typed.js'
import { datesAsText } from '../times.js'

/** Steps for each contact that does something. Needs a session: no key may see or change automations. */
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
    const name = 'automations.create'
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'createAutomation', name, body },
      options,
      (api, idempotencyKey) =>
        api.createAutomationRaw({
          CreateAutomationRequest: definitionOnTheWire<AutomationToCreate>(body, `${name}(body): body`),
          Idempotency_Key: idempotencyKey,
        }),
    )
  }

  /** Lists automations, newest first, without the content of their versions. */
  list(
    query: ListAutomationsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Automation, AutomationList> {
    return this.#transport.list(
      AutomationsApi,
      { operation: 'listAutomations', name: 'automations.list' },
      query,
      options,
      (api, query) => api.listAutomationsRaw(query),
    )
  }

  /** Returns one automation without the content of its versions. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Automation> {
    return this.#transport.read(
      AutomationsApi,
      { operation: 'retrieveAutomation', name: 'automations.retrieve', ids: { id } },
      options,
      (api) => api.retrieveAutomationRaw({ id }),
    )
  }

  /** Renames an automation. To change anything else, create a version. Rejects with NotFoundError. */
  update(id: string, body: UpdateAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'updateAutomation', name: 'automations.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updateAutomationRaw({ id, UpdateAutomationRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Creates the next version, which is not published. Rejects with NotFoundError, or ValidationError where it has
   * mistakes.
   */
  createVersion(
    id: string,
    body: CreateAutomationVersionRequest,
    options: MutationOptions = {},
  ): APIPromise<AutomationVersion> {
    const name = 'automations.createVersion'
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'createAutomationVersion', name, ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        asVersion(
          api.createAutomationVersionRaw({
            id,
            CreateAutomationVersionRequest: definitionOnTheWire<VersionToCreate>(body, `${name}(body): body`),
            Idempotency_Key: idempotencyKey,
          }),
        ),
    )
  }

  /** Lists the versions of an automation, newest first. Rejects with NotFoundError. */
  listVersions(
    id: string,
    query: Omit<ListAutomationVersionsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<AutomationVersion, AutomationVersionList> {
    return this.#transport.list(
      AutomationsApi,
      { operation: 'listAutomationVersions', name: 'automations.listVersions', ids: { id } },
      query,
      options,
      (api, query) =>
        api.listAutomationVersionsRaw({ ...query, id }) as Reply<unknown> as Reply<AutomationVersionList>,
    )
  }

  /** Returns one version as it was given. Rejects with NotFoundError. */
  retrieveVersion(id: string, version: number, options: RequestOptions = {}): APIPromise<AutomationVersion> {
    return this.#transport.read(
      AutomationsApi,
      {
        operation: 'retrieveAutomationVersion',
        name: 'automations.retrieveVersion',
        ids: { id },
        versions: { version },
      },
      options,
      (api) => asVersion(api.retrieveAutomationVersionRaw({ id, version })),
    )
  }

  /**
   * Has new runs follow a version; runs that are under way keep theirs. A draft becomes active. An older version is a
   * roll-back. Rejects with NotFoundError; with ValidationError where something that it uses is missing; or with
   * APIError of the code `invalid_state`. Needs an admin's session.
   */
  publish(id: string, body: PublishAutomationRequest, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'publishAutomation', name: 'automations.publish', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.publishAutomationRaw({ id, PublishAutomationRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Starts no runs and holds those that are under way until `resume`. Rejects with NotFoundError, or APIError of the
   * code `invalid_state`. Needs an admin's session.
   */
  pause(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'pauseAutomation', name: 'automations.pause', ids: { id } },
      options,
      (api, idempotencyKey) => api.pauseAutomationRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Goes on with the runs that were held. Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs an
   * admin's session.
   */
  resume(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'resumeAutomation', name: 'automations.resume', ids: { id } },
      options,
      (api, idempotencyKey) => api.resumeAutomationRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Ends it for good, and cancels its runs. Rejects with NotFoundError. Needs an admin's session. */
  archive(id: string, options: MutationOptions = {}): APIPromise<Automation> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'archiveAutomation', name: 'automations.archive', ids: { id } },
      options,
      (api, idempotencyKey) => api.archiveAutomationRaw({ id, Idempotency_Key: idempotencyKey }),
    )
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
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'triggerAutomation', name: 'automations.trigger', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        typed<AutomationTriggered>(
          api.triggerAutomationRaw({ id, TriggerAutomationRequest: body, Idempotency_Key: idempotencyKey }),
        ),
    )
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
    const name = 'automations.simulate'
    return this.#transport.read(
      AutomationsApi,
      { operation: 'simulateAutomation', name, ids: { id }, body },
      options,
      (api) =>
        api.simulateAutomationRaw({
          id,
          SimulateAutomationRequest: datesAsText(body, `${name}(body): body`),
        }),
    )
  }

  /** Returns how many runs there are and where they are. Rejects with NotFoundError. */
  retrieveStats(id: string, options: RequestOptions = {}): APIPromise<AutomationStats> {
    return this.#transport.read(
      AutomationsApi,
      { operation: 'retrieveAutomationStats', name: 'automations.retrieveStats', ids: { id } },
      options,
      (api) => api.retrieveAutomationStatsRaw({ id }),
    )
  }

  /** Lists the runs of an automation, newest first. Rejects with NotFoundError. */
  listRuns(
    id: string,
    query: Omit<ListAutomationRunsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<AutomationRun, AutomationRunList> {
    return this.#transport.list(
      AutomationsApi,
      { operation: 'listAutomationRuns', name: 'automations.listRuns', ids: { id } },
      query,
      options,
      (api, query) => api.listAutomationRunsRaw({ ...query, id }),
    )
  }

  /** Returns one run with its data and its steps. Rejects with NotFoundError. */
  retrieveRun(id: string, runId: string, options: RequestOptions = {}): APIPromise<AutomationRunDetail> {
    return this.#transport.read(
      AutomationsApi,
      { operation: 'retrieveAutomationRun', name: 'automations.retrieveRun', ids: { id, runId } },
      options,
      (api) => api.retrieveAutomationRunRaw({ id, run_id: runId }),
    )
  }

  /**
   * Ends a run that is under way. Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs an admin's
   * session.
   */
  cancelRun(id: string, runId: string, options: MutationOptions = {}): APIPromise<AutomationRun> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'cancelAutomationRun', name: 'automations.cancelRun', ids: { id, runId } },
      options,
      (api, idempotencyKey) =>
        api.cancelAutomationRunRaw({ id, run_id: runId, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Has a failed run go on at the step that failed. Rejects with NotFoundError, or APIError of the code
   * `invalid_state`. Needs an admin's session.
   */
  retryRun(id: string, runId: string, options: MutationOptions = {}): APIPromise<AutomationRun> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'retryAutomationRun', name: 'automations.retryRun', ids: { id, runId } },
      options,
      (api, idempotencyKey) =>
        api.retryAutomationRunRaw({ id, run_id: runId, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Has the failed runs go on at the step that failed, all of them or those of a version, step or error. Returns at
   * once: `retrieve` has the progress in `retry`. Rejects with NotFoundError, or APIError of the code `invalid_state`.
   * Needs an admin's session.
   */
  retryRuns(
    id: string,
    body: RetryAutomationRunsRequest = {},
    options: MutationOptions = {},
  ): APIPromise<Automation> {
    return this.#transport.mutate(
      AutomationsApi,
      { operation: 'retryAutomationRuns', name: 'automations.retryRuns', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.retryAutomationRunsRaw({
          id,
          RetryAutomationRunsRequest: body,
          Idempotency_Key: idempotencyKey,
        }),
    )
  }
}

type Reply<Body> = Promise<ApiResponse<Body>>

/** The contract types the parts of a version more widely than this package does. */
function asVersion(reply: Reply<unknown>): Reply<AutomationVersion> {
  return reply as Reply<AutomationVersion>
}
