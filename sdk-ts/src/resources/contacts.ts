import type {
  ChooseContactTopicRequest,
  UpdateContactRequest,
  UpsertContactBatchRequest,
  UpsertContactRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  AutomationRun,
  AutomationRunList,
  Contact,
  ContactBatchResult,
  ContactEvent,
  ContactEventList,
  ContactImport,
  ContactImportLine,
  ContactImportList,
  ContactList,
  ContactTopic,
  ContactTopics,
  Subscription,
  SubscriptionList,
  TopicConsent,
  TopicConsentList,
} from '../replies/replies.js'
import type {
  ExportContactsRequest,
  ListContactImportsRequest,
  ListContactEventsRequest,
  ListContactRunsRequest,
  ListContactSubscriptionsRequest,
  ListContactsRequest,
  ListTopicConsentsRequest,
  RecordContactEventByAddressRequest,
  RecordContactEventRequest,
} from '../requests/timed-requests.js'
import type { CsvFile, ImportContactsQuery } from '../requests/requests.js'
import type { Transport } from '../transport/transport.js'
import { datesAsText } from '../arguments/times.js'

/** The people that a project writes to, and their events. Needs the scope `contacts:*`. */
export class Contacts {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates or updates the contact with this address in a project. Properties are merged, and null removes a property.
   * Rejects with ValidationError, or with APIError (code `invalid_state`) if the address was erased.
   */
  upsert(body: UpsertContactRequest, options: MutationOptions = {}): APIPromise<Contact> {
    return this.#transport.mutate(op.upsertContact, 'contacts.upsert', { body }, options)
  }

  /**
   * Creates or updates up to 100 contacts of a project, each as `upsert` does. The call resolves even if some contacts
   * are refused. Each result says why. The results are in the same order as the contacts.
   *
   * Rejects with ValidationError if the whole batch is invalid, such as with no contacts or more than 100. Nothing is
   * stored in that case.
   */
  upsertBatch(
    body: UpsertContactBatchRequest,
    options: MutationOptions = {},
  ): APIPromise<ContactBatchResult> {
    return this.#transport.mutate(op.upsertContactBatch, 'contacts.upsertBatch', { body }, options)
  }

  /** Lists contacts, newest first. A project key lists only the contacts of its project. */
  list(query: ListContactsRequest = {}, options: RequestOptions = {}): PagePromise<Contact, ContactList> {
    return this.#transport.list(op.listContacts, 'contacts.list', { query }, options)
  }

  /**
   * Streams all contacts that match the filters, newest first, in one reply. The request is sent when you start to
   * iterate. `timeout` applies to each part of the reply. Throws APIConnectionError if the connection breaks. The
   * export is not retried, and the contacts you have read by then are incomplete.
   */
  export(
    query: ExportContactsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Contact, void, void> {
    return this.#transport.rows(op.exportContacts, 'contacts.export', { query }, options)
  }

  /**
   * Exports the contacts as CSV. Yields text in parts as they arrive. The CSV is safe to open in a spreadsheet.
   * Otherwise works like `export`.
   */
  exportCsv(
    query: ExportContactsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportContacts, 'contacts.exportCsv', { query }, options)
  }

  /**
   * Imports a CSV of up to 100 MB. The file can have the columns of `exportCsv`, other columns, or addresses only.
   * Resolves when the service has the file. Call `retrieveImport` for the progress. A stream is sent only once. Any
   * other file is sent again if an attempt fails. Rejects with ValidationError if the columns are not contact columns.
   */
  import(csv: CsvFile, query: ImportContactsQuery, options: MutationOptions = {}): APIPromise<ContactImport> {
    return this.#transport.mutate(op.importContacts, 'contacts.import', { query, csv }, options)
  }

  /** Lists imports, newest first. */
  listImports(
    query: ListContactImportsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<ContactImport, ContactImportList> {
    return this.#transport.list(op.listContactImports, 'contacts.listImports', { query }, options)
  }

  /** Returns the progress of an import and its first refused lines. Rejects with NotFoundError. */
  retrieveImport(id: string, options: RequestOptions = {}): APIPromise<ContactImport> {
    return this.#transport.read(op.retrieveContactImport, 'contacts.retrieveImport', { ids: { id } }, options)
  }

  /**
   * Cancels a running import. Contacts that are already imported stay. Rejects with NotFoundError, or with APIError
   * (code `invalid_state`) if the import has ended.
   */
  cancelImport(id: string, options: MutationOptions = {}): APIPromise<ContactImport> {
    return this.#transport.mutate(op.cancelContactImport, 'contacts.cancelImport', { ids: { id } }, options)
  }

  /** Streams all lines that were not imported, or only in part, in file order, as `export` does. */
  exportImportLines(id: string, options: RequestOptions = {}): AsyncGenerator<ContactImportLine, void, void> {
    return this.#transport.rows(
      op.exportContactImportLines,
      'contacts.exportImportLines',
      { ids: { id } },
      options,
    )
  }

  /**
   * Exports the lines of `exportImportLines` as CSV. Yields text in parts as they arrive. Otherwise works like
   * `exportImportLines`.
   */
  exportImportLinesCsv(id: string, options: RequestOptions = {}): AsyncGenerator<string, void, void> {
    return this.#transport.stream(
      op.exportContactImportLines,
      'contacts.exportImportLinesCsv',
      { ids: { id } },
      options,
    )
  }

  /** Returns one contact. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Contact> {
    return this.#transport.read(op.retrieveContact, 'contacts.retrieve', { ids: { id } }, options)
  }

  /**
   * Changes a contact. Properties are merged, null removes a property, and `email` changes the address. Rejects with
   * NotFoundError, with ValidationError, or with APIError (code `invalid_state`) if another contact of the project has
   * the address or the address was erased.
   */
  update(id: string, body: UpdateContactRequest, options: MutationOptions = {}): APIPromise<Contact> {
    return this.#transport.mutate(op.updateContact, 'contacts.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a contact with its properties, events and subscriptions. Messages and logs are kept. To erase all data
   * about an address, call `deletions.create`. Rejects with NotFoundError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteContact, 'contacts.delete', { ids: { id } }, options)
  }

  /** Records an event for a contact. Rejects with NotFoundError or ValidationError. */
  recordEvent(
    id: string,
    body: RecordContactEventRequest,
    options: MutationOptions = {},
  ): APIPromise<ContactEvent> {
    return this.#transport.mutate(
      op.recordContactEvent,
      'contacts.recordEvent',
      { ids: { id }, body, onTheWire: datesAsText },
      options,
    )
  }

  /**
   * Records an event for the contact with this address. Rejects with NotFoundError if the project has no such contact,
   * or with ValidationError.
   */
  recordEventByAddress(
    body: RecordContactEventByAddressRequest,
    options: MutationOptions = {},
  ): APIPromise<ContactEvent> {
    return this.#transport.mutate(
      op.recordContactEventByAddress,
      'contacts.recordEventByAddress',
      { body, onTheWire: datesAsText },
      options,
    )
  }

  /** Lists the events of a contact, most recently recorded first. Rejects with NotFoundError. */
  listEvents(
    id: string,
    query: Omit<ListContactEventsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<ContactEvent, ContactEventList> {
    return this.#transport.list(op.listContactEvents, 'contacts.listEvents', { ids: { id }, query }, options)
  }

  /** Lists a contact's subscriptions to all lists, newest first. Rejects with NotFoundError. */
  listSubscriptions(
    id: string,
    query: Omit<ListContactSubscriptionsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<Subscription, SubscriptionList> {
    return this.#transport.list(
      op.listContactSubscriptions,
      'contacts.listSubscriptions',
      { ids: { id }, query },
      options,
    )
  }

  /** Returns all topics of the contact's project with the contact's choices. Rejects with NotFoundError. */
  retrieveTopics(id: string, options: RequestOptions = {}): APIPromise<ContactTopics> {
    return this.#transport.read(op.retrieveContactTopics, 'contacts.retrieveTopics', { ids: { id } }, options)
  }

  /**
   * Records a contact's choice for a topic, with proof of the person's consent or refusal. Rejects with NotFoundError
   * if the project has no topic with this key, or with ValidationError.
   */
  chooseTopic(
    id: string,
    key: string,
    body: ChooseContactTopicRequest,
    options: MutationOptions = {},
  ): APIPromise<ContactTopic> {
    return this.#transport.mutate(
      op.chooseContactTopic,
      'contacts.chooseTopic',
      { ids: { id, key }, body },
      options,
    )
  }

  /** Lists all choices that a contact made for a topic, with their proof, newest first. Rejects with NotFoundError. */
  listTopicConsents(
    id: string,
    query: Omit<ListTopicConsentsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<TopicConsent, TopicConsentList> {
    return this.#transport.list(
      op.listTopicConsents,
      'contacts.listTopicConsents',
      { ids: { id }, query },
      options,
    )
  }

  /** Lists a contact's runs in all automations, newest first. Needs a session. Rejects with NotFoundError. */
  listRuns(
    id: string,
    query: Omit<ListContactRunsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<AutomationRun, AutomationRunList> {
    return this.#transport.list(op.listContactRuns, 'contacts.listRuns', { ids: { id }, query }, options)
  }
}
