import type { RetrieveUsageRequest, UpdateWorkspaceRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { Usage, Workspace } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/** The workspace that the credential belongs to, and its settings. Needs a workspace key or a session. */
export class WorkspaceResource {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns the workspace, with its settings and the operator's limits. */
  retrieve(options: RequestOptions = {}): APIPromise<Workspace> {
    return this.#transport.read(op.retrieveWorkspace, 'workspace.retrieve', {}, options)
  }

  /**
   * Returns the workspace's usage against the operator's limits: recipients by day and month (UTC), contacts, domains
   * and stored inbound mail. A workspace key needs the scope `reports:read`.
   */
  retrieveUsage(query: RetrieveUsageRequest = {}, options: RequestOptions = {}): APIPromise<Usage> {
    return this.#transport.read(op.retrieveUsage, 'workspace.retrieveUsage', { query }, options)
  }

  /**
   * Changes the workspace. Fields missing from `body` keep their values. Shortening the retention deletes older data
   * within the hour. Needs an owner's session. Rejects with ValidationError.
   */
  update(body: UpdateWorkspaceRequest, options: MutationOptions = {}): APIPromise<Workspace> {
    return this.#transport.mutate(op.updateWorkspace, 'workspace.update', { body }, options)
  }
}
