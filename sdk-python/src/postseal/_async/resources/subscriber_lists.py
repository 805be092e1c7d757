from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateSubscriberListRequest,
        ListSubscriberListsQuery,
        SubscriberList,
        SubscriberListList,
        UpdateSubscriberListRequest,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncSubscriberLists:
    """Lists that people subscribe to by confirming a mail. Needs the scope `contacts:*`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(
        self, body: CreateSubscriberListRequest, **options: Unpack[MutationOptions]
    ) -> SubscriberList:
        """Create a list. Raises ValidationError if its confirmation mail lacks `{{confirm_url}}`."""
        return await self._transport.mutate(op.CREATE_SUBSCRIBER_LIST, options, body=body)

    def list(
        self, query: ListSubscriberListsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[SubscriberList, SubscriberListList]:
        """List the lists, newest first. A project key returns only those of its own project."""
        return self._transport.list(op.LIST_SUBSCRIBER_LISTS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> SubscriberList:
        """Return one list with its confirmation mail. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_SUBSCRIBER_LIST, options, ids={"id": id})

    async def update(
        self, id: str, body: UpdateSubscriberListRequest, **options: Unpack[MutationOptions]
    ) -> SubscriberList:
        """Change a list. Fields that `body` leaves out stay as they are.

        Raises NotFoundError or ValidationError.
        """
        return await self._transport.mutate(op.UPDATE_SUBSCRIBER_LIST, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a list with its subscriptions. Its contacts stay.

        Raises NotFoundError, or APIError with the code `invalid_state` if a campaign that has not ended,
        a segment, or an automation that is not archived uses the list.
        """
        await self._transport.mutate(op.DELETE_SUBSCRIBER_LIST, options, ids={"id": id})
