"""The vectors of Standard Webhooks, held against the library of its authors: users verify by it."""

from datetime import UTC, datetime, tzinfo
from typing import Self

import pytest
import standardwebhooks.webhooks
from standardwebhooks import Webhook, WebhookVerificationError

from .verdicts import StandardSignVector, StandardVerifyVector, read_vectors

VECTORS = read_vectors()["standard"]

CODES = {
    "Missing required headers": "missing_header",
    "Invalid Signature Headers": "malformed_header",
    "Message timestamp too old": "timestamp_out_of_tolerance",
    "Message timestamp too new": "timestamp_out_of_tolerance",
    "No matching signature found": "signature_mismatch",
}


def library_verdict(
    monkeypatch: pytest.MonkeyPatch, key: str | bytes, payload: str, headers: dict[str, str], now: int
) -> str:
    """What the library makes of a request at a time in unix seconds."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(now, tz)

    monkeypatch.setattr(standardwebhooks.webhooks, "datetime", Stopped)
    try:
        Webhook(key).verify(payload.encode(), headers, json_parse=False)
    except WebhookVerificationError as error:
        return CODES[str(error)]
    return "ok"


@pytest.mark.parametrize("vector", VECTORS["sign"], ids=lambda vector: vector["name"])
def test_signed(monkeypatch: pytest.MonkeyPatch, vector: StandardSignVector) -> None:
    now = vector["timestamp"]
    headers = {
        "webhook-id": vector["id"],
        "webhook-timestamp": str(now),
        "webhook-signature": vector["signature"],
    }
    at = datetime.fromtimestamp(now, UTC)
    signed = [Webhook(bytes.fromhex(key)).sign(vector["id"], at, vector["payload"]) for key in vector["keys"]]
    assert " ".join(signed) == vector["signature"]
    for key in vector["keys"]:
        verdict = library_verdict(monkeypatch, bytes.fromhex(key), vector["payload"], headers, now)
        assert verdict == "ok"


@pytest.mark.parametrize("vector", VECTORS["verify"], ids=lambda vector: vector["name"])
def test_verified(monkeypatch: pytest.MonkeyPatch, vector: StandardVerifyVector) -> None:
    secret, payload, headers = vector["secret"], vector["payload"], vector["headers"]
    assert library_verdict(monkeypatch, secret, payload, headers, vector["now"]) == vector["expect"]
