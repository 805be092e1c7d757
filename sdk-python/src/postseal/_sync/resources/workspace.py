# Made from _async/resources/workspace.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import RetrieveUsageQuery, UpdateWorkspaceRequest, Usage, Workspace
    from ..transport import Transport


class WorkspaceResource:
    """The credential's workspace and its settings. Needs a workspace key or a session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def retrieve(self, **options: Unpack[RequestOptions]) -> Workspace:
        """Return the workspace with its settings and the operator's limits."""
        return self._transport.read(op.RETRIEVE_WORKSPACE, options)

    def retrieve_usage(
        self, query: RetrieveUsageQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Usage:
        """Return how much of the operator's limits the workspace uses.

        The limits cover message recipients by day and by calendar month (UTC), contacts, domains and stored
        inbound mail. A workspace key needs the scope `reports:read`.
        """
        return self._transport.read(op.RETRIEVE_USAGE, options, query=query)

    @body_first
    def update(self, body: UpdateWorkspaceRequest, **options: Unpack[MutationOptions]) -> Workspace:
        """Change the workspace. Fields that `body` leaves out stay as they are.

        A shorter retention period hides older data immediately and deletes it later. Needs an owner's
        session. Raises ValidationError.
        """
        return self._transport.mutate(op.UPDATE_WORKSPACE, options, body=body)
