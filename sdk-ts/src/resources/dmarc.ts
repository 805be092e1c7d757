import type { ReviewDmarcSourceRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { DmarcRamp, DmarcRampList, DmarcSource, DmarcSourceList } from '../replies/replies.js'
import type { ListDmarcRampsRequest, ListDmarcSourcesRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * DMARC reports from receivers about mail that uses your domains, and the steps to a policy that blocks forged mail.
 * Needs a workspace key with `reports:read`. A review needs `domains:*`.
 */
export class Dmarc {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists the sources that send mail as your domains, most recently discovered first. */
  listSources(
    query: ListDmarcSourcesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<DmarcSource, DmarcSourceList> {
    return this.#transport.list(op.listDmarcSources, 'dmarc.listSources', { query }, options)
  }

  /**
   * Records whether a source may send as the domain. Pass null to clear the review. A review does not change how mail
   * is sent. Rejects with NotFoundError.
   */
  reviewSource(
    id: string,
    body: ReviewDmarcSourceRequest,
    options: MutationOptions = {},
  ): APIPromise<DmarcSource> {
    return this.#transport.mutate(op.reviewDmarcSource, 'dmarc.reviewSource', { ids: { id }, body }, options)
  }

  /** Lists the ramps of all domains, newest domain first. */
  listRamps(
    query: ListDmarcRampsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<DmarcRamp, DmarcRampList> {
    return this.#transport.list(op.listDmarcRamps, 'dmarc.listRamps', { query }, options)
  }

  /**
   * Returns a domain's progress towards `p=reject`, the next step and the obstacles to it.
   *
   * @param domainId the domain's id
   */
  retrieveRamp(domainId: string, options: RequestOptions = {}): APIPromise<DmarcRamp> {
    return this.#transport.read(op.retrieveDmarcRamp, 'dmarc.retrieveRamp', { ids: { domainId } }, options)
  }
}
