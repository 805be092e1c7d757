import type { CreateDeletionRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Deletion, DeletionList, DeletionPreview } from '../replies/replies.js'
import type { ListDeletionsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Deletions erase all data about an address. Needs the scope `contacts:*`. */
export class Deletions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Erases an address from a project or from the whole workspace. If `status` is `running`, the deletion continues in
   * the background. Call `retrieve` for its progress. An unknown address is not an error.
   */
  create(body: CreateDeletionRequest, options: MutationOptions = {}): APIPromise<Deletion> {
    return this.#transport.mutate(op.createDeletion, 'deletions.create', { body }, options)
  }

  /** Counts the data that deleting an address would erase now, up to 10,000 of each kind. Nothing is erased. */
  preview(body: CreateDeletionRequest, options: RequestOptions = {}): APIPromise<DeletionPreview> {
    return this.#transport.read(op.previewDeletion, 'deletions.preview', { body }, options)
  }

  /** Lists deletions, newest first. Deletions never contain the address. */
  list(query: ListDeletionsRequest = {}, options: RequestOptions = {}): PagePromise<Deletion, DeletionList> {
    return this.#transport.list(op.listDeletions, 'deletions.list', { query }, options)
  }

  /** Returns the progress of a deletion and how much data it has erased. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Deletion> {
    return this.#transport.read(op.retrieveDeletion, 'deletions.retrieve', { ids: { id } }, options)
  }
}
