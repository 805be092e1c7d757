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

/**
 * Campaigns send one mail to many contacts. Needs the scope `campaigns:*`: with `messages:send` for what sends, and
 * with `contacts:*` for what shows contacts.
 */
export class Campaigns {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a draft. Nothing is sent until you call `schedule`. Rejects with ValidationError. */
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
   * Changes a draft or a scheduled campaign. For a sending or paused campaign, you can change only `rate_per_hour`.
   * A session needs the role admin, except for a draft. Rejects with NotFoundError, with ValidationError, or with APIError
   * (code `invalid_state`).
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
   * Deletes a draft, or a sent or cancelled campaign, with its recipient list. Its messages are kept. Rejects with
   * NotFoundError, or with APIError (code `invalid_state`). A session needs the role admin.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteCampaign, 'campaigns.delete', { ids: { id } }, options)
  }

  /**
   * Schedules a draft for `scheduled_at`, or starts it now. Also changes the time of a scheduled campaign. Rejects
   * with NotFoundError, with ValidationError if something is missing, such as `unsubscribe_url` in the mail, or with
   * APIError (code `invalid_state`). A session needs the role admin.
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
   * Turns a scheduled campaign back into a draft. Rejects with NotFoundError, or with APIError (code `invalid_state`).
   * A session needs the role admin.
   */
  unschedule(id: string, options: MutationOptions = {}): APIPromise<Campaign> {
    return this.#transport.mutate(op.unscheduleCampaign, 'campaigns.unschedule', { ids: { id } }, options)
  }

  /**
   * Pauses a campaign. Nothing more is sent until you call `resume`. `in_flight` is the number of mails in delivery at
   * that moment, which can still arrive. Rejects with NotFoundError, or with APIError (code `invalid_state`). A
   * session needs the role admin.
   */
  pause(id: string, options: MutationOptions = {}): APIPromise<PausedCampaign> {
    return this.#transport.mutate(op.pauseCampaign, 'campaigns.pause', { ids: { id } }, options)
  }

  /**
   * Resumes a paused campaign where it stopped. Rejects with NotFoundError, or with APIError (code `invalid_state`).
   * A session needs the role admin.
   */
  resume(id: string, options: MutationOptions = {}): APIPromise<Campaign> {
    return this.#transport.mutate(op.resumeCampaign, 'campaigns.resume', { ids: { id } }, options)
  }

  /**
   * Cancels a campaign permanently. `in_flight` is the number of mails in delivery at that moment, which can still
   * arrive. Rejects with NotFoundError, or with APIError (code `invalid_state`). A session needs the role admin.
   */
  cancel(id: string, options: MutationOptions = {}): APIPromise<PausedCampaign> {
    return this.#transport.mutate(op.cancelCampaign, 'campaigns.cancel', { ids: { id } }, options)
  }

  /**
   * Retries the recipients whose mail could not be created. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`). A session needs the role admin.
   */
  retry(id: string, options: MutationOptions = {}): APIPromise<RetriedCampaign> {
    return this.#transport.mutate(op.retryCampaign, 'campaigns.retry', { ids: { id } }, options)
  }

  /**
   * Returns the problems that prevent scheduling, the number of contacts who would receive the mail, and the reasons
   * why other contacts would not. Nothing is sent. Rejects with NotFoundError.
   */
  check(id: string, options: RequestOptions = {}): APIPromise<CampaignCheck> {
    return this.#transport.read(op.checkCampaign, 'campaigns.check', { ids: { id } }, options)
  }

  /**
   * Returns the mail as a contact would receive it, whether the contact would receive it, and why. Without
   * `contact_id`, the service picks a contact from the audience. Rejects with NotFoundError, or with ValidationError
   * (code `template_render_failed`).
   */
  preview(
    id: string,
    body: PreviewCampaignRequest = {},
    options: RequestOptions = {},
  ): APIPromise<CampaignPreview> {
    return this.#transport.read(op.previewCampaign, 'campaigns.preview', { ids: { id }, body }, options)
  }

  /**
   * Sends the mail to up to 5 addresses as a test. The test does not count in the campaign's statistics. Rejects with
   * NotFoundError, ValidationError or SendingHaltedError.
   */
  test(id: string, body: TestCampaignRequest, options: MutationOptions = {}): APIPromise<CampaignTest> {
    return this.#transport.mutate(op.testCampaign, 'campaigns.test', { ids: { id }, body }, options)
  }

  /** Lists the recipients with their outcomes, newest contacts first. Rejects with NotFoundError. */
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

  /** Returns the number of recipients for each outcome, all counted at the same moment. Rejects with NotFoundError. */
  retrieveStats(id: string, options: RequestOptions = {}): APIPromise<CampaignStats> {
    return this.#transport.read(op.retrieveCampaignStats, 'campaigns.retrieveStats', { ids: { id } }, options)
  }
}
