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

/** The people that a project writes to, and what they did. Needs the scope `contacts:*`. */
export class Contacts {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates the contact with this address in a project, or changes it: properties are merged, and null removes.
   * Rejects with ValidationError, or APIError of the code `invalid_state` if the address was erased.
   */
  upsert(body: UpsertContactRequest, options: MutationOptions = {}): APIPromise<Contact> {
    return this.#transport.mutate(op.upsertContact, 'contacts.upsert', { body }, options)
  }

  /**
   * Creates or changes up to 100 contacts of a project, each as `upsert` does: the call resolves even if contacts
   * were refused, and their results say why. The results come in the order of the contacts.
   *
   * Rejects with ValidationError if the batch as a whole is wrong (no contacts, more than 100), in which case nothing
   * was stored.
   */
  upsertBatch(
    body: UpsertContactBatchRequest,
    options: MutationOptions = {},
  ): APIPromise<ContactBatchResult> {
    return this.#transport.mutate(op.upsertContactBatch, 'contacts.upsertBatch', { body }, options)
  }

  /** Lists contacts, newest first: a project key sees its own project's. */
  list(query: ListContactsRequest = {}, options: RequestOptions = {}): PagePromise<Contact, ContactList> {
    return this.#transport.list(op.listContacts, 'contacts.list', { query }, options)
  }

  /**
   * Runs over all contacts that the filters select, newest first, in one reply. The request is made when you begin to
   * read. `timeout` holds for each part. Throws APIConnectionError if the reply breaks off: the export is not tried
   * again, and the contacts before are not all.
   */
  export(
    query: ExportContactsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Contact, void, void> {
    return this.#transport.rows(op.exportContacts, 'contacts.export', { query }, options)
  }

  /**
   * Exports the contacts as CSV: text in parts as they come, safe to open in a spreadsheet. In other respects like
   * `export`.
   */
  exportCsv(
    query: ExportContactsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportContacts, 'contacts.exportCsv', { query }, options)
  }

  /**
   * Imports a CSV of up to 100 MB: with the columns of `exportCsv`, with others, or addresses alone. Resolves once
   * the service has the file; `retrieveImport` returns the progress. A stream is sent once; every other file is sent
   * again if an attempt fails. Rejects with ValidationError if the columns are not those of contacts.
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

  /** Returns the progress of an import, and its first refused lines. Rejects with NotFoundError. */
  retrieveImport(id: string, options: RequestOptions = {}): APIPromise<ContactImport> {
    return this.#transport.read(op.retrieveContactImport, 'contacts.retrieveImport', { ids: { id } }, options)
  }

  /**
   * Ends an import that is running. The imported contacts stay. Rejects with NotFoundError, or APIError of the code
   * `invalid_state` if it has ended.
   */
  cancelImport(id: string, options: MutationOptions = {}): APIPromise<ContactImport> {
    return this.#transport.mutate(op.cancelContactImport, 'contacts.cancelImport', { ids: { id } }, options)
  }

  /** Runs over all lines that were not imported, or not wholly, in the order of the file, as `export` does. */
  exportImportLines(id: string, options: RequestOptions = {}): AsyncGenerator<ContactImportLine, void, void> {
    return this.#transport.rows(
      op.exportContactImportLines,
      'contacts.exportImportLines',
      { ids: { id } },
      options,
    )
  }

  /** Exports those lines as CSV: text in parts as they come. In other respects like `exportImportLines`. */
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
   * Changes a contact: properties are merged, null removes, and `email` gives it another address. Rejects with
   * NotFoundError, ValidationError, or APIError of the code `invalid_state` if another contact of the project has the
   * address or the address was erased.
   */
  update(id: string, body: UpdateContactRequest, options: MutationOptions = {}): APIPromise<Contact> {
    return this.#transport.mutate(op.updateContact, 'contacts.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a contact with its properties, events and subscriptions. Messages and logs stay: `deletions.create`
   * erases all data about an address. Rejects with NotFoundError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteContact, 'contacts.delete', { ids: { id } }, options)
  }

  /** Records an event of a contact. Rejects with NotFoundError or ValidationError. */
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
   * Records an event of the contact with an address. Rejects with NotFoundError if the project has no such contact,
   * or ValidationError.
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

  /** Lists the events of a contact, newest record first. Rejects with NotFoundError. */
  listEvents(
    id: string,
    query: Omit<ListContactEventsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<ContactEvent, ContactEventList> {
    return this.#transport.list(op.listContactEvents, 'contacts.listEvents', { ids: { id }, query }, options)
  }

  /** Lists a contact's subscriptions to any list, newest first. Rejects with NotFoundError. */
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

  /** Returns all topics of a contact's project, with the contact's choices. Rejects with NotFoundError. */
  retrieveTopics(id: string, options: RequestOptions = {}): APIPromise<ContactTopics> {
    return this.#transport.read(op.retrieveContactTopics, 'contacts.retrieveTopics', { ids: { id } }, options)
  }

  /**
   * Chooses a topic for a contact, with proof of the person's words. Rejects with NotFoundError if the project has no
   * topic with this key, or ValidationError.
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

  /** Lists every choice of a topic by a contact with its proof, newest first. Rejects with NotFoundError. */
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

  /** Lists a contact's runs of any automation, newest first. Needs a session. Rejects with NotFoundError. */
  listRuns(
    id: string,
    query: Omit<ListContactRunsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<AutomationRun, AutomationRunList> {
    return this.#transport.list(op.listContactRuns, 'contacts.listRuns', { ids: { id }, query }, options)
  }
}
