# Made from _async/resources/templates.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op
from ..._requests import message_body, preview_body

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateTemplateRequest,
        ListTemplatesQuery,
        ListTemplateVersionsQuery,
        PreviewTemplateContentRequest,
        PreviewTemplateRequest,
        PublishTemplateRequest,
        Template,
        TemplateContent,
        TemplateList,
        TemplatePreview,
        TemplateUses,
        TemplateVersion,
        TemplateVersionList,
        TemplateVersionSummary,
        UpdateTemplateRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class Templates:
    """Mail with variables, written in Liquid. Needs the scope `templates:*`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateTemplateRequest, **options: Unpack[MutationOptions]) -> Template:
        """Create a template with its version 1, which is not published.

        Raises ValidationError if the content has mistakes. Its `details` give their lines and columns.
        """
        return self._transport.mutate(
            op.CREATE_TEMPLATE, options, body=message_body(body, "templates.create(body): body")
        )

    def list(
        self, query: ListTemplatesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Template, TemplateList]:
        """List templates, newest first, without their content."""
        return self._transport.list(op.LIST_TEMPLATES, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Template:
        """Return one template without its content, which is in its versions. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_TEMPLATE, options, ids={"id": id})

    def update(
        self, id: str, body: UpdateTemplateRequest, **options: Unpack[MutationOptions]
    ) -> Template:
        """Change the name of a template, its alias or both. To change its content, create a new version.

        Raises NotFoundError, or ValidationError if another template has the alias.
        """
        return self._transport.mutate(op.UPDATE_TEMPLATE, options, ids={"id": id}, body=body)

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a template with all of its versions. Messages created from it stay.

        A session needs the role admin. Raises NotFoundError, or APIError with the code `invalid_state` while
        another template, a campaign or an automation uses it.
        """
        self._transport.mutate(op.DELETE_TEMPLATE, options, ids={"id": id})

    def create_version(
        self, id: str, body: TemplateContent, **options: Unpack[MutationOptions]
    ) -> TemplateVersion:
        """Create the next version, which is not published.

        Raises NotFoundError, or ValidationError if the content has mistakes.
        """
        return self._transport.mutate(
            op.CREATE_TEMPLATE_VERSION,
            options,
            ids={"id": id},
            body=message_body(body, "templates.create_version(body): body"),
        )

    def retrieve_uses(self, id: str, **options: Unpack[RequestOptions]) -> TemplateUses:
        """Return the templates, campaigns and automations that prevent deleting a template.

        Raises NotFoundError.
        """
        return self._transport.read(op.RETRIEVE_TEMPLATE_USES, options, ids={"id": id})

    def list_versions(
        self, id: str, query: ListTemplateVersionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[TemplateVersionSummary, TemplateVersionList]:
        """List the versions of a template, newest first, without their bodies. Raises NotFoundError."""
        return self._transport.list(op.LIST_TEMPLATE_VERSIONS, options, ids={"id": id}, query=query)

    def retrieve_version(
        self, id: str, version: int, **options: Unpack[RequestOptions]
    ) -> TemplateVersion:
        """Return one version with its content as you created it. Raises NotFoundError."""
        return self._transport.read(
            op.RETRIEVE_TEMPLATE_VERSION, options, ids={"id": id, "version": version}
        )

    def publish(
        self, id: str, body: PublishTemplateRequest, **options: Unpack[MutationOptions]
    ) -> Template:
        """Publish a version. Sends use it unless they name another version.

        Publish an older version to roll back. A session needs the role admin. Raises NotFoundError.
        """
        return self._transport.mutate(op.PUBLISH_TEMPLATE, options, ids={"id": id}, body=body)

    def preview(
        self, id: str, body: PreviewTemplateRequest | None = None, **options: Unpack[RequestOptions]
    ) -> TemplatePreview:
        """Return the mail that a send with these values would create, with warnings.

        Nothing is stored. Raises NotFoundError, or ValidationError with the code `template_render_failed`,
        whose `details` name every missing variable.
        """
        return self._transport.read(
            op.PREVIEW_TEMPLATE, options, ids={"id": id}, body={} if body is None else body
        )

    @body_first
    def preview_content(
        self, body: PreviewTemplateContentRequest, **options: Unpack[RequestOptions]
    ) -> TemplatePreview:
        """Return the mail that the content would create as a version. Raises ValidationError."""
        return self._transport.read(
            op.PREVIEW_TEMPLATE_CONTENT,
            options,
            body=preview_body(body, "templates.preview_content(body): body"),
        )
