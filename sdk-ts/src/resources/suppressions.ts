import { SuppressionsApi, type CreateSuppressionRequest } from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import { checkCsv } from '../csv-file.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type {
  LiftedSuppressions,
  Suppression,
  SuppressionImport,
  SuppressionList,
  SuppressionReplyGroups,
} from '../replies.js'
import type { CsvFile } from '../requests.js'
import type {
  ExportSuppressionsRequest,
  LiftSuppressionsRequest,
  ListSuppressionRepliesRequest,
  ListSuppressionsRequest,
} from '../timed-requests.js'
import type { Transport } from '../transport.js'
import { datesAsText } from '../times.js'

/** Addresses that nothing is sent to. Needs a workspace key with the scope `suppressions:*`, or a session. */
export class Suppressions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Suppresses an address for the whole workspace. One that is suppressed already keeps its first reason and
   * note, and is returned as it is. Rejects with ValidationError.
   */
  create(body: CreateSuppressionRequest, options: MutationOptions = {}): APIPromise<Suppression> {
    return this.#transport.mutate(
      SuppressionsApi,
      { operation: 'createSuppression', name: 'suppressions.create', body },
      options,
      (api, idempotencyKey) =>
        api.createSuppressionRaw({ CreateSuppressionRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists suppressions, newest first. For all of them at once there is `exportCsv`. */
  list(
    query: ListSuppressionsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Suppression, SuppressionList> {
    return this.#transport.list(
      SuppressionsApi,
      { operation: 'listSuppressions', name: 'suppressions.list' },
      query,
      options,
      (api, query) => api.listSuppressionsRaw(query),
    )
  }

  /** The pages of `list`, by the operation that `exportCsv` has as a file. */
  export(
    query: ExportSuppressionsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<Suppression, SuppressionList> {
    return this.#transport.list(
      SuppressionsApi,
      { operation: 'exportSuppressions', name: 'suppressions.export' },
      query,
      options,
      (api, query) => api.exportSuppressionsRaw(query),
    )
  }

  /**
   * Exports suppressions as CSV, sorted by address: text in parts as they come, which `import` takes as it
   * is. It is asked for when you begin to read. `timeout` holds for each part. Throws APIConnectionError
   * where the reply breaks off: that is not tried again, and what came before is not the whole.
   */
  exportCsv(
    query: Omit<ExportSuppressionsRequest, 'limit' | 'cursor'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(
      SuppressionsApi,
      { operation: 'exportSuppressions', name: 'suppressions.exportCsv', query },
      'text/csv',
      options,
      (api) => api.exportSuppressionsRaw(datesAsText(query, 'suppressions.exportCsv(query): query')),
    )
  }

  /**
   * Imports a CSV of up to 10 MB: with the columns of `exportCsv`, or `email` alone. A line that cannot be
   * read is rejected by itself, in `rejected_lines`. A stream is sent once; everything else is sent again
   * where an attempt fails. Rejects with APIError of the code `payload_too_large` where the file is larger;
   * what came before is imported then.
   */
  import(csv: CsvFile, options: MutationOptions = {}): APIPromise<SuppressionImport> {
    return this.#transport.mutate(
      SuppressionsApi,
      { operation: 'importSuppressions', name: 'suppressions.import' },
      options,
      (api, idempotencyKey) =>
        // The generated client's type allows only strings, but its code passes any body on.
        api.importSuppressionsRaw({
          body: checkCsv('suppressions.import', csv) as string,
          Idempotency_Key: idempotencyKey,
        }),
    )
  }

  /**
   * Groups suppressions that bounces made by what servers said, the largest group first: of the last 30 days, or of
   * another span. `still_suppresses` says whether the service would suppress for such a reply today.
   */
  listReplies(
    query: ListSuppressionRepliesRequest = {},
    options: RequestOptions = {},
  ): APIPromise<SuppressionReplyGroups> {
    return this.#transport.read(
      SuppressionsApi,
      { operation: 'listSuppressionReplies', name: 'suppressions.listReplies', query },
      options,
      (api) => api.listSuppressionRepliesRaw(datesAsText(query, 'suppressions.listReplies(query): query')),
    )
  }

  /**
   * Lifts up to 1,000 suppressions that bounces made, by the text of their reply, their time or both. While `has_more`
   * is true there may be others: pass `next_cursor` as `cursor`. Rejects with ValidationError where the body does not
   * say which.
   */
  lift(body: LiftSuppressionsRequest, options: MutationOptions = {}): APIPromise<LiftedSuppressions> {
    return this.#transport.mutate(
      SuppressionsApi,
      { operation: 'liftSuppressions', name: 'suppressions.lift', body },
      options,
      (api, idempotencyKey) =>
        api.liftSuppressionsRaw({
          LiftSuppressionsRequest: datesAsText(body, 'suppressions.lift(body): body'),
          Idempotency_Key: idempotencyKey,
        }),
    )
  }

  /** Returns one suppression. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Suppression> {
    return this.#transport.read(
      SuppressionsApi,
      { operation: 'retrieveSuppression', name: 'suppressions.retrieve', ids: { id } },
      options,
      (api) => api.retrieveSuppressionRaw({ id }),
    )
  }

  /**
   * Takes a suppression back. Rejects with NotFoundError, or with APIError of the code `invalid_state` for a
   * complaint or an erasure that is not forced.
   */
  delete(id: string, query: { force?: boolean } = {}, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      SuppressionsApi,
      { operation: 'deleteSuppression', name: 'suppressions.delete', ids: { id }, query },
      options,
      (api, idempotencyKey) => api.deleteSuppressionRaw({ id, ...query, Idempotency_Key: idempotencyKey }),
    )
  }
}
