from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateDeletionRequest,
        Deletion,
        DeletionList,
        DeletionPreview,
        ListDeletionsQuery,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncDeletions:
    """Erase what is known of an address. Needs the scope `contacts:*`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(self, body: CreateDeletionRequest, **options: Unpack[MutationOptions]) -> Deletion:
        """Erase an address, in a project or in the whole workspace.

        Where `status` is `running`, the service goes on by itself, and `retrieve` tells how far it is. An
        unknown address is no error. Raises ValidationError or PermissionDeniedError.
        """
        return await self._transport.mutate(op.CREATE_DELETION, options, body=body)

    @body_first
    async def preview(
        self, body: CreateDeletionRequest, **options: Unpack[RequestOptions]
    ) -> DeletionPreview:
        """Count what a deletion of an address would find now, each kind up to 10,000. Nothing is erased."""
        return await self._transport.read(op.PREVIEW_DELETION, options, body=body)

    def list(
        self, query: ListDeletionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Deletion, DeletionList]:
        """List deletions, newest first. None of them names an address."""
        return self._transport.list(op.LIST_DELETIONS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Deletion:
        """Return how far a deletion is, and what it erased. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_DELETION, options, ids={"id": id})
