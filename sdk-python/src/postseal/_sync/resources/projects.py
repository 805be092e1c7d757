# Made from _async/resources/projects.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import CreateProjectRequest, ListProjectsQuery, Project, ProjectList, UpdateProjectRequest
    from ..pagination import Page
    from ..transport import Transport


class Projects:
    """Projects separate the mail of different products, live or test.

    Needs a workspace key or a session. Creating a project needs an admin's session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateProjectRequest, **options: Unpack[MutationOptions]) -> Project:
        """Create a project. Raises ValidationError or PermissionDeniedError."""
        return self._transport.mutate(op.CREATE_PROJECT, options, body=body)

    def list(
        self, query: ListProjectsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Project, ProjectList]:
        """List the workspace's projects, newest first."""
        return self._transport.list(op.LIST_PROJECTS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Project:
        """Return one project. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_PROJECT, options, ids={"id": id})

    def update(
        self, id: str, body: UpdateProjectRequest, **options: Unpack[MutationOptions]
    ) -> Project:
        """Rename a project, change the look of its recipients' pages, archive it or restore it.

        Fields that `body` leaves out stay as they are. An archived project cannot send new mail. Raises
        NotFoundError, ValidationError, or APIError with the code `invalid_state` while a campaign or an
        automation is active in the project.
        """
        return self._transport.mutate(op.UPDATE_PROJECT, options, ids={"id": id}, body=body)
