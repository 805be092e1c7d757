import {
  ProjectsApi,
  type CreateProjectRequest,
  type ListProjectsRequest,
  type Project,
  type ProjectList,
} from '../../../generated/client/index.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
import type { Transport } from '../transport.js'

/** Projects keep one product's mail, live or test, apart from another's. Needs a workspace key or a session. */
export class Projects {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a project. Rejects with ValidationError or PermissionDeniedError. */
  create(body: CreateProjectRequest, options: MutationOptions = {}): Promise<Project> {
    return this.#transport.mutate(ProjectsApi, options, (api, idempotencyKey) =>
      api.createProject({ CreateProjectRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists the workspace's projects, newest first. */
  list(query: ListProjectsRequest = {}, options: RequestOptions = {}): PagePromise<Project, ProjectList> {
    return paginate(query, (query) =>
      this.#transport.read(ProjectsApi, options, (api) => api.listProjects(query)),
    )
  }
}
