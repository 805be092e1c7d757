import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { AuditEvent, AuditEventList } from '../replies/replies.js'
import type { ExportAuditEventsRequest, ListAuditEventsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** The audit log: who changed what, and from where. Needs an admin's session. */
export class AuditEvents {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Searches the log, newest first. A page can be empty and still be followed by another page. */
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
   * Streams all entries that match the filters, oldest first, in one reply. The request is sent when you start to
   * iterate. `timeout` applies to each part of the reply. Throws APIConnectionError if the connection breaks. The
   * export is not retried, and the entries you have read by then are incomplete.
   */
  export(
    query: ExportAuditEventsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<AuditEvent, void, void> {
    return this.#transport.rows(op.exportAuditEvents, 'auditEvents.export', { query }, options)
  }

  /**
   * Exports the entries as CSV. Yields text in parts as they arrive. The CSV is safe to open in a spreadsheet.
   * Otherwise works like `export`.
   */
  exportCsv(
    query: ExportAuditEventsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportAuditEvents, 'auditEvents.exportCsv', { query }, options)
  }
}
