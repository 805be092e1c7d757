"""The `Retry-After` header."""

from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def retry_after_seconds(header: str | None) -> float | None:
    """
    Reads a `Retry-After` header (RFC 9110, section 10.2.3): a number of seconds or an HTTP date. Accepts
    decimals, which some gateways send. Returns the seconds from now, 0 for a date in the past, or None for
    anything else.
    """
    if header is None:
        return None
    if _NUMBER.fullmatch(header):
        return float(header)
    # HTTP dates are in GMT and say so. The parser would also accept many other texts.
    if not header.endswith("GMT"):
        return None
    try:
        at = parsedate_to_datetime(header).timestamp()
    except (ValueError, OverflowError):
        return None
    return max(0.0, at - time.time())
