import type {
  CreateInboundRouteRequest,
  TestInboundRouteRequest,
  UpdateInboundRouteRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  InboundArrival,
  InboundMessage,
  InboundMessageDetail,
  InboundMessageList,
  InboundReplay,
  InboundRoute,
  InboundRouteList,
  InboundRouteTest,
} from '../replies/replies.js'
import type { ListInboundMessagesRequest, ListInboundRoutesRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Mail that your addresses receive. Needs the scope `inbound:*`. */
export class Inbound {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns the MX records to publish, the MX records that were found, and the amount of stored mail. */
  retrieve(options: RequestOptions = {}): APIPromise<InboundArrival> {
    return this.#transport.read(op.retrieveInbound, 'inbound.retrieve', {}, options)
  }

  /**
   * Creates a route that accepts mail for an address or an address pattern from now on. Rejects with ValidationError,
   * or with APIError (code `invalid_state`). A session needs the role admin.
   */
  createRoute(body: CreateInboundRouteRequest, options: MutationOptions = {}): APIPromise<InboundRoute> {
    return this.#transport.mutate(op.createInboundRoute, 'inbound.createRoute', { body }, options)
  }

  /** Lists routes, newest first. */
  listRoutes(
    query: ListInboundRoutesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<InboundRoute, InboundRouteList> {
    return this.#transport.list(op.listInboundRoutes, 'inbound.listRoutes', { query }, options)
  }

  /** Returns one route. Rejects with NotFoundError. */
  retrieveRoute(id: string, options: RequestOptions = {}): APIPromise<InboundRoute> {
    return this.#transport.read(op.retrieveInboundRoute, 'inbound.retrieveRoute', { ids: { id } }, options)
  }

  /**
   * Changes a route. New mail follows the change within 5 seconds. Rejects with NotFoundError or ValidationError.
   * A session needs the role admin.
   */
  updateRoute(
    id: string,
    body: UpdateInboundRouteRequest,
    options: MutationOptions = {},
  ): APIPromise<InboundRoute> {
    return this.#transport.mutate(
      op.updateInboundRoute,
      'inbound.updateRoute',
      { ids: { id }, body },
      options,
    )
  }

  /**
   * Deletes a route. The service refuses its mail from then on. Received messages are kept until they expire. Rejects
   * with NotFoundError, or with APIError (code `invalid_state`) while the route is an automation's trigger. A
   * session needs the role admin.
   */
  deleteRoute(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteInboundRoute, 'inbound.deleteRoute', { ids: { id } }, options)
  }

  /** Returns the route that would accept mail for an address, and the SMTP reply. Nothing is sent or stored. */
  testRoute(body: TestInboundRouteRequest, options: RequestOptions = {}): APIPromise<InboundRouteTest> {
    return this.#transport.read(op.testInboundRoute, 'inbound.testRoute', { body }, options)
  }

  /** Lists the received messages that are still retained, newest first, without their content. */
  listMessages(
    query: ListInboundMessagesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<InboundMessage, InboundMessageList> {
    return this.#transport.list(op.listInboundMessages, 'inbound.listMessages', { query }, options)
  }

  /** Returns one message with its content. Rejects with NotFoundError. */
  retrieveMessage(id: string, options: RequestOptions = {}): APIPromise<InboundMessageDetail> {
    return this.#transport.read(
      op.retrieveInboundMessage,
      'inbound.retrieveMessage',
      { ids: { id } },
      options,
    )
  }

  /**
   * Deletes a message with its content and attachments. Links to them stop working. Rejects with NotFoundError. A
   * session needs the role admin.
   */
  deleteMessage(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteInboundMessage, 'inbound.deleteMessage', { ids: { id } }, options)
  }

  /**
   * Returns the raw message as it was received, up to 25 MiB. To stream it instead, call `asResponse()`, and read or
   * cancel the stream. `timeout` applies to each part of the reply. Rejects with NotFoundError, or with
   * APIConnectionError if the connection breaks. The download is not retried.
   */
  downloadMessage(id: string, options: RequestOptions = {}): APIPromise<Blob> {
    return this.#transport.download(
      op.downloadInboundMessage,
      'inbound.downloadMessage',
      { ids: { id } },
      options,
    )
  }

  /** Returns the decoded bytes of an attachment. Otherwise works like `downloadMessage`. */
  downloadAttachment(id: string, attachment_id: string, options: RequestOptions = {}): APIPromise<Blob> {
    return this.#transport.download(
      op.downloadInboundAttachment,
      'inbound.downloadAttachment',
      { ids: { id, attachment_id } },
      options,
    )
  }

  /**
   * Sends `inbound.received` again, with fresh links, to the webhooks that exist now. Automations do not start.
   * Rejects with NotFoundError.
   */
  replayMessage(id: string, options: MutationOptions = {}): APIPromise<InboundReplay> {
    return this.#transport.mutate(op.replayInboundMessage, 'inbound.replayMessage', { ids: { id } }, options)
  }
}
