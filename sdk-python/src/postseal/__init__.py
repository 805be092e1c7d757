"""
The Python client of Postseal, a transactional e-mail service you run yourself.

`Postseal` is the client, and `AsyncPostseal` is the same client for asyncio and trio. Webhook receivers only
need to import `postseal.webhooks`, and tests `postseal.testing`. The types of requests and replies are in
`postseal.types`.
"""

from ._version import __version__

# `typing` would take 9 ms of this import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._async.client import AsyncPostseal
    from ._async.pagination import AsyncPage, AsyncPager
    from ._options import MutationOptions, RequestOptions
    from ._reply import ResponseInfo, response_of
    from ._sync.client import Postseal
    from ._sync.pagination import Page
    from .errors import (
        APIConnectionError,
        APIError,
        APITimeoutError,
        AuthenticationError,
        IdempotencyConflictError,
        InternalServerError,
        NotFoundError,
        PermissionDeniedError,
        PostsealError,
        RateLimitError,
        SendingHaltedError,
        ValidationError,
        WaitTimeoutError,
    )

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AsyncPage",
    "AsyncPager",
    "AsyncPostseal",
    "AuthenticationError",
    "IdempotencyConflictError",
    "InternalServerError",
    "MutationOptions",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "Postseal",
    "PostsealError",
    "RateLimitError",
    "RequestOptions",
    "ResponseInfo",
    "SendingHaltedError",
    "ValidationError",
    "WaitTimeoutError",
    "__version__",
    "response_of",
]

# Each name is imported when it is first used (PEP 562). A webhook receiver needs no HTTP library, and a
# command-line program starts without waiting for one.
_MODULES = {
    "AsyncPage": "_async.pagination",
    "AsyncPager": "_async.pagination",
    "AsyncPostseal": "_async.client",
    "MutationOptions": "_options",
    "Page": "_sync.pagination",
    "Postseal": "_sync.client",
    "RequestOptions": "_options",
    "ResponseInfo": "_reply",
    "response_of": "_reply",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f".{_MODULES.get(name, 'errors')}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
