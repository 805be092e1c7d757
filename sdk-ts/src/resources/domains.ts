import type { CreateDomainRequest, UpdateDomainRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Domain, DomainList, DomainRules } from '../replies/replies.js'
import type { ListDomainsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * The domains that you send from, and the state of their DNS records. To read, you need a workspace key with
 * `reports:read` or `domains:*`, or a session. To make changes, you need `domains:*` or an admin's session.
 */
export class Domains {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists domains, newest first, each with its DNS records as of the last check. */
  list(query: ListDomainsRequest = {}, options: RequestOptions = {}): PagePromise<Domain, DomainList> {
    return this.#transport.list(op.listDomains, 'domains.list', { query }, options)
  }

  /** Adds a domain with its own DKIM keys. `records` lists the DNS records to publish. Rejects with ValidationError. */
  create(body: CreateDomainRequest, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.createDomain, 'domains.create', { body }, options)
  }

  /** Returns one domain, as of its last check. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Domain> {
    return this.#transport.read(op.retrieveDomain, 'domains.retrieve', { ids: { id } }, options)
  }

  /**
   * Returns the mailbox providers' rules for the domain's mail, and whether the domain meets each. Rejects with
   * NotFoundError.
   */
  retrieveRules(id: string, options: RequestOptions = {}): APIPromise<DomainRules> {
    return this.#transport.read(op.retrieveDomainRules, 'domains.retrieveRules', { ids: { id } }, options)
  }

  /**
   * Renames the domain's return-path domain. Mail uses the new name once a check finds its DNS record. Rejects with
   * NotFoundError or ValidationError.
   */
  update(id: string, body: UpdateDomainRequest, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.updateDomain, 'domains.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a domain with its keys and DMARC reports. Live projects can no longer send from it. Rejects with
   * NotFoundError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteDomain, 'domains.delete', { ids: { id } }, options)
  }

  /**
   * Checks the domain's DNS records now and returns the results. Rejects with NotFoundError, or with RateLimitError
   * after 10 checks in a minute.
   */
  check(id: string, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.checkDomain, 'domains.check', { ids: { id } }, options)
  }

  /**
   * Creates new DKIM keys. The service signs with them once a check finds them published. Rejects with NotFoundError,
   * or with APIError (code `invalid_state`) if the previous new keys are not published yet.
   */
  rotateDkim(id: string, options: MutationOptions = {}): APIPromise<Domain> {
    return this.#transport.mutate(op.rotateDomainDkim, 'domains.rotateDkim', { ids: { id } }, options)
  }
}
