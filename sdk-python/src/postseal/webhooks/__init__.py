"""
Verifies webhooks, and signs them for tests. Needs only the standard library and opens no connection. The
parts that only tests and type checkers need are loaded on first use, so the import is fast.
"""

from __future__ import annotations

from .errors import WebhookVerificationError
from .verify import verify_webhook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..types import UnknownEvent, WebhookEvent
    from .sign import sign_test_webhook
    from .types import (
        SignedTestWebhook,
        WebhookHeaders,
        WebhookPayload,
        WebhookVerificationErrorCode,
    )

__all__ = [
    "SignedTestWebhook",
    "UnknownEvent",
    "WebhookEvent",
    "WebhookHeaders",
    "WebhookPayload",
    "WebhookVerificationError",
    "WebhookVerificationErrorCode",
    "sign_test_webhook",
    "verify_webhook",
]

_MODULES = {
    "UnknownEvent": "postseal.types",
    "WebhookEvent": "postseal.types",
    "sign_test_webhook": "postseal.webhooks.sign",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_MODULES.get(name, "postseal.webhooks.types")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
