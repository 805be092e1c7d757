# Made from _async/resources/sending.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import SendingStatus
    from ..transport import Transport


class Sending:
    """Whether the workspace can send. Needs the scope `reports:read` or a session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def retrieve_status(self, **options: Unpack[RequestOptions]) -> SendingStatus:
        """Return whether sending is halted and why, with the bounce and complaint rates that decide it."""
        return self._transport.read(op.RETRIEVE_SENDING_STATUS, options)
