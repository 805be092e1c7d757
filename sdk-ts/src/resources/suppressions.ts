import type { CreateSuppressionRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  LiftedSuppressions,
  Suppression,
  SuppressionImport,
  SuppressionList,
  SuppressionReplyGroups,
} from '../replies/replies.js'
import type { CsvFile } from '../requests/requests.js'
import type {
  ExportSuppressionsRequest,
  LiftSuppressionsRequest,
  ListSuppressionRepliesRequest,
  ListSuppressionsRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'
import { datesAsText } from '../arguments/times.js'

/** Addresses that nothing is sent to. Needs a workspace key with the scope `suppressions:*`, or a session. */
export class Suppressions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Suppresses an address for the whole workspace. An address that is suppressed already keeps its first reason and
   * note, and its suppression is returned as it is. Rejects with ValidationError.
   */
  create(body: CreateSuppressionRequest, options: MutationOptions = {}): APIPromise<Suppression> {
    return this.#transport.mutate(op.createSuppression, 'suppressions.create', { body }, options)
  }

  /** Lists suppressions, newest first. For all of them at once there is `exportCsv`. */
  list(
    query: ListSuppressionsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Suppression, SuppressionList> {
    return this.#transport.list(op.listSuppressions, 'suppressions.list', { query }, options)
  }

  /** Returns the pages of `list`, by the operation that `exportCsv` has as a file. */
  export(
    query: ExportSuppressionsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Suppression, SuppressionList> {
    return this.#transport.list(op.exportSuppressions, 'suppressions.export', { query }, options)
  }

  /**
   * Exports suppressions as CSV, sorted by address: text in parts as they come, which `import` takes as it is. The
   * request is made when you begin to read. `timeout` holds for each part. Throws APIConnectionError if the reply
   * breaks off: the export is not tried again, and the lines before are not all.
   */
  exportCsv(
    query: Omit<ExportSuppressionsRequest, 'limit' | 'cursor'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportSuppressions, 'suppressions.exportCsv', { query }, options)
  }

  /**
   * Imports a CSV of up to 10 MB: with the columns of `exportCsv`, or `email` alone. A line that cannot be read is
   * rejected by itself, in `rejected_lines`. A stream is sent once; every other file is sent again if an attempt
   * fails. Rejects with APIError of the code `payload_too_large` if the file is larger; the lines before the limit
   * are imported then.
   */
  import(csv: CsvFile, options: MutationOptions = {}): APIPromise<SuppressionImport> {
    return this.#transport.mutate(op.importSuppressions, 'suppressions.import', { csv }, options)
  }

  /**
   * Groups suppressions that bounces made by the servers' replies, the largest group first: of the last 30 days, or
   * of another span. `still_suppresses` says whether the service would suppress for such a reply today.
   */
  listReplies(
    query: ListSuppressionRepliesRequest = {},
    options: RequestOptions = {},
  ): APIPromise<SuppressionReplyGroups> {
    return this.#transport.read(op.listSuppressionReplies, 'suppressions.listReplies', { query }, options)
  }

  /**
   * Lifts up to 1,000 suppressions that bounces made, by the text of their reply, their time or both. While
   * `has_more` is true there may be others: pass `next_cursor` as `cursor`. Rejects with ValidationError if the body
   * does not say which to lift.
   */
  lift(body: LiftSuppressionsRequest, options: MutationOptions = {}): APIPromise<LiftedSuppressions> {
    return this.#transport.mutate(
      op.liftSuppressions,
      'suppressions.lift',
      { body, onTheWire: datesAsText },
      options,
    )
  }

  /** Returns one suppression. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Suppression> {
    return this.#transport.read(op.retrieveSuppression, 'suppressions.retrieve', { ids: { id } }, options)
  }

  /**
   * Lifts a suppression. Rejects with NotFoundError, or with APIError of the code `invalid_state` for a complaint or
   * an erasure that is not forced.
   */
  delete(id: string, query: { force?: boolean } = {}, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      op.deleteSuppression,
      'suppressions.delete',
      { ids: { id }, query },
      options,
    )
  }
}
