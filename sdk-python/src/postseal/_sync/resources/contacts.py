# Made from _async/resources/contacts.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from typing import Unpack

    from ..._csv_file import CsvFile
    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        AutomationRun,
        AutomationRunList,
        ChooseContactTopicRequest,
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
        ExportContactsQuery,
        ImportContactsQuery,
        ListContactEventsQuery,
        ListContactImportsQuery,
        ListContactRunsQuery,
        ListContactsQuery,
        ListContactSubscriptionsQuery,
        ListTopicConsentsQuery,
        RecordContactEventByAddressRequest,
        RecordContactEventRequest,
        Subscription,
        SubscriptionList,
        TopicConsent,
        TopicConsentList,
        UpdateContactRequest,
        UpsertContactBatchRequest,
        UpsertContactRequest,
    )
    from ..pagination import Page
    from ..transport import Transport

EXPORT_CSV = op.EXPORT_CONTACTS._replace(name="contacts.export_csv")
EXPORT_LINES_CSV = op.EXPORT_CONTACT_IMPORT_LINES._replace(name="contacts.export_import_lines_csv")


class Contacts:
    """A project's contacts and their events. Needs the scope `contacts:*`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def upsert(self, body: UpsertContactRequest, **options: Unpack[MutationOptions]) -> Contact:
        """Create the contact with this address in a project, or update it.

        Properties are merged. None removes a property. Raises ValidationError, or APIError with the code
        `invalid_state` if the address was erased.
        """
        return self._transport.mutate(op.UPSERT_CONTACT, options, body=body)

    @body_first
    def upsert_batch(
        self, body: UpsertContactBatchRequest, **options: Unpack[MutationOptions]
    ) -> ContactBatchResult:
        """Create or update up to 100 contacts of a project, each as `upsert` does.

        The call returns even if the service refuses some contacts. The results, in the order of the contacts,
        give the reasons. Raises ValidationError if the batch as a whole is invalid. In that case nothing was
        stored.
        """
        return self._transport.mutate(op.UPSERT_CONTACT_BATCH, options, body=body)

    def list(
        self, query: ListContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Contact, ContactList]:
        """List contacts, newest first. A project key returns only those of its own project."""
        return self._transport.list(op.LIST_CONTACTS, options, query=query)

    def export(
        self, query: ExportContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[Contact, None]:
        """Iterate over all contacts that match the filters, newest first, in one reply.

        The client sends the request when you start to read. If you might stop before the end, use
        `with closing(...)` from `contextlib` to close the connection. `timeout` applies to each part
        of the reply. Raises APIConnectionError if the reply breaks off. In that case the client does not
        retry, and the contacts that you have read are incomplete.
        """
        return self._transport.rows(op.EXPORT_CONTACTS, options, query=query)

    def export_csv(
        self, query: ExportContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[str, None]:
        """Export the contacts that `export` returns as CSV, which is safe to open in a spreadsheet.

        Yields the text in parts as they arrive.
        """
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    def import_csv(
        self,
        csv: CsvFile | Iterable[bytes],
        query: ImportContactsQuery,
        **options: Unpack[MutationOptions],
    ) -> ContactImport:
        """Import contacts from a CSV in UTF-8 of up to 100 MB.

        The file can have the columns of `export_csv`, other columns, or only addresses. The call returns once
        the service has the file. Use `retrieve_import` to follow the progress. `csv` is a string, bytes, an
        open file, or an iterable of bytes. The client sends an iterable only once. It sends
        everything else again if an attempt fails. Raises ValidationError if the columns are not columns of
        contacts.
        """
        return self._transport.mutate(op.IMPORT_CONTACTS, options, query=query, content=csv)

    def list_imports(
        self, query: ListContactImportsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[ContactImport, ContactImportList]:
        """List imports, newest first."""
        return self._transport.list(op.LIST_CONTACT_IMPORTS, options, query=query)

    def retrieve_import(self, id: str, **options: Unpack[RequestOptions]) -> ContactImport:
        """Return the progress of an import and its first refused lines. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_CONTACT_IMPORT, options, ids={"id": id})

    def cancel_import(self, id: str, **options: Unpack[MutationOptions]) -> ContactImport:
        """Cancel a running import. The contacts that it has already imported stay.

        Raises NotFoundError, or APIError with the code `invalid_state` if the import has ended.
        """
        return self._transport.mutate(op.CANCEL_CONTACT_IMPORT, options, ids={"id": id})

    def export_import_lines(
        self, id: str, **options: Unpack[RequestOptions]
    ) -> Generator[ContactImportLine, None]:
        """Iterate over all lines that were not imported or only in part, in file order."""
        return self._transport.rows(op.EXPORT_CONTACT_IMPORT_LINES, options, ids={"id": id})

    def export_import_lines_csv(
        self, id: str, **options: Unpack[RequestOptions]
    ) -> Generator[str, None]:
        """Export the lines that `export_import_lines` returns as CSV.

        Yields the text in parts as they arrive.
        """
        return self._transport.stream(EXPORT_LINES_CSV, options, "text/csv", ids={"id": id})

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Contact:
        """Return one contact with its properties. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_CONTACT, options, ids={"id": id})

    def update(
        self, id: str, body: UpdateContactRequest, **options: Unpack[MutationOptions]
    ) -> Contact:
        """Update a contact.

        Properties are merged, and None removes a property. `email` changes the contact's address. Raises
        NotFoundError, ValidationError, or APIError with the code `invalid_state` if another contact of the
        project has the address or the address was erased.
        """
        return self._transport.mutate(op.UPDATE_CONTACT, options, ids={"id": id}, body=body)

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a contact with its properties, events and subscriptions.

        Messages and logs stay. To erase everything about an address, use `deletions.create`. Raises
        NotFoundError.
        """
        self._transport.mutate(op.DELETE_CONTACT, options, ids={"id": id})

    def record_event(
        self, id: str, body: RecordContactEventRequest, **options: Unpack[MutationOptions]
    ) -> ContactEvent:
        """Record an event for a contact. Raises NotFoundError or ValidationError."""
        return self._transport.mutate(op.RECORD_CONTACT_EVENT, options, ids={"id": id}, body=body)

    @body_first
    def record_event_by_address(
        self, body: RecordContactEventByAddressRequest, **options: Unpack[MutationOptions]
    ) -> ContactEvent:
        """Record an event for the contact with an address.

        Raises NotFoundError if the project has no such contact, or ValidationError.
        """
        return self._transport.mutate(op.RECORD_CONTACT_EVENT_BY_ADDRESS, options, body=body)

    def list_events(
        self, id: str, query: ListContactEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[ContactEvent, ContactEventList]:
        """List a contact's events, most recently recorded first. Raises NotFoundError."""
        return self._transport.list(op.LIST_CONTACT_EVENTS, options, ids={"id": id}, query=query)

    def list_subscriptions(
        self, id: str, query: ListContactSubscriptionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Subscription, SubscriptionList]:
        """List a contact's subscriptions to all lists, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_CONTACT_SUBSCRIPTIONS, options, ids={"id": id}, query=query)

    def retrieve_topics(self, id: str, **options: Unpack[RequestOptions]) -> ContactTopics:
        """Return all topics of a contact's project, with the contact's choices. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_CONTACT_TOPICS, options, ids={"id": id})

    def choose_topic(
        self, id: str, key: str, body: ChooseContactTopicRequest, **options: Unpack[MutationOptions]
    ) -> ContactTopic:
        """Record a contact's choice for a topic, with proof of what the person said.

        Raises NotFoundError if the project has no topic with this key, or ValidationError.
        """
        return self._transport.mutate(
            op.CHOOSE_CONTACT_TOPIC, options, ids={"id": id, "key": key}, body=body
        )

    def list_topic_consents(
        self, id: str, query: ListTopicConsentsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[TopicConsent, TopicConsentList]:
        """List a contact's topic choices with their proof, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_TOPIC_CONSENTS, options, ids={"id": id}, query=query)

    def list_runs(
        self, id: str, query: ListContactRunsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[AutomationRun, AutomationRunList]:
        """List a contact's runs of all automations, newest first. Needs a session. Raises NotFoundError."""
        return self._transport.list(op.LIST_CONTACT_RUNS, options, ids={"id": id}, query=query)
