"""Converts the caller's arguments to the shape of the API."""

from __future__ import annotations

import base64
import json
import math
import uuid
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING, Any, cast

from ._addresses import address_of_item, addresses_of_item, addresses_on_the_wire, parse_address
from ._kinds import is_bytes, is_list, is_mapping, kind_of
from .errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ADDRESS_LISTS = ("to", "cc", "bcc", "reply_to")


def message_body(body: object, where: str, *, in_batch: bool = False) -> object:
    """
    Returns a copy of a message, a template's content or a campaign in the shape of the API: addresses as
    objects, attachments in base64. Values of any other wrong type stay as they are, so that the service
    refuses them.

    `where` names the message in errors. Raises PostsealError if a string is not an address, or if the sender
    is given in both forms. With `in_batch`, a string that is not an address stays as it is, so that the
    service rejects only this message.
    """
    if not is_mapping(body):
        return body
    wire: dict[str, object] = {}
    for field, value in body.items():
        if field == "from":
            wire.update(_sender(body, where, in_batch=in_batch))
        elif field in _ADDRESS_LISTS:
            wire[field] = (
                addresses_of_item(value) if in_batch else addresses_on_the_wire(value, f"{where}.{field}")
            )
        elif field == "attachments" and is_list(value):
            wire[field] = [_attachment(one) for one in value]
        else:
            wire[field] = value
    return wire


def batch_body(body: Mapping[str, Any], method: str) -> dict[str, Any]:
    """
    Returns a copy of a batch in the shape of the API, with an idempotency key for each item.

    `method` is the method's name in errors. Raises PostsealError if the items are not a list of objects.
    """
    items = body.get("items")
    if not is_list(items):
        raise mistake(method, "body.items", "a list of messages", items)
    return {**body, "items": [_item(item, method, index) for index, item in enumerate(items)]}


def preview_body(body: object, where: str) -> object:
    """Returns a copy of a preview's request with `content` in the shape of the API."""
    if not is_mapping(body):
        return body
    if "content" not in body:
        return dict(body)
    return {**body, "content": message_body(body["content"], f"{where}.content")}


def definition_body(body: object, where: str) -> object:
    """Returns a copy of an automation or an automation version with `sender` in the shape of the API."""
    if not is_mapping(body):
        return body
    if "sender" not in body:
        return dict(body)
    return {**body, "sender": message_body(body["sender"], f"{where}.sender")}


def json_bytes(value: object, where: str) -> bytes:
    """
    Writes a request's body as JSON (RFC 8259). Raises PostsealError for a value that JSON cannot represent.
    The error names the value's position, never the value.
    """
    plain = _plain(value, where, 0)
    try:
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        # A lone surrogate cannot be written in UTF-8. As an escape it reaches the service, which refuses it
        # and names its position.
        return json.dumps(plain, separators=(",", ":")).encode()
    except ValueError as error:
        raise PostsealError(f"{where} has a number that is too long.") from error


def query_pairs(query: Mapping[str, object], where: str) -> list[tuple[str, str]]:
    """
    Returns the filters as text. A list becomes one pair for each of its values, and None is left out. Raises
    PostsealError for a value that a query cannot contain.
    """
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, (list, tuple)):
            values = cast("Sequence[object]", value)
            pairs.extend((name, _filter(each, f"{where}.{name}[{at}]")) for at, each in enumerate(values))
        elif value is not None:
            pairs.append((name, _filter(value, f"{where}.{name}")))
    return pairs


def _filter(value: object, where: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _time(value, where)
    if isinstance(value, (str, int, float)):
        return str(value)
    raise PostsealError(f"{where} must be a string, a number or a datetime, not {kind_of(value)}.")


def mistake(method: str, argument: str, expected: str, given: object) -> PostsealError:
    """Returns the error for a wrong argument, or for a wrong part of an argument."""
    name = argument.partition(".")[0].partition("[")[0]
    return PostsealError(f"{method}({name}): {argument} must be {expected}, not {kind_of(given)}.")


def _sender(message: Mapping[str, Any], where: str, *, in_batch: bool) -> dict[str, Any]:
    given = message["from"]
    if message.get("from_email") is not None or message.get("from_name") is not None:
        raise PostsealError(f"{where} names the sender twice: give from, or from_email and from_name.")
    address = given
    if isinstance(given, str):
        address = address_of_item(given) if in_batch else parse_address(given, f"{where}.from")
    if not is_mapping(address):
        raise PostsealError(f"{where}.from must be an address, not {kind_of(given)}.")
    names = {"email": "from_email", "name": "from_name"}
    return {names[part]: value for part, value in address.items() if part in names}


def _attachment(attachment: object) -> object:
    if not is_mapping(attachment):
        return attachment
    content = attachment.get("content")
    if is_bytes(content):
        return {**attachment, "content": base64.b64encode(content).decode()}
    return attachment


def _item(item: object, method: str, index: int) -> dict[str, Any]:
    place = f"body.items[{index}]"
    if not is_mapping(item):
        raise mistake(method, place, "a dict with a message or a template", item)
    given = dict(item)
    if given.get("idempotency_key") is None:
        given["idempotency_key"] = str(uuid.uuid4())
    for part in ("message", "template"):
        if part in given:
            given[part] = message_body(given[part], f"{method}(body): {place}.{part}", in_batch=True)
    return given


# The service refuses deeper nesting, which would also cause a RecursionError here.
_MAX_DEPTH = 100


def _plain(value: object, where: str, depth: int) -> object:
    """
    Returns the value in types that `json.dumps` can write: times as RFC 3339, mappings as dicts, sequences as
    lists.
    """
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if depth > _MAX_DEPTH:
        raise PostsealError(f"{where} is nested too deeply.")
    if is_mapping(value):
        for key in cast("Mapping[object, object]", value):
            if not isinstance(key, str):
                raise PostsealError(f"{where} has a key that is not a string but {kind_of(key)}.")
        return {key: _plain(inner, f"{where}.{key}", depth + 1) for key, inner in value.items()}
    if is_list(value):
        return [_plain(inner, f"{where}[{index}]", depth + 1) for index, inner in enumerate(value)]
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        raise PostsealError(f"{where} must be a finite number.")
    if isinstance(value, datetime):
        return _time(value, where)
    if isinstance(value, date):
        return value.isoformat()
    raise PostsealError(f"{where} must be a JSON value, not {kind_of(value)}.")


def _time(value: datetime, where: str) -> str:
    """Returns the time as RFC 3339, in UTC with milliseconds."""
    if value.tzinfo is None or value.utcoffset() is None:
        raise PostsealError(
            f"{where} is a datetime without a time zone: give it one, such as datetime.now(UTC)."
        )
    try:
        utc = value.astimezone(timezone.utc)  # noqa: UP017
    except OverflowError as error:
        raise PostsealError(f"{where} is outside the range of dates that can be sent.") from error
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
