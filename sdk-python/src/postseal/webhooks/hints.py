"""The likely causes of a failed verification."""

from __future__ import annotations

import json
import re

from .payload import json_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

RAW_BODY = (
    "Pass the raw body: request.body in Django, request.get_data() in Flask, await request.body() in FastAPI."
)
"""What to do if a body was parsed or serialized again before the verification."""

_SECRET = re.compile(r"whsec_[^\s,;'\"]+")

_MAX_PARSED = 262_144
"""
The maximum size in bytes of a body to parse just for a hint. Anyone can send a body, and parsed lists use a
lot of memory.
"""

_FLOAT = "\x7f"
"""Marks the digits of a float, so that they stay unchanged."""


def why_mismatch(secrets: Sequence[str], body: bytes) -> str:
    """
    Returns the likely cause of a wrong signature. About the secrets, it only says what is wrong with their
    form.
    """
    if not all(map(_SECRET.fullmatch, secrets)):
        return "A secret begins with whsec_, without white space, quotes or another secret around it."
    if not body:
        return f"The payload is empty. {RAW_BODY}"
    if len(body) <= _MAX_PARSED and not _is_written_as_sent(body):
        return f"The payload looks re-serialized. {RAW_BODY}"
    return "Is it the secret of this subscription? Each has its own."


def _is_written_as_sent(body: bytes) -> bool:
    """
    Returns whether the body is written as the service writes it (RFC 8785): without white space and with as
    few escapes as possible.
    """
    try:
        text = body.decode("utf-8")
        value = json_in(text, parse_float=lambda digits: f"{_FLOAT}{digits}{_FLOAT}")
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return False
    return _without_marks(written) == _without_marks(text)


def _without_marks(text: str) -> str:
    return text.replace(f'"{_FLOAT}', "").replace(f'{_FLOAT}"', "")


def why_skewed(ahead: int, now: int) -> str:
    """
    Says how far off a time is, and the likely cause. `ahead` is how many seconds the signature's time is
    ahead of `now`, which is in unix seconds.
    """
    return f"It was signed {abs(ahead)} seconds {'ago' if ahead < 0 else 'ahead'}. {_skew_hint(ahead, now)}"


def _skew_hint(ahead: int, now: int) -> str:
    if now + ahead > 1e11:
        return "`t` is in milliseconds, not seconds."
    if now > 1e11:
        return "`now` takes seconds."
    minutes = (abs(ahead) + 30) // 60
    # Local clocks differ from UTC by at most 14 hours.
    if 0 < minutes < 15 * 60 and minutes % 60 == 0:
        return "Whole hours: is a clock set to local time?"
    return "Each attempt is signed afresh: is the clock right?"
