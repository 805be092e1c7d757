import type { CreateUserRequest, UpdateUserRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { User, UserList } from '../replies/replies.js'
import type { ListUsersRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** The users of the workspace and their roles. Needs a session. Changes need an admin's session. */
export class Users {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Adds a user and sends a mail with a sign-in link, unless `send_link` is false. Rejects with ValidationError, with
   * PermissionDeniedError if an admin adds an owner, or with APIError (code `invalid_state`) if the address already
   * belongs to a user.
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
   * Changes a user. Fields missing from `body` keep their values. A new role applies from the next request. Rejects
   * with NotFoundError, with ValidationError, with PermissionDeniedError if an admin changes an owner, or with
   * APIError (code `invalid_state`) for the last owner.
   */
  update(id: string, body: UpdateUserRequest, options: MutationOptions = {}): APIPromise<User> {
    return this.#transport.mutate(op.updateUser, 'users.update', { ids: { id }, body }, options)
  }

  /**
   * Removes a user. The user's sessions end within 5 seconds. Rejects with NotFoundError, with PermissionDeniedError
   * if an admin removes an owner, or with APIError (code `invalid_state`) for the last owner.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteUser, 'users.delete', { ids: { id } }, options)
  }
}
