# Made from _async/resources/deletions.py by scripts/python/unasync.mjs. Do not edit.
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
    from ..pagination import Page
    from ..transport import Transport


class Deletions:
    """Erase all data about an address. Needs the scope `contacts:*`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateDeletionRequest, **options: Unpack[MutationOptions]) -> Deletion:
        """Erase an address, in a project or in the whole workspace.

        If `status` is `running`, the service continues on its own. Use `retrieve` to follow the progress. An
        unknown address is not an error. Raises ValidationError or PermissionDeniedError.
        """
        return self._transport.mutate(op.CREATE_DELETION, options, body=body)

    @body_first
    def preview(
        self, body: CreateDeletionRequest, **options: Unpack[RequestOptions]
    ) -> DeletionPreview:
        """Count what a deletion would erase now, each kind up to 10,000. Erases nothing."""
        return self._transport.read(op.PREVIEW_DELETION, options, body=body)

    def list(
        self, query: ListDeletionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Deletion, DeletionList]:
        """List deletions, newest first. Deletions do not contain the address."""
        return self._transport.list(op.LIST_DELETIONS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Deletion:
        """Return a deletion's progress and what it has erased. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_DELETION, options, ids={"id": id})
