import type { CreateUserRequest, UpdateUserRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { User, UserList } from '../replies/replies.js'
import type { ListUsersRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** The people of the workspace and their roles. Needs a session, and for changes an admin's. */
export class Users {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Adds a person and sends a mail with a sign-in link, unless `send_link` is false. Rejects with ValidationError,
   * PermissionDeniedError for an owner by an admin, or APIError of the code `invalid_state` for an address that is a
   * user already.
   */
  create(body: CreateUserRequest, options: MutationOptions = {}): APIPromise<User> {
    return this.#transport.mutate(op.createUser, 'users.create', { body }, options)
  }

  /** Lists users, newest first. */
  list(query: ListUsersRequest = {}, options: RequestOptions = {}): PagePromise<User, UserList> {
    return this.#transport.list(op.listUsers, 'users.list', { query }, options)
  }

  /** Returns one user. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<User> {
    return this.#transport.read(op.retrieveUser, 'users.retrieve', { ids: { id } }, options)
  }

  /**
   * Changes a user: fields that `body` leaves out stay as they are. A role holds from the next request on. Rejects
   * with NotFoundError, ValidationError, PermissionDeniedError for an owner by an admin, or APIError of the code
   * `invalid_state` for the last owner.
   */
  update(id: string, body: UpdateUserRequest, options: MutationOptions = {}): APIPromise<User> {
    return this.#transport.mutate(op.updateUser, 'users.update', { ids: { id }, body }, options)
  }

  /**
   * Removes a user, whose sessions end within 5 seconds. Rejects with NotFoundError, PermissionDeniedError for an owner
   * by an admin, or APIError of the code `invalid_state` for the last owner.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteUser, 'users.delete', { ids: { id } }, options)
  }
}
