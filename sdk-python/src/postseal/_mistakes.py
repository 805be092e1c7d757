"""The message of an error reply, with every mistake."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ._kinds import is_mapping

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_COUNT_OF_OTHERS = re.compile(r" `details` names (?:one more mistake|\d+ more mistakes)\.\Z")
"""Matches the end of a service message that counts the mistakes it does not name."""


def message_with(message: str, details: Sequence[object]) -> str:
    """
    Returns the message of an error reply with every mistake in one line: its path (RFC 6901) and what is
    wrong. `details` can come from another sender, such as a proxy. Anything that is not a mistake is left
    out.
    """
    summary = _COUNT_OF_OTHERS.sub("", message)
    mistakes = [detail for detail in details if is_mapping(detail) and _is_mistake(detail)]
    if len(mistakes) == 1 and mistakes[0]["message"] in summary:
        place = _line(mistakes[0])
        return f"{summary} ({mistakes[0]['path']}{place and f', {place}'})"
    if not mistakes:
        return summary
    return f"{summary} Mistakes: {'; '.join(_mistake_text(mistake) for mistake in mistakes)}"


def _mistake_text(mistake: Mapping[str, Any]) -> str:
    place = _line(mistake)
    return f"{mistake['path']} {mistake['message']}{place and f' ({place})'}"


def _line(mistake: Mapping[str, Any]) -> str:
    """Returns a mistake's position in a template, or an empty string if the value is not a template."""
    line, column = mistake.get("line"), mistake.get("column")
    if not isinstance(line, int):
        return ""
    return f"line {line}, column {column}" if isinstance(column, int) else f"line {line}"


def _is_mistake(detail: Mapping[str, Any]) -> bool:
    return isinstance(detail.get("path"), str) and isinstance(detail.get("message"), str)
