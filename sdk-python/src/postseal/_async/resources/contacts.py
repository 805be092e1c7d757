from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable
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
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport

EXPORT_CSV = op.EXPORT_CONTACTS._replace(name="contacts.export_csv")
EXPORT_LINES_CSV = op.EXPORT_CONTACT_IMPORT_LINES._replace(name="contacts.export_import_lines_csv")


class AsyncContacts:
    """The people that a project writes to, and what they did. Needs the scope `contacts:*`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def upsert(self, body: UpsertContactRequest, **options: Unpack[MutationOptions]) -> Contact:
        """Create the contact with this address in a project, or change it.

        Properties are merged, and None removes one. Raises ValidationError, or APIError of the code
        `invalid_state` where the address was erased.
        """
        return await self._transport.mutate(op.UPSERT_CONTACT, options, body=body)

    @body_first
    async def upsert_batch(
        self, body: UpsertContactBatchRequest, **options: Unpack[MutationOptions]
    ) -> ContactBatchResult:
        """Create or change up to 100 contacts of a project, each as `upsert` does.

        Returns where contacts were refused, too: their results, in the order of the contacts, say why. Raises
        ValidationError where the batch as a whole is wrong, in which case nothing was stored.
        """
        return await self._transport.mutate(op.UPSERT_CONTACT_BATCH, options, body=body)

    def list(
        self, query: ListContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Contact, ContactList]:
        """List contacts, newest first. A project key sees those of its own project."""
        return self._transport.list(op.LIST_CONTACTS, options, query=query)

    def export(
        self, query: ExportContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[Contact, None]:
        """Run over all contacts that the filters select, newest first, in one reply.

        The request is made when you begin to read. Where you may stop before the end,
        `async with aclosing(...)` of `contextlib` closes the connection. `timeout` holds for each part.
        Raises APIConnectionError where the reply breaks off: that is not tried again, and what came before
        is not the whole.
        """
        return self._transport.rows(op.EXPORT_CONTACTS, options, query=query)

    def export_csv(
        self, query: ExportContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export the same as CSV: text in parts as they come, safe to open in a spreadsheet."""
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    async def import_csv(
        self,
        csv: CsvFile | AsyncIterable[bytes],
        query: ImportContactsQuery,
        **options: Unpack[MutationOptions],
    ) -> ContactImport:
        """Import a CSV in UTF-8 of up to 100 MB: with the columns of `export_csv`, with others, or addresses.

        Returns once the service has the file; `retrieve_import` tells how far its lines are imported. `csv`
        is a text, bytes, a file that was opened as binary, or an iterable of bytes. An iterable is sent once;
        everything else is sent again where an attempt fails. Raises ValidationError where the columns are not
        those of contacts.
        """
        return await self._transport.mutate(op.IMPORT_CONTACTS, options, query=query, content=csv)

    def list_imports(
        self, query: ListContactImportsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[ContactImport, ContactImportList]:
        """List imports, newest first."""
        return self._transport.list(op.LIST_CONTACT_IMPORTS, options, query=query)

    async def retrieve_import(self, id: str, **options: Unpack[RequestOptions]) -> ContactImport:
        """Return how far an import has come, and its first refused lines. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_CONTACT_IMPORT, options, ids={"id": id})

    async def cancel_import(self, id: str, **options: Unpack[MutationOptions]) -> ContactImport:
        """End an import that is running. What it has imported stays.

        Raises NotFoundError, or APIError of the code `invalid_state` where the import has ended.
        """
        return await self._transport.mutate(op.CANCEL_CONTACT_IMPORT, options, ids={"id": id})

    def export_import_lines(
        self, id: str, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[ContactImportLine, None]:
        """Run over all lines that were not imported, or not wholly, in the order of the file."""
        return self._transport.rows(op.EXPORT_CONTACT_IMPORT_LINES, options, ids={"id": id})

    def export_import_lines_csv(
        self, id: str, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export the same as CSV: text in parts as they come."""
        return self._transport.stream(EXPORT_LINES_CSV, options, "text/csv", ids={"id": id})

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Contact:
        """Return one contact with its properties. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_CONTACT, options, ids={"id": id})

    async def update(
        self, id: str, body: UpdateContactRequest, **options: Unpack[MutationOptions]
    ) -> Contact:
        """Change a contact: properties are merged, None removes, and `email` gives it another address.

        Raises NotFoundError, ValidationError, or APIError of the code `invalid_state` where another contact
        of the project has the address or the address was erased.
        """
        return await self._transport.mutate(op.UPDATE_CONTACT, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a contact with its properties, events and subscriptions.

        Messages and logs stay: `deletions.create` erases everything about an address. Raises NotFoundError.
        """
        await self._transport.mutate(op.DELETE_CONTACT, options, ids={"id": id})

    async def record_event(
        self, id: str, body: RecordContactEventRequest, **options: Unpack[MutationOptions]
    ) -> ContactEvent:
        """Record something that a contact did. Raises NotFoundError or ValidationError."""
        return await self._transport.mutate(op.RECORD_CONTACT_EVENT, options, ids={"id": id}, body=body)

    @body_first
    async def record_event_by_address(
        self, body: RecordContactEventByAddressRequest, **options: Unpack[MutationOptions]
    ) -> ContactEvent:
        """Record something that the contact with an address did.

        Raises NotFoundError where the project has no such contact, or ValidationError.
        """
        return await self._transport.mutate(op.RECORD_CONTACT_EVENT_BY_ADDRESS, options, body=body)

    def list_events(
        self, id: str, query: ListContactEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[ContactEvent, ContactEventList]:
        """List what a contact did, the newest record first. Raises NotFoundError."""
        return self._transport.list(op.LIST_CONTACT_EVENTS, options, ids={"id": id}, query=query)

    def list_subscriptions(
        self, id: str, query: ListContactSubscriptionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Subscription, SubscriptionList]:
        """List a contact's subscriptions to any list, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_CONTACT_SUBSCRIPTIONS, options, ids={"id": id}, query=query)

    async def retrieve_topics(self, id: str, **options: Unpack[RequestOptions]) -> ContactTopics:
        """Return all topics of a contact's project, with what it has chosen. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_CONTACT_TOPICS, options, ids={"id": id})

    async def choose_topic(
        self, id: str, key: str, body: ChooseContactTopicRequest, **options: Unpack[MutationOptions]
    ) -> ContactTopic:
        """Choose a topic for a contact, with proof of what the person said.

        Raises NotFoundError where the project has no topic with this key, or ValidationError.
        """
        return await self._transport.mutate(
            op.CHOOSE_CONTACT_TOPIC, options, ids={"id": id, "key": key}, body=body
        )

    def list_topic_consents(
        self, id: str, query: ListTopicConsentsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[TopicConsent, TopicConsentList]:
        """List every choice of a topic by a contact with its proof, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_TOPIC_CONSENTS, options, ids={"id": id}, query=query)

    def list_runs(
        self, id: str, query: ListContactRunsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[AutomationRun, AutomationRunList]:
        """List a contact's runs of any automation, newest first. Needs a session. Raises NotFoundError."""
        return self._transport.list(op.LIST_CONTACT_RUNS, options, ids={"id": id}, query=query)
