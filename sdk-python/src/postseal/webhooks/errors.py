from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from .types import WebhookVerificationErrorCode


class WebhookVerificationError(Exception):
    """
    A webhook that is not to be believed: answer 400 and do nothing. Its text says what mistake it may come
    from, and has nothing of the secret or of the body in it.
    """

    code: WebhookVerificationErrorCode
    """
    Why, in the order of the checks: `missing_header`, `malformed_header`, `signature_mismatch`,
    `timestamp_out_of_tolerance`, `invalid_payload`, `repeated_event`. A payload that is neither text nor
    bytes is `invalid_payload`, too, and is found first.
    """

    def __init__(self, code: WebhookVerificationErrorCode, message: str) -> None:
        # All arguments, so that it can be pickled and copied.
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


def refuse(code: WebhookVerificationErrorCode, message: str) -> NoReturn:
    """Raises WebhookVerificationError."""
    raise WebhookVerificationError(code, message)
