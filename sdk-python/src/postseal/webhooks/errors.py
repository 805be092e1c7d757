from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from .types import WebhookVerificationErrorCode


class WebhookVerificationError(Exception):
    """
    A webhook that you must not trust. Answer 400 and do nothing. The message names the likely mistake. It
    contains nothing from the secret or the body.
    """

    code: WebhookVerificationErrorCode
    """
    The reason, in the order of the checks: `missing_header`, `malformed_header`, `signature_mismatch`,
    `timestamp_out_of_tolerance`, `invalid_payload`, `repeated_event`. A payload that is neither text nor
    bytes is also `invalid_payload`, and is checked first.
    """

    def __init__(self, code: WebhookVerificationErrorCode, message: str) -> None:
        # All arguments, so that the error can be pickled and copied.
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


def refuse(code: WebhookVerificationErrorCode, message: str) -> NoReturn:
    """Raises WebhookVerificationError."""
    raise WebhookVerificationError(code, message)
