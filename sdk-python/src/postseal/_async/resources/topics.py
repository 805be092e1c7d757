from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import CreateTopicRequest, ListTopicsQuery, Topic, TopicList, UpdateTopicRequest
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncTopics:
    """Kinds of mail that contacts can choose. Needs the scope `contacts:*`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(self, body: CreateTopicRequest, **options: Unpack[MutationOptions]) -> Topic:
        """Create a topic.

        Raises ValidationError, or APIError with the code `invalid_state` if the project already has a topic
        with this key.
        """
        return await self._transport.mutate(op.CREATE_TOPIC, options, body=body)

    def list(
        self, query: ListTopicsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Topic, TopicList]:
        """List topics, newest first. A project key returns only those of its own project."""
        return self._transport.list(op.LIST_TOPICS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Topic:
        """Return one topic with its translations. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_TOPIC, options, ids={"id": id})

    async def update(self, id: str, body: UpdateTopicRequest, **options: Unpack[MutationOptions]) -> Topic:
        """Change a topic. Fields that `body` leaves out stay as they are.

        Raises NotFoundError or ValidationError.
        """
        return await self._transport.mutate(op.UPDATE_TOPIC, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a topic. The choices of contacts stay stored.

        Raises NotFoundError, or APIError with the code `invalid_state` if a campaign that has not ended, a
        segment, or an automation that is not archived uses the topic.
        """
        await self._transport.mutate(op.DELETE_TOPIC, options, ids={"id": id})
