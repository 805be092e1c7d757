"""Log lines about calls."""

from __future__ import annotations

import errno
import logging
import os
import re
from typing import TYPE_CHECKING, NamedTuple

from .errors import APIError, APITimeoutError, PostsealError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._reply_headers import ReplyHeaders

_LEVELS = {
    "off": logging.CRITICAL + 1,
    "error": logging.ERROR,
    "warn": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}

logger = logging.getLogger("postseal")


def log_by_environment() -> None:
    """
    Sets the level of the logger `postseal` from the variable POSTSEAL_LOG. If the program has not set up
    logging, the logger writes to standard error. Raises PostsealError if the level does not exist.
    """
    level = os.environ.get("POSTSEAL_LOG", "").strip()
    if not level:
        return
    if level not in _LEVELS:
        raise PostsealError(f'POSTSEAL_LOG must be one of {", ".join(_LEVELS)}, not "{level}".')
    logger.setLevel(_LEVELS[level])
    if not logger.hasHandlers():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger.addHandler(handler)


class CallName(NamedTuple):
    """The name of a call in the log."""

    operation: str
    """The contract's operationId."""
    line: str
    """The HTTP method and the path."""


class CallLog:
    """
    Logs the calls of a client. Log lines never contain a key, a body or a value of a query. Of the headers,
    they only contain the request id and the ones that announce a deprecation.
    """

    def __init__(self) -> None:
        self._deprecated: set[str] = set()

    def started(self, call: CallName, attempt: int) -> None:
        """Logs that an attempt begins. The first attempt is 1."""
        self._write(logging.DEBUG, f"{call.line} begins", call, attempt=attempt)

    def answered(
        self, call: CallName, attempt: int, seconds: float, status: int, headers: ReplyHeaders
    ) -> None:
        """Logs the reply to an attempt, `seconds` after the attempt began."""
        fields = {"status": status, "request_id": headers.get("Request-Id"), "seconds": seconds}
        self._write(logging.DEBUG, f"{call.line} answered {status}", call, attempt=attempt, **fields)
        if "Deprecation" in headers:
            self._warn_once(call, headers)

    def failed(self, call: CallName, attempt: int, seconds: float, error: PostsealError) -> None:
        """Logs that an attempt ended without a reply, `seconds` after it began."""
        outcome = _outcome(error)
        fields = {"outcome": outcome, "seconds": seconds}
        self._write(logging.DEBUG, f"{call.line} failed: {outcome}", call, attempt=attempt, **fields)

    def retried(self, call: CallName, attempt: int, seconds: float, error: PostsealError) -> None:
        """Logs that the attempt after `attempt` begins in `seconds`."""
        reason = _outcome(error)
        line = f"{call.line} will be retried in {seconds:.1f} s: {reason}"
        self._write(logging.INFO, line, call, attempt=attempt, reason=reason, seconds=seconds)

    def _warn_once(self, call: CallName, headers: Mapping[str, str]) -> None:
        # RFC 9745 (Deprecation) and RFC 8594 (Sunset).
        if call.operation in self._deprecated:
            return
        self._deprecated.add(call.operation)
        sunset = headers.get("Sunset")
        end = f" and ends on {sunset}" if sunset else ""
        line = f"{call.line} is deprecated{end}"
        fields = {name.lower(): headers.get(name) for name in ("Deprecation", "Sunset", "Link")}
        self._write(logging.WARNING, line, call, **fields)

    def _write(self, level: int, line: str, call: CallName, **fields: object) -> None:
        """Writes a log line. The record also has the facts as fields, for programs that log JSON."""
        if logger.isEnabledFor(level):
            logger.log(level, "%s", line, extra={"operation": call.operation, **fields})


def path_for_log(path: str) -> str:
    """
    Returns a path without the segments that are not ids. Text in place of an id, such as an address, is a
    mistake that must not appear in a log.
    """
    return "/".join(
        segment if re.fullmatch(r"[0-9A-Za-z_-]*", segment) else "*" for segment in path.split("/")
    )


def _outcome(error: BaseException) -> str:
    # Not the message, which can contain the whole address with the query. Not the code of an error reply
    # either, because it is part of the body and can come from a proxy.
    if isinstance(error, APIError):
        return f"status {error.status}"
    if isinstance(error, APITimeoutError):
        return "timeout"
    code = _error_code(error)
    return f"no connection, {code}" if code else "no connection"


def _error_code(error: BaseException | None) -> str | None:
    """Returns the system's code, such as ECONNREFUSED, for an error or its cause."""
    for _ in range(8):
        if error is None:
            return None
        number = error.errno if isinstance(error, OSError) else None
        if number is not None and number in errno.errorcode:
            return errno.errorcode[number]
        error = error.__cause__ or error.__context__
    return None
