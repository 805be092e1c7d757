from __future__ import annotations

from time import time

from .errors import refuse
from .header import SIGNATURE_HEADER, find_signature, parse_signature_header, text_of
from .hints import RAW_BODY, why_mismatch, why_skewed
from .mac import digests_by, is_any_right
from .payload import bytes_of, event_in
from .seconds import unix_seconds
from .secrets import secrets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from typing import Literal, overload

    from ..types import WebhookEvent
    from .types import HeaderValue, WebhookHeaders, WebhookPayload
else:
    # Importing typing would take most of this module's import time.
    def overload(function: object) -> object:  # noqa: D103
        return function


@overload
def verify_webhook(  # noqa: D103
    payload: WebhookPayload,
    *,
    headers: WebhookHeaders | None = None,
    signature: HeaderValue = None,
    secret: str | None = None,
    secrets: Sequence[str] | None = None,
    tolerance_seconds: float = 300,
    now: datetime | float | None = None,
    is_repeated: Callable[[str], bool] | None = None,
    on_repeated: Literal["reject"] = "reject",
) -> WebhookEvent: ...
@overload
def verify_webhook(  # noqa: D103, F811
    payload: WebhookPayload,
    *,
    headers: WebhookHeaders | None = None,
    signature: HeaderValue = None,
    secret: str | None = None,
    secrets: Sequence[str] | None = None,
    tolerance_seconds: float = 300,
    now: datetime | float | None = None,
    is_repeated: Callable[[str], bool],
    on_repeated: Literal["acknowledge"],
) -> WebhookEvent | None: ...


def verify_webhook(  # noqa: F811
    payload: WebhookPayload,
    *,
    headers: WebhookHeaders | None = None,
    signature: HeaderValue = None,
    secret: str | None = None,
    secrets: Sequence[str] | None = None,
    tolerance_seconds: float = 300,
    now: datetime | float | None = None,
    is_repeated: Callable[[str], bool] | None = None,
    on_repeated: Literal["reject", "acknowledge"] = "reject",
) -> WebhookEvent | None:
    """
    Verifies that a webhook comes from your Postseal and is not old, and returns its event.

    An event can arrive twice. Store the ids of the events that you have processed. Pass `is_repeated`, a
    function that takes an id and returns whether you have processed that event within your replay window.
    With `on_repeated="reject"`, a repeated event raises WebhookVerificationError with the code
    `repeated_event`. The service treats every answer other than 2xx as a failure and sends the event again.
    With `on_repeated="acknowledge"`, `verify_webhook` returns None for a repeated event. In that case answer
    2xx and do nothing.

    `payload` is the body as it was received, before any parsing. Pass the request's `headers`, or only the
    value of `Service-Signature` as `signature`. Pass the signing `secret` of your subscription, or several
    `secrets` of which any can match, as during a rotation. The signature's time can be up to
    `tolerance_seconds` before or after `now`, which is a datetime with a time zone, or unix seconds. Default:
    the current time.

    Raises WebhookVerificationError if you must not trust the webhook. Raises TypeError or ValueError if your
    own arguments are wrong, such as a secret that is not set.
    """
    trusted = secrets_of(secret, secrets)
    now_seconds = unix_seconds(time() if now is None else now, "now")
    if not isinstance(tolerance_seconds, int | float):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"`tolerance_seconds` must be a number, not {type(tolerance_seconds).__name__}.")
    # NaN is not less than anything, so it would let everything pass.
    if not tolerance_seconds >= 0:
        raise ValueError("`tolerance_seconds` must be 0 or more.")
    if on_repeated not in ("reject", "acknowledge") or (is_repeated is None and on_repeated != "reject"):
        raise ValueError(
            '`on_repeated` must be "reject" or "acknowledge", and the latter needs `is_repeated`.'
        )

    body = bytes_of(payload)
    if body is None:
        refuse("invalid_payload", f"The payload is neither text nor bytes. {RAW_BODY}")
    header = find_signature(headers) if signature is None and headers is not None else text_of(signature)
    if not header:
        source = "signature" if headers is None else "headers"
        refuse("missing_header", f"There is no {SIGNATURE_HEADER} in `{source}`.")
    timestamp, signatures = parse_signature_header(header)

    if not is_any_right(digests_by(trusted, timestamp, body), signatures):
        refuse("signature_mismatch", f"No signature matches. {why_mismatch(trusted, body)}")

    ahead = int(timestamp) - now_seconds
    if abs(ahead) > tolerance_seconds:
        refuse("timestamp_out_of_tolerance", why_skewed(ahead, now_seconds))
    event = event_in(body)
    if event is None:
        refuse("invalid_payload", "It is not a JSON object.")
    if is_repeated is None or not is_repeated(event["id"]):
        return event
    if on_repeated == "reject":
        refuse("repeated_event", "The event came before, by its id.")
    return None
