"""A client's options, resolved and checked."""

from __future__ import annotations

import math
import os
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ._headers import check_default_headers, check_headers, leaves_out
from ._kinds import kind_of
from .errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEFAULT_BASE_URL = "http://localhost:4000"
_KEY = re.compile(r"[!-~]+")

MAX_TIMEOUT_S = (2**31 - 1) / 1000
"""The longest timer that all platforms support, in seconds (about 24 days)."""


class Settings(NamedTuple):
    """The options of a client."""

    api_key: str
    """Empty if no key is needed."""
    base_url: str
    """Without a trailing slash and without `/v1`."""
    timeout: float
    """Seconds."""
    max_retries: int
    default_headers: Mapping[str, str | None]

    def __repr__(self) -> str:
        return f"Settings(base_url={self.base_url!r})"


def settings_of(
    api_key: object,
    base_url: object,
    timeout: object,
    max_retries: object,
    default_headers: object,
) -> Settings:
    """
    Resolves options that are None from the environment and the defaults. Raises PostsealError if there is no
    key or an option is invalid. No key is needed if the headers leave out `Authorization`.
    """
    headers = check_default_headers(
        check_headers({} if default_headers is None else default_headers, "default_headers")
    )
    key = _environment("POSTSEAL_API_KEY") if api_key is None else api_key
    return Settings(
        "" if not key and leaves_out(headers, "Authorization") else check_api_key(key),
        check_base_url(
            (_environment("POSTSEAL_BASE_URL") or _DEFAULT_BASE_URL) if base_url is None else base_url
        ),
        check_timeout(timeout),
        check_max_retries(max_retries),
        headers,
    )


def check_timeout(timeout: object, name: str = "timeout") -> float:
    """Returns `timeout` (seconds). Raises PostsealError if no timer supports it."""
    if isinstance(timeout, (int, float)) and not isinstance(timeout, bool) and 0 < timeout <= MAX_TIMEOUT_S:
        return float(timeout)
    given = (
        str(timeout)
        if isinstance(timeout, float) and not math.isfinite(timeout)
        else _number_or_kind(timeout)
    )
    raise PostsealError(f"{name} must be seconds above 0 and up to {MAX_TIMEOUT_S:.0f}, not {given}.")


def check_max_retries(max_retries: object) -> int:
    """Returns `max_retries`. Raises PostsealError if it is not a whole number from 0."""
    if isinstance(max_retries, int) and not isinstance(max_retries, bool) and max_retries >= 0:
        return max_retries
    raise PostsealError(f"max_retries must be a whole number from 0, not {_number_or_kind(max_retries)}.")


def check_base_url(base_url: object) -> str:
    """
    Returns `base_url` without trailing slashes and without `/v1`, because every path starts with `/v1`.
    Raises PostsealError if it is invalid.
    """
    if isinstance(base_url, str) and _is_usable(base_url):
        return re.sub(r"/v1$", "", base_url.strip().rstrip("/")).rstrip("/")
    # Text before an @ can be a password.
    given = f'"{re.sub(r"(?s)^.*@", "…@", base_url)}"' if isinstance(base_url, str) else kind_of(base_url)
    raise PostsealError(
        f"base_url must be like https://mail.example.com, without query or user, not {given}."
    )


def check_api_key(api_key: object) -> str:
    """Returns `api_key`. Raises PostsealError if it is not an API key. The error never contains the key."""
    if api_key is None or api_key == "":
        raise PostsealError("There is no API key: pass api_key, or set POSTSEAL_API_KEY in the environment.")
    if not isinstance(api_key, str):
        raise PostsealError(f"api_key must be a string, not {kind_of(api_key)}.")
    if _KEY.fullmatch(api_key):
        return api_key
    if re.search(r"\s", api_key):
        raise PostsealError(
            "api_key has white space or a line break in it, which no key has: "
            'copy the key alone, without "Bearer".'
        )
    raise PostsealError("api_key has a character that no key has: copy it again.")


def _is_usable(url: str) -> bool:
    if re.search(r"[\s\x00-\x1f\x7f?#\\]", url.strip()):
        return False
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc and port != 0
    )


def _environment(name: str) -> str | None:
    # Shells and compose files use an empty variable for "not set".
    return os.environ.get(name, "").strip() or None


def _number_or_kind(value: object) -> str:
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else kind_of(value)
