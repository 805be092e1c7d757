from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op
from ..._requests import message_body
from ..settle import until_settled

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        AcceptedMessage,
        BatchRequest,
        BatchResult,
        CancelledMessages,
        CancelMessagesRequest,
        ListMessagesQuery,
        Message,
        MessageContent,
        MessageList,
        RescheduleMessageRequest,
        SendMessageRequest,
        SettledMessage,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncMessages:
    """Send messages and read them back. Needs the scopes `messages:send` and `reports:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def send(self, body: SendMessageRequest, **options: Unpack[MutationOptions]) -> AcceptedMessage:
        """Accept a message for delivery, now or at `scheduled_at`.

        The returned message is stored and queued, but not yet delivered. Follow its recipients with
        `client.message_logs` or `client.events`. Raises ValidationError, PermissionDeniedError for the sender
        or the project, SendingHaltedError, or IdempotencyConflictError if the idempotency key was used with
        another message.
        """
        return await self._transport.mutate(
            op.SEND_MESSAGE, options, body=message_body(body, "messages.send(body): body")
        )

    @body_first
    async def send_batch(self, body: BatchRequest, **options: Unpack[MutationOptions]) -> BatchResult:
        """Accept up to 100 messages, each independently of the others.

        The service can reject single items without an exception. The results, in the order of the items, give
        the reasons. If you send the batch again and its items have the same keys, no message is sent twice.
        If you also pass the same `idempotency_key`, the call returns the first reply again. Otherwise,
        rejected items are tried again.

        Raises ValidationError if the batch as a whole is invalid, for example if it has no items or repeats a
        key. In that case no message was accepted. Raises IdempotencyConflictError if `idempotency_key` was
        used with another batch.
        """
        return await self._transport.mutate_many(op.SEND_MESSAGE_BATCH, options, body=body)

    async def cancel(self, id: str, **options: Unpack[MutationOptions]) -> Message:
        """Cancel a scheduled message, or one that waits for its first attempt.

        Cancelling it again changes nothing. Raises NotFoundError, or APIError with the code `invalid_state`
        if delivery has started.
        """
        return await self._transport.mutate(op.CANCEL_MESSAGE, options, ids={"id": id})

    @body_first
    async def cancel_many(
        self, body: CancelMessagesRequest, **options: Unpack[MutationOptions]
    ) -> CancelledMessages:
        """Cancel up to 100 messages, each independently of the others.

        The service can refuse to cancel single messages without an exception. The results, in the order of
        the request, give the reasons. Raises ValidationError.
        """
        return await self._transport.mutate(op.CANCEL_MESSAGES, options, body=body)

    async def reschedule(
        self, id: str, body: RescheduleMessageRequest, **options: Unpack[MutationOptions]
    ) -> Message:
        """Change the time of a scheduled message, or pass None to send it now.

        Raises NotFoundError, ValidationError, or APIError with the code `invalid_state` if the message is
        already queued.
        """
        return await self._transport.mutate(op.RESCHEDULE_MESSAGE, options, ids={"id": id}, body=body)

    def list(
        self, query: ListMessagesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Message, MessageList]:
        """List messages, newest first, without their bodies.

        `since` is inclusive and `until` exclusive (RFC 3339).
        """
        return self._transport.list(op.LIST_MESSAGES, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Message:
        """Return a message with its recipients, without its bodies. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_MESSAGE, options, ids={"id": id})

    async def retrieve_content(self, id: str, **options: Unpack[RequestOptions]) -> MessageContent:
        """Return a message's bodies and attachments as you sent them.

        Needs the scopes `reports:read` and `messages:send`, or an admin's session. Raises NotFoundError if
        the service no longer retains the bodies.
        """
        return await self._transport.read(op.RETRIEVE_MESSAGE_CONTENT, options, ids={"id": id})

    async def wait_until_settled(
        self, id: str, *, max_wait: float = 60.0, **options: Unpack[RequestOptions]
    ) -> SettledMessage:
        """Wait until every recipient is delivered, bounced, failed, suppressed or cancelled.

        Returns the message with its `logs`, one for each recipient. Polls at growing intervals of at most 5
        seconds, and waits out a rate limit. A receiving server can accept a message and report a bounce
        later. Use webhooks for such bounces.

        Raises WaitTimeoutError after `max_wait` seconds, or immediately if the message is scheduled for a
        later time. Also raises NotFoundError and the errors of every other read.
        """
        return await until_settled(self._transport, id, max_wait, options)
