import { SegmentsApi, type ApiResponse, type ExplainSegmentRequest } from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type {
  Contact,
  ContactList,
  Segment,
  SegmentExplanation,
  SegmentList,
  SegmentPreview,
} from '../replies.js'
import type { CreateSegmentRequest, PreviewSegmentRequest, UpdateSegmentRequest } from '../requests.js'
import type { ListSegmentContactsRequest, ListSegmentsRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

/** Rules that select contacts. Needs a session: no key may see or change segments. */
export class Segments {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a segment of a project's contacts. Rejects with ValidationError, whose `details` have the place of each
   * mistake in the rule.
   */
  create(body: CreateSegmentRequest, options: MutationOptions = {}): APIPromise<Segment> {
    return this.#transport.mutate(
      SegmentsApi,
      { operation: 'createSegment', name: 'segments.create', body },
      options,
      (api, idempotencyKey) =>
        asSegment(api.createSegmentRaw({ CreateSegmentRequest: body, Idempotency_Key: idempotencyKey })),
    )
  }

  /** Lists segments, newest first. */
  list(query: ListSegmentsRequest = {}, options: RequestOptions = {}): PagePromise<Segment, SegmentList> {
    return this.#transport.list(
      SegmentsApi,
      { operation: 'listSegments', name: 'segments.list' },
      query,
      options,
      (api, query) => api.listSegmentsRaw(query) as Promise<ApiResponse<unknown>> as Reply<SegmentList>,
    )
  }

  /** Returns one segment with its last count. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Segment> {
    return this.#transport.read(
      SegmentsApi,
      { operation: 'retrieveSegment', name: 'segments.retrieve', ids: { id } },
      options,
      (api) => asSegment(api.retrieveSegmentRaw({ id })),
    )
  }

  /**
   * Changes the name or the rule. A campaign that has started keeps the rule that it started with. A change of the rule
   * needs an admin's session while a scheduled campaign or a published automation uses it. Rejects with NotFoundError,
   * PermissionDeniedError or ValidationError.
   */
  update(id: string, body: UpdateSegmentRequest, options: MutationOptions = {}): APIPromise<Segment> {
    return this.#transport.mutate(
      SegmentsApi,
      { operation: 'updateSegment', name: 'segments.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        asSegment(api.updateSegmentRaw({ id, UpdateSegmentRequest: body, Idempotency_Key: idempotencyKey })),
    )
  }

  /**
   * Deletes a segment. Rejects with NotFoundError, or APIError of the code `invalid_state` while another segment, or a
   * campaign that is not over, uses it. Needs an admin's session.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      SegmentsApi,
      { operation: 'deleteSegment', name: 'segments.delete', ids: { id } },
      options,
      (api, idempotencyKey) => api.deleteSegmentRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Returns how many contacts a rule selects, and some of them. Nothing is stored. In a project of many contacts the
   * number is an estimate. Rejects with ValidationError, of the code `segment_too_costly` where it took too long.
   */
  preview(body: PreviewSegmentRequest, options: RequestOptions = {}): APIPromise<SegmentPreview> {
    return this.#transport.read(
      SegmentsApi,
      { operation: 'previewSegment', name: 'segments.preview', body },
      options,
      (api) => api.previewSegmentRaw({ PreviewSegmentRequest: body }),
    )
  }

  /**
   * Begins to count the contacts exactly. Returns at once: `retrieve` has the progress in `counting`, and the result in
   * `count`. Rejects with NotFoundError.
   */
  count(id: string, options: MutationOptions = {}): APIPromise<Segment> {
    return this.#transport.mutate(
      SegmentsApi,
      { operation: 'countSegment', name: 'segments.count', ids: { id } },
      options,
      (api, idempotencyKey) => asSegment(api.countSegmentRaw({ id, Idempotency_Key: idempotencyKey })),
    )
  }

  /**
   * Lists the contacts that the rule selects now, newest first. Rejects with NotFoundError, or ValidationError of the
   * code `segment_too_costly`.
   */
  listContacts(
    id: string,
    query: Omit<ListSegmentContactsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<Contact, ContactList> {
    return this.#transport.list(
      SegmentsApi,
      { operation: 'listSegmentContacts', name: 'segments.listContacts', ids: { id } },
      query,
      options,
      (api, query) => api.listSegmentContactsRaw({ ...query, id }),
    )
  }

  /**
   * Returns whether the segment has a contact, with true or false for each node of the rule. Rejects with NotFoundError
   * or ValidationError.
   */
  explain(
    id: string,
    body: ExplainSegmentRequest,
    options: RequestOptions = {},
  ): APIPromise<SegmentExplanation> {
    return this.#transport.read(
      SegmentsApi,
      { operation: 'explainSegment', name: 'segments.explain', ids: { id }, body },
      options,
      (api) => api.explainSegmentRaw({ id, ExplainSegmentRequest: body }),
    )
  }
}

type Reply<Body> = Promise<ApiResponse<Body>>

/** The contract types a rule more widely than this package does. */
function asSegment(reply: Promise<ApiResponse<unknown>>): Reply<Segment> {
  return reply as Reply<Segment>
}
