import {
  InboundApi,
  type CreateInboundRouteRequest,
  type TestInboundRouteRequest,
  type UpdateInboundRouteRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type {
  InboundArrival,
  InboundMessage,
  InboundMessageDetail,
  InboundMessageList,
  InboundReplay,
  InboundRoute,
  InboundRouteList,
  InboundRouteTest,
} from '../replies.js'
import type { ListInboundMessagesRequest, ListInboundRoutesRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'
import { typed } from '../typed.js'

/** Mail that comes to addresses of yours. Needs a session: no key may see or change it. */
export class Inbound {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns the MX records to publish, which of them were found, and how much is stored. */
  retrieve(options: RequestOptions = {}): APIPromise<InboundArrival> {
    return this.#transport.read(
      InboundApi,
      { operation: 'retrieveInbound', name: 'inbound.retrieve' },
      options,
      (api) => api.retrieveInboundRaw(),
    )
  }

  /**
   * Takes mail for an address, or a pattern of addresses, from then on. Rejects with ValidationError, or APIError of
   * the code `invalid_state`. Needs an admin's session.
   */
  createRoute(body: CreateInboundRouteRequest, options: MutationOptions = {}): APIPromise<InboundRoute> {
    return this.#transport.mutate(
      InboundApi,
      { operation: 'createInboundRoute', name: 'inbound.createRoute', body },
      options,
      (api, idempotencyKey) =>
        api.createInboundRouteRaw({ CreateInboundRouteRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists routes, newest first. */
  listRoutes(
    query: ListInboundRoutesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<InboundRoute, InboundRouteList> {
    return this.#transport.list(
      InboundApi,
      { operation: 'listInboundRoutes', name: 'inbound.listRoutes' },
      query,
      options,
      (api, query) => api.listInboundRoutesRaw(query),
    )
  }

  /** Returns one route. Rejects with NotFoundError. */
  retrieveRoute(id: string, options: RequestOptions = {}): APIPromise<InboundRoute> {
    return this.#transport.read(
      InboundApi,
      { operation: 'retrieveInboundRoute', name: 'inbound.retrieveRoute', ids: { id } },
      options,
      (api) => api.retrieveInboundRouteRaw({ id }),
    )
  }

  /**
   * Changes a route for mail that comes from then on, within 5 seconds. Rejects with NotFoundError or ValidationError.
   * Needs an admin's session.
   */
  updateRoute(
    id: string,
    body: UpdateInboundRouteRequest,
    options: MutationOptions = {},
  ): APIPromise<InboundRoute> {
    return this.#transport.mutate(
      InboundApi,
      { operation: 'updateInboundRoute', name: 'inbound.updateRoute', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updateInboundRouteRaw({ id, UpdateInboundRouteRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Refuses its mail from then on. Its messages stay until they expire. Rejects with NotFoundError, or APIError of the
   * code `invalid_state` while an automation has it as its trigger. Needs an admin's session.
   */
  deleteRoute(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      InboundApi,
      { operation: 'deleteInboundRoute', name: 'inbound.deleteRoute', ids: { id } },
      options,
      (api, idempotencyKey) => api.deleteInboundRouteRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Returns which route would take mail for an address, and the reply of SMTP. Nothing is sent or stored. */
  testRoute(body: TestInboundRouteRequest, options: RequestOptions = {}): APIPromise<InboundRouteTest> {
    return this.#transport.read(
      InboundApi,
      { operation: 'testInboundRoute', name: 'inbound.testRoute', body },
      options,
      (api) => typed<InboundRouteTest>(api.testInboundRouteRaw({ TestInboundRouteRequest: body })),
    )
  }

  /** Lists the messages that were received and are retained, newest first, without their content. */
  listMessages(
    query: ListInboundMessagesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<InboundMessage, InboundMessageList> {
    return this.#transport.list(
      InboundApi,
      { operation: 'listInboundMessages', name: 'inbound.listMessages' },
      query,
      options,
      (api, query) => api.listInboundMessagesRaw(query),
    )
  }

  /** Returns one message with its content. Rejects with NotFoundError. */
  retrieveMessage(id: string, options: RequestOptions = {}): APIPromise<InboundMessageDetail> {
    return this.#transport.read(
      InboundApi,
      { operation: 'retrieveInboundMessage', name: 'inbound.retrieveMessage', ids: { id } },
      options,
      (api) => api.retrieveInboundMessageRaw({ id }),
    )
  }

  /**
   * Deletes a message with its content and attachments, and ends the links to them. Rejects with NotFoundError. Needs
   * an admin's session.
   */
  deleteMessage(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      InboundApi,
      { operation: 'deleteInboundMessage', name: 'inbound.deleteMessage', ids: { id } },
      options,
      (api, idempotencyKey) => api.deleteInboundMessageRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Returns the message as it came, up to 25 MiB. `asResponse()` has it as a stream instead, which must be read or
   * cancelled. `timeout` holds for each part. Rejects with NotFoundError, or APIConnectionError where the reply breaks
   * off: that is not tried again.
   */
  downloadMessage(id: string, options: RequestOptions = {}): APIPromise<Blob> {
    return this.#transport.download(
      InboundApi,
      { operation: 'downloadInboundMessage', name: 'inbound.downloadMessage', ids: { id } },
      'message/rfc822',
      options,
      (api) => api.downloadInboundMessageRaw({ id }),
    )
  }

  /** Returns the decoded bytes of an attachment, in the manner of `downloadMessage`. */
  downloadAttachment(id: string, attachment_id: string, options: RequestOptions = {}): APIPromise<Blob> {
    return this.#transport.download(
      InboundApi,
      {
        operation: 'downloadInboundAttachment',
        name: 'inbound.downloadAttachment',
        ids: { id, attachment_id },
      },
      'application/octet-stream',
      options,
      (api) => api.downloadInboundAttachmentRaw({ id, attachment_id }),
    )
  }

  /**
   * Sends `inbound.received` once more, with fresh links, to the webhooks that there are now. Automations are not
   * started. Rejects with NotFoundError.
   */
  replayMessage(id: string, options: MutationOptions = {}): APIPromise<InboundReplay> {
    return this.#transport.mutate(
      InboundApi,
      { operation: 'replayInboundMessage', name: 'inbound.replayMessage', ids: { id } },
      options,
      (api, idempotencyKey) => api.replayInboundMessageRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}
