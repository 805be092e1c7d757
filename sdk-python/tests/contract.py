"""The operations of the contract, each with an example call and an example reply."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from postseal._generated import operations
from postseal._operation import ListOperation, Operation

Json: TypeAlias = Any

_METHODS = {"get", "put", "post", "patch", "delete"}
_CONTRACT = Path(__file__).resolve().parents[2] / "generated" / "openapi.json"


@dataclass(frozen=True)
class Example:
    """An operation, and a call of its method as the contract describes it."""

    operation_id: str
    name: str
    """The method in code, such as `messages.send`."""
    method: str
    path: str
    """With `values` in place of its parameters."""
    values: tuple[str | int, ...]
    """The arguments for the path's parameters."""
    query: dict[str, Json]
    prefixes: tuple[str, ...]
    """The prefixes of the ids that `values` stand for; empty for a version."""
    takes_body: bool
    needs_body: bool
    """Whether the method's body cannot be left out."""
    body: Json
    """The example of the request's body: JSON, or a text for a CSV."""
    media: str
    """The media type of the request's body."""
    keyed: bool
    """Whether the request has an Idempotency-Key header."""
    public: bool
    """Whether the request has no credential, and is attempted once."""
    status: int
    reply_media: str
    reply: Json
    """The example of the reply: JSON, or a text for a file. None where there is no body."""

    def __str__(self) -> str:
        return self.operation_id

    @property
    def is_json(self) -> bool:
        """Whether the reply is JSON, and not a file or empty."""
        return self.reply_media == "application/json"

    @property
    def is_list(self) -> bool:
        """Whether the reply is a page."""
        return self.is_json and "has_more" in self.reply and "data" in self.reply

    def arguments(self) -> list[Json]:
        """What the method takes: ids, then the body, then the query."""
        return [
            *self.values,
            *([self.body] if self.takes_body else []),
            *([self.query] if self.query else []),
        ]

    def reply_bytes(self) -> bytes:
        """The reply's body."""
        if self.reply is None:
            return b""
        return json.dumps(self.reply).encode() if self.is_json else str(self.reply).encode()


@cache
def examples() -> list[Example]:
    """Every operation that clients have a method for, but following events: that method does not end."""
    document = json.loads(_CONTRACT.read_text())
    parts: dict[str, Json] = document["components"]
    found = [
        _example(operation, path, method, parts)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in _METHODS and operation["tags"] != ["Health"]
        # Aliases have no method: clients call what they are aliases of.
        if operation["operationId"] != "followEvents" and "x-alias-of" not in operation
    ]
    assert len(found) > 100
    return found


def known_operations() -> dict[str, Operation[Any] | ListOperation[Any, Any]]:
    """The client's own table of operations, by the contract's id."""
    table = vars(operations).values()
    return {one.id: one for one in table if isinstance(one, (Operation, ListOperation))}


def _example(operation: dict[str, Json], path: str, method: str, parts: dict[str, Json]) -> Example:
    operation_id: str = operation["operationId"]
    assert operation_id in known_operations(), (
        f"_generated/operations.py lacks {operation_id}: npm run generate"
    )
    names: list[str] = re.findall(r"\{(\w+)\}", path)
    values: tuple[str | int, ...] = tuple(
        7 if name == "version" else f"id_{index}" for index, name in enumerate(names)
    )
    parameters = [_resolved(parameter, parts) for parameter in operation.get("parameters", [])]
    media, body = _first(operation.get("requestBody", {}))
    status, reply = next(one for one in sorted(operation["responses"].items()) if one[0].startswith("2"))
    reply_media, content = _first(reply)
    name = known_operations()[operation_id].name
    return Example(
        operation_id=operation_id,
        name=name,
        method=method.upper(),
        path=re.sub(r"\{\w+\}", "{}", path).format(*values),
        values=values,
        query={one["name"]: _value(one, parts) for one in parameters if one["in"] == "query"},
        prefixes=tuple(_prefix_of(name, parameters, parts) for name in names),
        takes_body=bool(body),
        needs_body=bool(body)
        and operation["requestBody"].get("required", False)
        and name not in _NEVER_NEEDED,
        body=body.get("example"),
        media=media,
        keyed=any(one["name"] == "Idempotency-Key" for one in parameters),
        public=operation["security"] == [],
        status=int(status),
        reply_media=reply_media,
        reply=content.get("example"),
    )


def _prefix_of(name: str, parameters: list[dict[str, Json]], parts: dict[str, Json]) -> str:
    schema = next(one["schema"] for one in parameters if one["in"] == "path" and one["name"] == name)
    found = re.search(r"([a-z]+)_\[", _resolved(schema, parts).get("pattern", ""))
    return found[1] if found else ""


_LINES = "application/x-ndjson"

# The contract asks for a body here, and an empty one will do.
_NEVER_NEEDED = {"templates.preview"}


def _first(holder: dict[str, Json]) -> tuple[str, dict[str, Json]]:
    """
    The first media type of a request's body or of a reply, or JSON lines where it has them, and what the
    contract says about it.
    """
    contents: dict[str, dict[str, Json]] = holder.get("content", {})
    media = _LINES if _LINES in contents else next(iter(contents), "")
    return media, contents.get(media, {})


def _resolved(part: dict[str, Json], parts: dict[str, Json]) -> dict[str, Json]:
    reference: str | None = part.get("$ref")
    if reference is None:
        return part
    _, _, kind, name = reference.split("/")
    resolved: dict[str, Json] = parts[kind][name]
    return resolved


def _value(parameter: dict[str, Json], parts: dict[str, Json]) -> Json:
    """A value for a parameter of a query: the contract's own example, if it has one."""
    schema = _resolved(parameter["schema"], parts)
    for holder, field in ((parameter, "example"), (schema, "example")):
        if field in holder:
            return holder[field]
    by_type: dict[str, Json] = {
        "boolean": True,
        "integer": 25,
        "string": "Grüße & 100 %",
        "array": ["name=A & B", "email=E"],
    }
    return schema["enum"][0] if "enum" in schema else by_type[schema["type"]]
