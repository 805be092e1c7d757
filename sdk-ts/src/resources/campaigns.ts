import type { PreviewCampaignRequest, TestCampaignRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  Campaign,
  CampaignCheck,
  CampaignList,
  CampaignPreview,
  CampaignRecipient,
  CampaignRecipientList,
  CampaignStats,
  CampaignTest,
  PausedCampaign,
  RetriedCampaign,
} from '../replies/replies.js'
import {
  messageOnTheWire,
  type CreateCampaignRequest,
  type UpdateCampaignRequest,
} from '../requests/requests.js'
import type {
  ListCampaignRecipientsRequest,
  ListCampaignsRequest,
  ScheduleCampaignRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'
import { datesAsText } from '../arguments/times.js'

/** One mail to many contacts. Needs a session: no key may see or change campaigns. */
export class Campaigns {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a draft. Nothing is sent before `schedule`. Rejects with ValidationError. */
  create(body: CreateCampaignRequest, options: MutationOptions = {}): APIPromise<Campaign> {
    return this.#transport.mutate(
      op.createCampaign,
      'campaigns.create',
      { body, onTheWire: messageOnTheWire },
      options,
    )
  }

  /** Lists campaigns, newest first. */
  list(query: ListCampaignsRequest = {}, options: RequestOptions = {}): PagePromise<Campaign, CampaignList> {
    return this.#transport.list(op.listCampaigns, 'campaigns.list', { query }, options)
  }

  /** Returns one campaign with its progress. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Campaign> {
    return this.#transport.read(op.retrieveCampaign, 'campaigns.retrieve', { ids: { id } }, options)
  }

  /**
   * Changes a draft or a scheduled campaign; while it is sending or paused, only its `rate_per_hour`. Needs an
   * admin's session unless it is a draft. Rejects with NotFoundError, ValidationError, or APIError of the code
   * `invalid_state`.
   */
  update(id: string, body: UpdateCampaignRequest, options: MutationOptions = {}): APIPromise<Campaign> {
    return this.#transport.mutate(
      op.updateCampaign,
      'campaigns.update',
      { ids: { id }, body, onTheWire: messageOnTheWire },
      options,
    )
  }

  /**
   * Deletes a draft, or a campaign that was sent or cancelled, with its list of recipients. Its messages stay. Rejects
   * with NotFoundError, or APIError of the code `invalid_state`. Needs an admin's session.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteCampaign, 'campaigns.delete', { ids: { id } }, options)
  }

  /**
   * Schedules a draft for `scheduled_at`, or starts it now; a scheduled campaign gets another time. Rejects with
   * NotFoundError; with ValidationError if something is missing, such as `unsubscribe_url` in the mail; or with
   * APIError of the code `invalid_state`. Needs an admin's session.
   */
  schedule(
    id: string,
    body: ScheduleCampaignRequest = {},
    options: MutationOptions = {},
  ): APIPromise<Campaign> {
    return this.#transport.mutate(
      op.scheduleCampaign,
      'campaigns.schedule',
      { ids: { id }, body, onTheWire: datesAsText },
      options,
    )
  }

  /**
   * Makes a scheduled campaign a draft again. Rejects with NotFoundError, or APIError of the code `invalid_state`.
   * Needs an admin's session.
   */
  unschedule(id: string, options: MutationOptions = {}): APIPromise<Campaign> {
    return this.#transport.mutate(op.unscheduleCampaign, 'campaigns.unschedule', { ids: { id } }, options)
  }

  /**
   * Sends nothing more until `resume`. `in_flight` is the number of mails that were being delivered and may still
   * arrive. Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs an admin's session.
   */
  pause(id: string, options: MutationOptions = {}): APIPromise<PausedCampaign> {
    return this.#transport.mutate(op.pauseCampaign, 'campaigns.pause', { ids: { id } }, options)
  }

  /**
   * Goes on where the campaign was paused. Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs
   * an admin's session.
   */
  resume(id: string, options: MutationOptions = {}): APIPromise<Campaign> {
    return this.#transport.mutate(op.resumeCampaign, 'campaigns.resume', { ids: { id } }, options)
  }

  /**
   * Sends nothing more, ever. `in_flight` is the number of mails that were being delivered and may still arrive.
   * Rejects with NotFoundError, or APIError of the code `invalid_state`. Needs an admin's session.
   */
  cancel(id: string, options: MutationOptions = {}): APIPromise<PausedCampaign> {
    return this.#transport.mutate(op.cancelCampaign, 'campaigns.cancel', { ids: { id } }, options)
  }

  /**
   * Tries again the recipients whose mail could not be made. Rejects with NotFoundError, or APIError of the code
   * `invalid_state`. Needs an admin's session.
   */
  retry(id: string, options: MutationOptions = {}): APIPromise<RetriedCampaign> {
    return this.#transport.mutate(op.retryCampaign, 'campaigns.retry', { ids: { id } }, options)
  }

  /**
   * Returns the reasons that keep a campaign from being scheduled, the number of contacts who would get its mail, and
   * why the others would not. Nothing is sent. Rejects with NotFoundError.
   */
  check(id: string, options: RequestOptions = {}): APIPromise<CampaignCheck> {
    return this.#transport.read(op.checkCampaign, 'campaigns.check', { ids: { id } }, options)
  }

  /**
   * Returns the mail as a contact would get it, and whether the contact would get it and why. Without `contact_id` it
   * is some contact of the audience. Rejects with NotFoundError, or ValidationError of the code
   * `template_render_failed`.
   */
  preview(
    id: string,
    body: PreviewCampaignRequest = {},
    options: RequestOptions = {},
  ): APIPromise<CampaignPreview> {
    return this.#transport.read(op.previewCampaign, 'campaigns.preview', { ids: { id }, body }, options)
  }

  /**
   * Sends the mail to up to five addresses. It does not count in the campaign. Rejects with NotFoundError,
   * ValidationError or SendingHaltedError.
   */
  test(id: string, body: TestCampaignRequest, options: MutationOptions = {}): APIPromise<CampaignTest> {
    return this.#transport.mutate(op.testCampaign, 'campaigns.test', { ids: { id }, body }, options)
  }

  /** Lists the recipients with their outcomes, the newest contacts first. Rejects with NotFoundError. */
  listRecipients(
    id: string,
    query: Omit<ListCampaignRecipientsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<CampaignRecipient, CampaignRecipientList> {
    return this.#transport.list(
      op.listCampaignRecipients,
      'campaigns.listRecipients',
      { ids: { id }, query },
      options,
    )
  }

  /** Counts the recipients by their outcomes, in figures of one moment. Rejects with NotFoundError. */
  retrieveStats(id: string, options: RequestOptions = {}): APIPromise<CampaignStats> {
    return this.#transport.read(op.retrieveCampaignStats, 'campaigns.retrieveStats', { ids: { id } }, options)
  }
}
