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

/**
 * Suppressed addresses, which the service does not send to. Needs a workspace key with the scope `suppressions:*`, or
 * a session.
 */
export class Suppressions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Suppresses an address for the whole workspace. If the address is already suppressed, its reason and note do not
   * change, and the existing suppression is returned. Rejects with ValidationError.
   */
  create(body: CreateSuppressionRequest, options: MutationOptions = {}): APIPromise<Suppression> {
    return this.#transport.mutate(op.createSuppression, 'suppressions.create', { body }, options)
  }

  /** Lists suppressions, newest first. To get all of them at once, use `exportCsv`. */
  list(
    query: ListSuppressionsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Suppression, SuppressionList> {
    return this.#transport.list(op.listSuppressions, 'suppressions.list', { query }, options)
  }

  /** Returns the same pages as `list`, through the operation that `exportCsv` uses. */
  export(
    query: ExportSuppressionsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Suppression, SuppressionList> {
    return this.#transport.list(op.exportSuppressions, 'suppressions.export', { query }, options)
  }

  /**
   * Exports suppressions as CSV, sorted by address. Yields text in parts as they arrive. `import` accepts the CSV
   * unchanged. The request is sent when you start to iterate. `timeout` applies to each part of the reply. Throws
   * APIConnectionError if the connection breaks. The export is not retried, and the lines you have read by then are
   * incomplete.
   */
  exportCsv(
    query: Omit<ExportSuppressionsRequest, 'limit' | 'cursor'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportSuppressions, 'suppressions.exportCsv', { query }, options)
  }

  /**
   * Imports a CSV of up to 10 MB, with the columns of `exportCsv` or with `email` only. Lines that cannot be read are
   * rejected one by one and listed in `rejected_lines`. A stream is sent only once. Any other file is sent again if an
   * attempt fails. Rejects with APIError (code `payload_too_large`) if the file is larger. The lines before the limit
   * are still imported.
   */
  import(csv: CsvFile, options: MutationOptions = {}): APIPromise<SuppressionImport> {
    return this.#transport.mutate(op.importSuppressions, 'suppressions.import', { csv }, options)
  }

  /**
   * Groups suppressions that came from bounces by the receiving server's reply, largest group first. Covers the last
   * 30 days by default. `still_suppresses` says whether the service would suppress an address for this reply today.
   */
  listReplies(
    query: ListSuppressionRepliesRequest = {},
    options: RequestOptions = {},
  ): APIPromise<SuppressionReplyGroups> {
    return this.#transport.read(op.listSuppressionReplies, 'suppressions.listReplies', { query }, options)
  }

  /**
   * Lifts up to 1,000 suppressions that came from bounces, selected by reply text, by time or by both. While
   * `has_more` is true there can be more. Pass `next_cursor` as `cursor` to continue. Rejects with ValidationError if
   * the body selects nothing.
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
   * Lifts a suppression. Rejects with NotFoundError, or with APIError (code `invalid_state`) for a complaint or an
   * erasure without `force`.
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
