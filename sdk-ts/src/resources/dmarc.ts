import type { ReviewDmarcSourceRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { DmarcRamp, DmarcRampList, DmarcSource, DmarcSourceList } from '../replies/replies.js'
import type { ListDmarcRampsRequest, ListDmarcSourcesRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * Reports of receivers about mail in your domains' name, and the way to a policy that stops mail of others. Needs a
 * workspace key with `reports:read`; a review needs `domains:*`.
 */
export class Dmarc {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists the sources that send as your domains, the most recently discovered first. */
  listSources(
    query: ListDmarcSourcesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<DmarcSource, DmarcSourceList> {
    return this.#transport.list(op.listDmarcSources, 'dmarc.listSources', { query }, options)
  }

  /**
   * Records whether a source may send as the domain; null takes that back. Mail goes on as before. Rejects with
   * NotFoundError.
   */
  reviewSource(
    id: string,
    body: ReviewDmarcSourceRequest,
    options: MutationOptions = {},
  ): APIPromise<DmarcSource> {
    return this.#transport.mutate(op.reviewDmarcSource, 'dmarc.reviewSource', { ids: { id }, body }, options)
  }

  /** Lists the ramps of all domains, the newest domain first. */
  listRamps(
    query: ListDmarcRampsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<DmarcRamp, DmarcRampList> {
    return this.#transport.list(op.listDmarcRamps, 'dmarc.listRamps', { query }, options)
  }

  /**
   * Returns a domain's progress on the way to `p=reject`, the next step and the obstacles to it.
   *
   * @param domainId the domain's id
   */
  retrieveRamp(domainId: string, options: RequestOptions = {}): APIPromise<DmarcRamp> {
    return this.#transport.read(op.retrieveDmarcRamp, 'dmarc.retrieveRamp', { ids: { domainId } }, options)
  }
}
