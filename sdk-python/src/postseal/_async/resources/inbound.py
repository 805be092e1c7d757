from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateInboundRouteRequest,
        InboundArrival,
        InboundMessage,
        InboundMessageDetail,
        InboundMessageList,
        InboundReplay,
        InboundRoute,
        InboundRouteList,
        InboundRouteTest,
        ListInboundMessagesQuery,
        ListInboundRoutesQuery,
        TestInboundRouteRequest,
        UpdateInboundRouteRequest,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncInbound:
    """Mail sent to your addresses. Needs the scope `inbound:*`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def retrieve(self, **options: Unpack[RequestOptions]) -> InboundArrival:
        """Return the MX records to publish, which of them were found, and how much storage is in use."""
        return await self._transport.read(op.RETRIEVE_INBOUND, options)

    @body_first
    async def create_route(
        self, body: CreateInboundRouteRequest, **options: Unpack[MutationOptions]
    ) -> InboundRoute:
        """Accept mail for an address, or a pattern of addresses, from now on.

        A workspace can have at most 500 routes. A session needs the role admin. Raises ValidationError, or
        APIError with the code `invalid_state`.
        """
        return await self._transport.mutate(op.CREATE_INBOUND_ROUTE, options, body=body)

    def list_routes(
        self, query: ListInboundRoutesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[InboundRoute, InboundRouteList]:
        """List routes, newest first."""
        return self._transport.list(op.LIST_INBOUND_ROUTES, options, query=query)

    async def retrieve_route(self, id: str, **options: Unpack[RequestOptions]) -> InboundRoute:
        """Return one route. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_INBOUND_ROUTE, options, ids={"id": id})

    async def update_route(
        self, id: str, body: UpdateInboundRouteRequest, **options: Unpack[MutationOptions]
    ) -> InboundRoute:
        """Change a route. The change applies to mail that arrives afterwards, within 5 seconds.

        A session needs the role admin. Raises NotFoundError or ValidationError.
        """
        return await self._transport.mutate(op.UPDATE_INBOUND_ROUTE, options, ids={"id": id}, body=body)

    async def delete_route(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a route and refuse its mail from now on. Its messages stay until they expire.

        A session needs the role admin. Raises NotFoundError, or APIError with the code `invalid_state` while
        the route is an automation's trigger.
        """
        await self._transport.mutate(op.DELETE_INBOUND_ROUTE, options, ids={"id": id})

    @body_first
    async def test_route(
        self, body: TestInboundRouteRequest, **options: Unpack[RequestOptions]
    ) -> InboundRouteTest:
        """Return the route that would accept mail for an address, and the SMTP reply.

        Nothing is sent or stored. Raises ValidationError.
        """
        return await self._transport.read(op.TEST_INBOUND_ROUTE, options, body=body)

    def list_messages(
        self, query: ListInboundMessagesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[InboundMessage, InboundMessageList]:
        """List the received messages that are retained, newest first, without their content."""
        return self._transport.list(op.LIST_INBOUND_MESSAGES, options, query=query)

    async def retrieve_message(self, id: str, **options: Unpack[RequestOptions]) -> InboundMessageDetail:
        """Return one message with its content. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_INBOUND_MESSAGE, options, ids={"id": id})

    async def delete_message(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a message with its content and attachments. Links to them stop working.

        A session needs the role admin. Raises NotFoundError.
        """
        await self._transport.mutate(op.DELETE_INBOUND_MESSAGE, options, ids={"id": id})

    async def download_message(self, id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Return the bytes of a message as it was received, up to 25 MiB.

        `timeout` applies to each part of the reply. Raises NotFoundError, or APIConnectionError if the reply
        breaks off. In that case the client does not retry.
        """
        return await self._transport.download(
            op.DOWNLOAD_INBOUND_MESSAGE, options, "message/rfc822", ids={"id": id}
        )

    async def download_attachment(
        self, id: str, attachment_id: str, **options: Unpack[RequestOptions]
    ) -> bytes:
        """Return the decoded bytes of an attachment.

        `timeout` and the errors are the same as for `download_message`.
        """
        return await self._transport.download(
            op.DOWNLOAD_INBOUND_ATTACHMENT,
            options,
            "application/octet-stream",
            ids={"id": id, "attachment_id": attachment_id},
        )

    async def replay_message(self, id: str, **options: Unpack[MutationOptions]) -> InboundReplay:
        """Send `inbound.received` for a message again, with new links, to the current webhooks.

        Automations are not started. Raises NotFoundError.
        """
        return await self._transport.mutate(op.REPLAY_INBOUND_MESSAGE, options, ids={"id": id})
