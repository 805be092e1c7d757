import type { ExplainSegmentRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  Contact,
  ContactList,
  Segment,
  SegmentExplanation,
  SegmentList,
  SegmentPreview,
} from '../replies/replies.js'
import type {
  CreateSegmentRequest,
  PreviewSegmentRequest,
  UpdateSegmentRequest,
} from '../requests/requests.js'
import type { ListSegmentContactsRequest, ListSegmentsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Segments select contacts by rules. Needs the scope `contacts:*`. */
export class Segments {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a segment of a project's contacts. Rejects with ValidationError, whose `details` give the location of each
   * mistake in the rule.
   */
  create(body: CreateSegmentRequest, options: MutationOptions = {}): APIPromise<Segment> {
    return this.#transport.mutate(op.createSegment, 'segments.create', { body }, options)
  }

  /** Lists segments, newest first. */
  list(query: ListSegmentsRequest = {}, options: RequestOptions = {}): PagePromise<Segment, SegmentList> {
    return this.#transport.list(op.listSegments, 'segments.list', { query }, options)
  }

  /** Returns one segment with its last count. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Segment> {
    return this.#transport.read(op.retrieveSegment, 'segments.retrieve', { ids: { id } }, options)
  }

  /**
   * Changes the name or the rule. A campaign that has started keeps its original rule. A session needs the
   * role admin to change a rule that a scheduled campaign or a published automation uses. Rejects with NotFoundError,
   * PermissionDeniedError or ValidationError.
   */
  update(id: string, body: UpdateSegmentRequest, options: MutationOptions = {}): APIPromise<Segment> {
    return this.#transport.mutate(op.updateSegment, 'segments.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a segment. Rejects with NotFoundError, or with APIError (code `invalid_state`) while another segment or an
   * unfinished campaign uses it. A session needs the role admin.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteSegment, 'segments.delete', { ids: { id } }, options)
  }

  /**
   * Returns the number of contacts that a rule selects, and a sample of them. Nothing is stored. In a project with
   * many contacts, the number is an estimate. Rejects with ValidationError, with the code `segment_too_costly` if
   * counting took too long.
   */
  preview(body: PreviewSegmentRequest, options: RequestOptions = {}): APIPromise<SegmentPreview> {
    return this.#transport.read(op.previewSegment, 'segments.preview', { body }, options)
  }

  /**
   * Starts an exact count of the contacts. Returns at once. Call `retrieve` to read the progress in `counting` and the
   * result in `count`. Rejects with NotFoundError.
   */
  count(id: string, options: MutationOptions = {}): APIPromise<Segment> {
    return this.#transport.mutate(op.countSegment, 'segments.count', { ids: { id } }, options)
  }

  /**
   * Lists the contacts that the rule selects now, newest first. Rejects with NotFoundError, or with ValidationError
   * (code `segment_too_costly`).
   */
  listContacts(
    id: string,
    query: Omit<ListSegmentContactsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<Contact, ContactList> {
    return this.#transport.list(
      op.listSegmentContacts,
      'segments.listContacts',
      { ids: { id }, query },
      options,
    )
  }

  /**
   * Returns whether the segment includes a contact, with true or false for each node of the rule. Rejects with
   * NotFoundError or ValidationError.
   */
  explain(
    id: string,
    body: ExplainSegmentRequest,
    options: RequestOptions = {},
  ): APIPromise<SegmentExplanation> {
    return this.#transport.read(op.explainSegment, 'segments.explain', { ids: { id }, body }, options)
  }
}
