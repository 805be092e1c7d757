from __future__ import annotations

import hmac

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def digests_by(secrets: Sequence[str], timestamp: str, body: bytes) -> list[str]:
    """
    Returns the HMAC-SHA256 of `<t>.<body>` for each secret, in lower-case hexadecimal. The key is the
    secret's text, including `whsec_`.
    """
    message = timestamp.encode() + b"." + body
    return [hmac.digest(secret.encode(), message, "sha256").hex() for secret in secrets]


def is_any_right(expected: Sequence[str], given: Sequence[str]) -> bool:
    """Compares every pair, each in constant time, so that the time reveals nothing."""
    verdicts = [hmac.compare_digest(right, one) for right in expected for one in given]
    return True in verdicts
