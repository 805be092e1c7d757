import type { CreateProjectRequest, UpdateProjectRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Project, ProjectList } from '../replies/replies.js'
import type { ListProjectsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * Projects separate one product's mail from another's, and live mail from test mail. Needs a workspace key or a
 * session.
 */
export class Projects {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a project. Rejects with ValidationError or PermissionDeniedError. */
  create(body: CreateProjectRequest, options: MutationOptions = {}): APIPromise<Project> {
    return this.#transport.mutate(op.createProject, 'projects.create', { body }, options)
  }

  /** Lists the workspace's projects, newest first. */
  list(query: ListProjectsRequest = {}, options: RequestOptions = {}): PagePromise<Project, ProjectList> {
    return this.#transport.list(op.listProjects, 'projects.list', { query }, options)
  }

  /** Returns one project. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Project> {
    return this.#transport.read(op.retrieveProject, 'projects.retrieve', { ids: { id } }, options)
  }

  /**
   * Renames a project, changes the look of its recipient pages, archives the project or restores it. Fields missing
   * from `body` keep their values. An archived project cannot send anything new. Rejects with NotFoundError, with
   * ValidationError, or with APIError (code `invalid_state`) while the project has an active campaign or automation.
   */
  update(id: string, body: UpdateProjectRequest, options: MutationOptions = {}): APIPromise<Project> {
    return this.#transport.mutate(op.updateProject, 'projects.update', { ids: { id }, body }, options)
  }
}
