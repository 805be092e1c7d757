from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_MISSING = (
    "secret is missing or empty: pass the signing secret of the subscription, such as "
    'os.environ["POSTSEAL_WEBHOOK_SECRET"], and see that the variable is set.'
)


def secrets_of(secret: str | None, secrets: Iterable[str] | None) -> list[str]:
    """
    Returns one signing secret, or several secrets of which any can match, as a list.

    Raises TypeError if neither is given or a secret is not a string. Raises ValueError if the list or a
    secret is empty, because anyone could sign with it, or if a secret has characters that cannot be encoded
    as UTF-8.
    """
    given = secret if secrets is None else secrets
    if given is None:
        raise TypeError(_MISSING)
    # A single string is one secret. Its characters are not separate secrets.
    found = [given] if isinstance(given, str | bytes) else list(given)
    if not found:
        raise ValueError(_MISSING)
    for one in found:
        _check(one)
    return found


def _check(secret: object) -> None:
    if not isinstance(secret, str):
        raise TypeError(f"A secret must be a str, not {type(secret).__name__}.")
    if not secret.strip():
        raise ValueError(_MISSING)
    try:
        secret.encode()
    except UnicodeEncodeError:
        # Without the cause, which would show the secret.
        raise ValueError("A secret has characters that cannot be encoded as UTF-8.") from None
