from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        Contact,
        ContactList,
        CreateSegmentRequest,
        ExplainSegmentRequest,
        ListSegmentContactsQuery,
        ListSegmentsQuery,
        PreviewSegmentRequest,
        Segment,
        SegmentExplanation,
        SegmentList,
        SegmentPreview,
        UpdateSegmentRequest,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncSegments:
    """Rules that select contacts. Needs the scope `contacts:*`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(self, body: CreateSegmentRequest, **options: Unpack[MutationOptions]) -> Segment:
        """Create a segment of a project's contacts.

        Raises ValidationError, whose `details` give the position of each mistake in the rule.
        """
        return await self._transport.mutate(op.CREATE_SEGMENT, options, body=body)

    def list(
        self, query: ListSegmentsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Segment, SegmentList]:
        """List segments, newest first."""
        return self._transport.list(op.LIST_SEGMENTS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Segment:
        """Return one segment with its last count. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_SEGMENT, options, ids={"id": id})

    async def update(
        self, id: str, body: UpdateSegmentRequest, **options: Unpack[MutationOptions]
    ) -> Segment:
        """Change a segment's name or rule.

        A campaign that has already started keeps its rule. A session needs the role admin
        to change a rule that a scheduled campaign or a published automation uses. Raises NotFoundError,
        PermissionDeniedError or ValidationError.
        """
        return await self._transport.mutate(op.UPDATE_SEGMENT, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a segment.

        A session needs the role admin. Raises NotFoundError, or APIError with the code `invalid_state` while
        another segment, an automation or a campaign that has not ended uses the segment.
        """
        await self._transport.mutate(op.DELETE_SEGMENT, options, ids={"id": id})

    @body_first
    async def preview(self, body: PreviewSegmentRequest, **options: Unpack[RequestOptions]) -> SegmentPreview:
        """Return how many contacts a rule selects, and some of them. Nothing is stored.

        In a project with many contacts, the number is an estimate. Raises ValidationError, with the code
        `segment_too_costly` if the count took too long.
        """
        return await self._transport.read(op.PREVIEW_SEGMENT, options, body=body)

    async def count(self, id: str, **options: Unpack[MutationOptions]) -> Segment:
        """Start an exact count of the contacts.

        Returns immediately. In the result of `retrieve`, `counting` is the progress and `count` the result.
        Raises NotFoundError.
        """
        return await self._transport.mutate(op.COUNT_SEGMENT, options, ids={"id": id})

    def list_contacts(
        self, id: str, query: ListSegmentContactsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Contact, ContactList]:
        """List the contacts that the rule currently selects, newest first.

        Raises NotFoundError, or ValidationError with the code `segment_too_costly`.
        """
        return self._transport.list(op.LIST_SEGMENT_CONTACTS, options, ids={"id": id}, query=query)

    async def explain(
        self, id: str, body: ExplainSegmentRequest, **options: Unpack[RequestOptions]
    ) -> SegmentExplanation:
        """Return whether a contact is in the segment, with true or false for each node of the rule.

        Raises NotFoundError or ValidationError.
        """
        return await self._transport.read(op.EXPLAIN_SEGMENT, options, ids={"id": id}, body=body)
