import {
  ProjectsApi,
  type CreateProjectRequest,
  type UpdateProjectRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { Project, ProjectList } from '../replies.js'
import type { ListProjectsRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

/** Projects keep one product's mail, live or test, apart from another's. Needs a workspace key or a session. */
export class Projects {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a project. Rejects with ValidationError or PermissionDeniedError. */
  create(body: CreateProjectRequest, options: MutationOptions = {}): APIPromise<Project> {
    return this.#transport.mutate(
      ProjectsApi,
      { operation: 'createProject', name: 'projects.create', body },
      options,
      (api, idempotencyKey) =>
        api.createProjectRaw({ CreateProjectRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists the workspace's projects, newest first. */
  list(query: ListProjectsRequest = {}, options: RequestOptions = {}): PagePromise<Project, ProjectList> {
    return this.#transport.list(
      ProjectsApi,
      { operation: 'listProjects', name: 'projects.list' },
      query,
      options,
      (api, query) => api.listProjectsRaw(query),
    )
  }

  /** Returns one project. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Project> {
    return this.#transport.read(
      ProjectsApi,
      { operation: 'retrieveProject', name: 'projects.retrieve', ids: { id } },
      options,
      (api) => api.retrieveProjectRaw({ id }),
    )
  }

  /**
   * Renames a project, sets how its recipients' pages look, archives it, or takes it back into use: what `body` leaves
   * out stays as it is. From an archived project nothing new can be sent. Rejects with NotFoundError, ValidationError,
   * or APIError of the code `invalid_state` while a campaign or an automation is at work in it.
   */
  update(id: string, body: UpdateProjectRequest, options: MutationOptions = {}): APIPromise<Project> {
    return this.#transport.mutate(
      ProjectsApi,
      { operation: 'updateProject', name: 'projects.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updateProjectRaw({ id, UpdateProjectRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }
}
