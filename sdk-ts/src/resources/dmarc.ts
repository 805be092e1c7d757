import type { ReviewDmarcSourceRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { DmarcRamp, DmarcRampList, DmarcSource, DmarcSourceList } from '../replies/replies.js'
import type { ListDmarcRampsRequest, ListDmarcSourcesRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * What receivers report about mail in your domains' name, and the way to a policy that stops the others. Needs a
 * workspace key with `reports:read`; a review needs `domains:*`.
 */
export class Dmarc {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists who sends as your domains, the source that was seen last for the first time first. */
  listSources(
    query: ListDmarcSourcesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<DmarcSource, DmarcSourceList> {
    return this.#transport.list(op.listDmarcSources, 'dmarc.listSources', { query }, options)
  }

  /**
   * Says whether a source may send as the domain; null takes that back. It changes nothing about mail. Rejects with
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
   * Says where a domain is on the way to `p=reject`, what the next step is and what is in its way.
   *
   * @param domainId the domain's id
   */
  retrieveRamp(domainId: string, options: RequestOptions = {}): APIPromise<DmarcRamp> {
    return this.#transport.read(op.retrieveDmarcRamp, 'dmarc.retrieveRamp', { ids: { domainId } }, options)
  }
}
