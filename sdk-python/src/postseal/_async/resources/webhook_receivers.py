from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateWebhookReceiverRequest,
        ListWebhookReceiverRequestsQuery,
        ListWebhookReceiversQuery,
        UpdateWebhookReceiverRequest,
        WebhookReceiver,
        WebhookReceiverList,
        WebhookReceiverRequest,
        WebhookReceiverRequestList,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncWebhookReceivers:
    """URLs of the service that keep the requests sent to them, for trying out webhooks.

    Needs a workspace key with the scope `webhooks:*`, or a session.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(
        self, body: CreateWebhookReceiverRequest | None = None, **options: Unpack[MutationOptions]
    ) -> WebhookReceiver:
        """Create a receiver that expires after 7 days. Use its `url` for a subscription.

        Raises ValidationError if the workspace already has five receivers.
        """
        return await self._transport.mutate(
            op.CREATE_WEBHOOK_RECEIVER, options, body={} if body is None else body
        )

    def list(
        self, query: ListWebhookReceiversQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[WebhookReceiver, WebhookReceiverList]:
        """List the receivers that have not expired, newest first."""
        return self._transport.list(op.LIST_WEBHOOK_RECEIVERS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> WebhookReceiver:
        """Return one receiver. Raises NotFoundError, also if the receiver has expired."""
        return await self._transport.read(op.RETRIEVE_WEBHOOK_RECEIVER, options, ids={"id": id})

    async def update(
        self, id: str, body: UpdateWebhookReceiverRequest, **options: Unpack[MutationOptions]
    ) -> WebhookReceiver:
        """Change the status that a receiver replies with. Raises NotFoundError."""
        return await self._transport.mutate(op.UPDATE_WEBHOOK_RECEIVER, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a receiver with the requests it has received. Raises NotFoundError."""
        await self._transport.mutate(op.DELETE_WEBHOOK_RECEIVER, options, ids={"id": id})

    def list_requests(
        self,
        id: str,
        query: ListWebhookReceiverRequestsQuery | None = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncPager[WebhookReceiverRequest, WebhookReceiverRequestList]:
        """List the last 50 requests to a receiver, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_WEBHOOK_RECEIVER_REQUESTS, options, ids={"id": id}, query=query)
