import type { CreateDeletionRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Deletion, DeletionList, DeletionPreview } from '../replies/replies.js'
import type { ListDeletionsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Erase all data about an address. Needs the scope `contacts:*`. */
export class Deletions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Erases an address, in a project or in the whole workspace. If `status` is `running` the deletion goes on by
   * itself, and `retrieve` returns its progress. An unknown address is no error.
   */
  create(body: CreateDeletionRequest, options: MutationOptions = {}): APIPromise<Deletion> {
    return this.#transport.mutate(op.createDeletion, 'deletions.create', { body }, options)
  }

  /** Counts what a deletion of an address would find now, each kind up to 10,000. Nothing is erased. */
  preview(body: CreateDeletionRequest, options: RequestOptions = {}): APIPromise<DeletionPreview> {
    return this.#transport.read(op.previewDeletion, 'deletions.preview', { body }, options)
  }

  /** Lists deletions, newest first. None of them names an address. */
  list(query: ListDeletionsRequest = {}, options: RequestOptions = {}): PagePromise<Deletion, DeletionList> {
    return this.#transport.list(op.listDeletions, 'deletions.list', { query }, options)
  }

  /** Returns the progress of a deletion, and the numbers of erased data. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Deletion> {
    return this.#transport.read(op.retrieveDeletion, 'deletions.retrieve', { ids: { id } }, options)
  }
}
