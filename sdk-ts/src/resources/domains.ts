import type { CreateDomainRequest, UpdateDomainRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Domain, DomainList, DomainRules } from '../replies/replies.js'
import type { ListDomainsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * The domains that you send from, and the state of their DNS. Reading needs a workspace key with `reports:read` or
 * `domains:*`, or a session; changes need `domains:*` or an admin's session.
 */
export class Domains {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists domains, newest first, each with its records as of the last check. */
  list(query: ListDomainsRequest = {}, options: RequestOptions = {}): PagePromise<Domain, DomainList> {
    return this.#transport.list(op.listDomains, 'domains.list', { query }, options)
  }

  /** Adds a domain with DKIM keys of its own. `records` has the records to publish. Rejects with ValidationError. */
  create(body: CreateDomainRequest, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.createDomain, 'domains.create', { body }, options)
  }

  /** Returns one domain, as of its last check. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Domain> {
    return this.#transport.read(op.retrieveDomain, 'domains.retrieve', { ids: { id } }, options)
  }

  /**
   * Returns the rules of mailbox providers for the domain's mail, and whether it keeps each. Rejects with
   * NotFoundError.
   */
  retrieveRules(id: string, options: RequestOptions = {}): APIPromise<DomainRules> {
    return this.#transport.read(op.retrieveDomainRules, 'domains.retrieveRules', { ids: { id } }, options)
  }

  /**
   * Gives the domain's own return path another name. Mail uses it once a check finds its record. Rejects with
   * NotFoundError or ValidationError.
   */
  update(id: string, body: UpdateDomainRequest, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.updateDomain, 'domains.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a domain with its keys and its DMARC reports. Live projects cannot send from it any more. Rejects with
   * NotFoundError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteDomain, 'domains.delete', { ids: { id } }, options)
  }

  /**
   * Looks the domain's records up now and returns the results. Rejects with NotFoundError, or RateLimitError after
   * ten in a minute.
   */
  check(id: string, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.checkDomain, 'domains.check', { ids: { id } }, options)
  }

  /**
   * Makes new DKIM keys, which sign once a check finds them published. Rejects with NotFoundError, or APIError of the
   * code `invalid_state` while the last ones are not published yet.
   */
  rotateDkim(id: string, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.rotateDomainDkim, 'domains.rotateDkim', { ids: { id } }, options)
  }
}
