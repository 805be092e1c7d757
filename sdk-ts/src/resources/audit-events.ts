import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { AuditEvent, AuditEventList } from '../replies/replies.js'
import type { ExportAuditEventsRequest, ListAuditEventsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** The audit log: what was changed, by whom and from where. Needs an admin's session. */
export class AuditEvents {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Searches the log, newest first. A page may be empty and still have a next one. */
  list(
    query: ListAuditEventsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<AuditEvent, AuditEventList> {
    return this.#transport.list(op.listAuditEvents, 'auditEvents.list', { query }, options)
  }

  /** Returns one entry. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<AuditEvent> {
    return this.#transport.read(op.retrieveAuditEvent, 'auditEvents.retrieve', { ids: { id } }, options)
  }

  /**
   * Runs over all entries that the filters select, oldest first, in one reply. The request is made when you begin to
   * read. `timeout` holds for each part. Throws APIConnectionError if the reply breaks off: the export is not tried
   * again, and the entries before are not all.
   */
  export(
    query: ExportAuditEventsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<AuditEvent, void, void> {
    return this.#transport.rows(op.exportAuditEvents, 'auditEvents.export', { query }, options)
  }

  /**
   * Exports the entries as CSV: text in parts as they come, safe to open in a spreadsheet. In other respects like
   * `export`.
   */
  exportCsv(
    query: ExportAuditEventsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportAuditEvents, 'auditEvents.exportCsv', { query }, options)
  }
}
