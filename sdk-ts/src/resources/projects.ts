import type { CreateProjectRequest, UpdateProjectRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Project, ProjectList } from '../replies/replies.js'
import type { ListProjectsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Projects keep one product's mail, live or test, apart from another's. Needs a workspace key or a session. */
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
   * Renames a project, sets the look of its recipients' pages, archives it, or takes it back into use: fields that
   * `body` leaves out stay as they are. From an archived project nothing new can be sent. Rejects with NotFoundError,
   * ValidationError, or APIError of the code `invalid_state` while a campaign or an automation is at work in it.
   */
  update(id: string, body: UpdateProjectRequest, options: MutationOptions = {}): APIPromise<Project> {
    return this.#transport.mutate(op.updateProject, 'projects.update', { ids: { id }, body }, options)
  }
}
