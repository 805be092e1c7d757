"""Which events to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

    from ._generated.types import EventType

WAIT_S = 20
"""For how long the service waits for news: less than proxies leave a request unanswered."""


class FollowEventsQuery(TypedDict, total=False):
    """Which events `events.follow` has, and from where on: after `cursor`, else `since`, else now."""

    limit: int
    """The max number of events in a reply. Default: 100."""
    since: str | datetime
    """Only events that were recorded at or after this time."""
    cursor: str
    """The `cursor` of events that were followed before."""
    project_id: str
    """Only events of this project. A project key sees its own in any case."""
    type: EventType
    """Only events of this type."""
    message_id: str
    """Only events about this message."""
