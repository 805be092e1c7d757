"""What `verify_webhook` makes of a webhook, and the vectors that say what it has to make of them."""

import json
from pathlib import Path
from typing import Any, TypedDict

from postseal.webhooks import WebhookVerificationError, verify_webhook

SECRET = "whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg"
OTHER = "whsec_0a1b2c3d4e5f6g7h8i9j0kAlBmCnDoEpFqGrHsItJuK"
NOW = 1_768_383_000
EVENT = {"id": "evt_1", "type": "message.delivered", "data": {"recipient": "jörg@example.com"}}

REPOSITORY = Path(__file__).parents[3]


class SignVector(TypedDict):
    name: str
    payload: str
    timestamp: int
    secrets: list[str]
    header: str


class VerifyVector(TypedDict):
    name: str
    payload: str
    header: str | None
    secrets: list[str]
    now: int
    tolerance_seconds: int
    expect: str


class StandardSignVector(TypedDict):
    name: str
    id: str
    payload: str
    timestamp: int
    secrets: list[str]
    keys: list[str]
    signature: str


class StandardVerifyVector(TypedDict):
    name: str
    payload: str
    headers: dict[str, str]
    secret: str
    now: int
    expect: str


class StandardVectors(TypedDict):
    sign: list[StandardSignVector]
    verify: list[StandardVerifyVector]


class Vectors(TypedDict):
    sign: list[SignVector]
    verify: list[VerifyVector]
    standard: StandardVectors


def read_vectors() -> Vectors:
    vectors: Vectors = json.loads((REPOSITORY / "test/vectors/webhook-signatures.json").read_bytes())
    return vectors


def refusal(payload: Any, **arguments: Any) -> WebhookVerificationError:
    """Why a webhook is refused; fails if it is not."""
    try:
        verify_webhook(payload, **arguments)
    except WebhookVerificationError as error:
        return error
    raise AssertionError("It was verified.")


def verdict(payload: Any, **arguments: Any) -> str:
    """The code of the refusal, or `ok`, as in the vectors."""
    try:
        verify_webhook(payload, **arguments)
    except WebhookVerificationError as error:
        return error.code
    return "ok"
