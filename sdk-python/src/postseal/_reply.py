"""Replies: dicts that keep their HTTP response."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._reply_headers import ReplyHeaders


class ResponseInfo(NamedTuple):
    """The HTTP response of a result."""

    status: int
    headers: ReplyHeaders
    request_id: str | None
    """The request's id in the service's log. Quote it when you ask for help."""
    idempotency_key: str | None
    """The idempotency key of the call. None for reads."""


class Reply(dict[str, Any]):
    """A JSON object from the service. It is a dict, and `response_of` returns its HTTP response."""

    __slots__ = ("_response",)

    _response: ResponseInfo

    def __init__(self, fields: dict[str, Any], response: ResponseInfo) -> None:
        super().__init__(fields)
        self._response = response

    def __reduce__(self) -> tuple[type[Reply], tuple[dict[str, Any], ResponseInfo]]:
        return Reply, (dict(self), self._response)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Explains how to read a field, because many other clients use attributes."""
            hint = f"; replies are dicts: use reply[{name!r}]" if name in self else ""
            raise AttributeError(f"a reply has no attribute {name!r}{hint}", name=name, obj=self)


def response_of(result: object) -> ResponseInfo:
    """
    Returns the status, headers, request id and idempotency key of a result's HTTP response. Pass the result
    of a method, or a page of a list.

    Raises TypeError for anything else, such as a part or a copy of a result.
    """
    body = result if isinstance(result, Reply) else getattr(result, "body", None)
    if isinstance(body, Reply):
        return body._response  # pyright: ignore[reportPrivateUsage]
    raise TypeError("response_of takes the result of a method as it is, not a part or a copy of it.")


def parse_json(body: bytes) -> Any:
    """Parses a reply's body. Raises ValueError if it is not strict JSON (RFC 8259)."""
    try:
        return json.loads(body.decode("utf-8", "replace"), parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
