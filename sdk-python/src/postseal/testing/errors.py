"""The errors of `postseal.testing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .mail import Mail


class TestServerError(Exception):
    """The test server could not be found or started, or its sink did not answer."""

    __test__ = False


class MailTimeoutError(Exception):
    """No mail that matches the filter arrived in time."""

    mails: Sequence[Mail]
    """The newest mails in the sink, max 10."""

    def __init__(self, message: str, mails: Sequence[Mail] = ()) -> None:
        super().__init__(message)
        self.mails = mails
