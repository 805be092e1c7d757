"""One call: its checked arguments and everything that determines its request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, urlencode

from ._call_log import CallName, path_for_log
from ._headers import KEY_HEADER, check_headers, merge_headers
from ._kinds import is_mapping, kind_of
from ._requests import json_bytes, mistake, query_pairs
from ._settings import Settings, check_max_retries, check_timeout
from .errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._operation import ListOperation, Operation

_OPTIONS = ("timeout", "max_retries", "headers")


class Call:
    """A call that is being prepared."""

    def __init__(
        self,
        operation: Operation[Any] | ListOperation[Any, Any],
        settings: Settings,
        options: Mapping[str, Any],
        ids: Mapping[str, object],
        query: Mapping[str, object],
        body: object,
    ) -> None:
        self.method = operation.method
        self.path = _path(operation.path, ids)
        self.query = query
        self.body = body
        self.label = CallName(operation.id, f"{operation.method} {path_for_log(self.path)}")
        given_timeout, given_retries = options.get("timeout"), options.get("max_retries")
        self.timeout = settings.timeout if given_timeout is None else check_timeout(given_timeout)
        """Seconds."""
        self.max_retries = settings.max_retries if given_retries is None else check_max_retries(given_retries)
        self.credential = settings.api_key
        """The value for the header `Authorization`. Empty if the header is left out."""
        self.safe = False
        """Whether the call changes nothing, so that it can be repeated without a key."""
        self.idempotency_key: str | None = None
        self.idempotency_keys: list[str] | None = None
        self.deadline: float | None = None
        """
        When the caller stops waiting, on the clock of `clock.now`, regardless of the time-out and the
        retries.
        """
        self.name = operation.name
        self._settings = settings
        self._headers = cast("Mapping[str, str | None]", options.get("headers") or {})

    def url(self) -> str:
        """
        Returns the URL with the query. Raises PostsealError for a filter that is not a text, a number or a
        time.
        """
        pairs = query_pairs(self.query, f"{self.name}(query): query")
        return f"{self._settings.base_url}{self.path}" + (f"?{urlencode(pairs)}" if pairs else "")

    def content(self) -> bytes | None:
        """Returns the body as JSON. Raises PostsealError for a value that JSON cannot represent."""
        return None if self.body is None else json_bytes(self.body, f"{self.name}(body): body")

    def headers(self, accept: str | None, content_type: str | None) -> dict[str, tuple[str, str | None]]:
        """Returns the headers of each attempt, in the form of `merge_headers`."""
        own = {"Authorization": f"Bearer {self.credential}"} if self.credential else {}
        if content_type is not None:
            own["Content-Type"] = content_type
        if self.idempotency_key is not None:
            own[KEY_HEADER] = self.idempotency_key
        return merge_headers(
            own, self._settings.default_headers, {} if accept is None else {"Accept": accept}, self._headers
        )

    def is_repeatable(self, headers: Mapping[str, tuple[str, str | None]]) -> bool:
        """
        Returns whether the service can tell a second attempt from a second call. Without a key, a second
        attempt could repeat what the first attempt did before its reply was lost.
        """
        _, key = headers.get(KEY_HEADER.lower(), ("", None))
        return self.safe or self.idempotency_keys is not None or bool(key)

    def seconds_left(self, now: float) -> float:
        """Returns how many seconds an attempt that begins `now` can take."""
        return self.timeout if self.deadline is None else max(0.001, min(self.timeout, self.deadline - now))

    def put_keys(self, error: PostsealError) -> None:
        """Sets the idempotency keys of this call on its error."""
        if self.idempotency_key is not None:
            error.idempotency_key = self.idempotency_key
        if self.idempotency_keys is not None:
            error.idempotency_keys = self.idempotency_keys


def check_arguments(
    operation: Operation[Any] | ListOperation[Any, Any],
    options: Mapping[str, Any],
    ids: Mapping[str, object],
    query: object,
    body: object,
    *,
    keyed: bool,
) -> None:
    """
    Raises PostsealError for an invalid argument, and TypeError for an unknown keyword, as Python itself does.
    """
    name = operation.name
    for option in options:
        # Callers would rely on a key that has no effect.
        if option not in _OPTIONS and not (keyed and option == "idempotency_key"):
            raise TypeError(f"{name}() got an unexpected keyword argument {option!r}")
    for argument, value in ids.items():
        if argument == "version":
            if not isinstance(value, int) or isinstance(value, bool):
                raise mistake(name, argument, "a version's number, such as 1", value)
        # Escaping does not change "." and "..", which would turn the path into another operation's path.
        elif not isinstance(value, str) or value in ("", ".", ".."):
            sample = "product-news" if argument == "key" else f"{_id_prefix(name, argument)}_…"
            raise PostsealError(
                f"{name}({argument}): {argument} is required, such as {sample}; got {kind_of(value)}."
            )
    if body is not _NO_BODY and not is_mapping(body):
        raise mistake(name, "body", "a dict with the request's fields", body)
    if query is not None and not is_mapping(query):
        raise mistake(name, "query", "a dict of filters", query)
    key = options.get("idempotency_key")
    if key is not None and (not isinstance(key, str) or key == ""):
        raise mistake(name, "idempotency_key", "a string of 1 to 255 characters", key)
    if options.get("headers") is not None:
        check_headers(options["headers"], f"{name}(headers): headers")


# The id prefixes by the resource of the method.
_PREFIXES = {
    "api_keys": "key",
    "audit_events": "aud",
    "automations": "aut",
    "campaigns": "cmp",
    "contacts": "con",
    "deletions": "del",
    "dmarc": "dms",
    "domains": "dom",
    "events": "evt",
    "inbound": "inm",
    "message_logs": "log",
    "messages": "msg",
    "passkeys": "psk",
    "projects": "prj",
    "segments": "seg",
    "sessions": "ses",
    "subscriber_lists": "lst",
    "suppressions": "sup",
    "templates": "tpl",
    "topics": "top",
    "users": "usr",
    "webhooks": "whk",
    "webhook_receivers": "whr",
}

# The id prefixes of arguments that name their kind.
_NAMED = {
    "attachment_id": "att",
    "delivery_id": "whd",
    "domain_id": "dom",
    "list_id": "lst",
    "run_id": "run",
    "subscription_id": "sub",
}


def _id_prefix(method: str, argument: str) -> str:
    resource = method.split(".")[0]
    if resource == "inbound" and method.endswith("_route"):
        return "inr"
    if resource == "contacts" and "_import" in method:
        return "cim"
    return _NAMED.get(argument) or _PREFIXES.get(resource, "id")


class _NoBody:
    """A marker for calls without a body."""

    def __repr__(self) -> str:
        return "NO_BODY"


_NO_BODY = _NoBody()
NO_BODY: Any = _NO_BODY


def call_of(
    operation: Operation[Any] | ListOperation[Any, Any],
    settings: Settings,
    options: Mapping[str, Any],
    *,
    ids: Mapping[str, object] | None = None,
    query: object = None,
    body: object = NO_BODY,
    keyed: bool = False,
) -> Call:
    """
    Checks the arguments of a call. `ids` contains the path parameters in path order, by the names of the
    arguments. `keyed` says whether the call takes an idempotency key. Raises the errors of `check_arguments`,
    and PostsealError for invalid options.
    """
    check_arguments(operation, options, ids or {}, query, body, keyed=keyed)
    filters: object = {} if query is None else query
    return Call(
        operation,
        settings,
        options,
        ids or {},
        cast("Mapping[str, object]", filters),
        None if body is _NO_BODY else body,
    )


def _path(template: str, ids: Mapping[str, object]) -> str:
    values = iter(ids.values())
    return re.sub(r"\{[a-z_]+\}", lambda _: quote(str(next(values)), safe=""), template)
