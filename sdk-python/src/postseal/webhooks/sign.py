from __future__ import annotations

import json
from time import time

from .header import SIGNATURE_HEADER
from .mac import digests_by
from .payload import bytes_of
from .seconds import unix_seconds
from .secrets import secrets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from .types import SignedTestWebhook


def sign_test_webhook(
    event: Mapping[str, object] | None = None,
    *,
    payload: str | None = None,
    secret: str | None = None,
    secrets: Sequence[str] | None = None,
    timestamp: datetime | float | None = None,
) -> SignedTestWebhook:
    """
    Signs a webhook with `Service-Signature` as the service does, to test your own receiver. Several `secrets`
    sign as during a rotation.

    Pass an `event`, which is sent as JSON. Give it an `id` if your receiver reads it. Or pass the text of a
    body as `payload`, for example a body that was changed. `timestamp` is the time of the signature: a
    datetime with a time zone, or unix seconds. Default: the current time. The result contains arguments for
    `verify_webhook`, which also fit a request:
    `client.post(url, content=signed["payload"], headers=signed["headers"])`.

    Raises TypeError or ValueError if a secret is missing or empty, or if there is neither an event nor a
    payload.
    """
    if payload is None and event is not None:
        payload = _written(event)
    body = bytes_of(payload)
    if payload is None or body is None:
        raise TypeError("Pass an `event`, or a string as `payload`.")
    seconds = str(unix_seconds(time() if timestamp is None else timestamp, "timestamp"))
    digests = digests_by(secrets_of(secret, secrets), seconds, body)
    signature = ",".join([f"t={seconds}", *(f"v1={digest}" for digest in digests)])
    return {"payload": payload, "headers": {"Content-Type": "application/json", SIGNATURE_HEADER: signature}}


def _written(event: Mapping[str, object]) -> str:
    text = json.dumps(dict(event), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # JSON has an escape for a lone surrogate, which UTF-8 cannot represent.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
