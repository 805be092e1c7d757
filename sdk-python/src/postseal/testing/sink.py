"""The sink: the mails that a test server has sent."""

from __future__ import annotations

import json
import re
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from ._fetch import fetch
from .mail import Mail, mail_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Result = TypeVar("Result")

# Inside Sink, `list` is a method.
Mails = list[Mail]

Subject = str | re.Pattern[str]
"""A part of the subject, or a pattern to search for in it."""

DEFAULT_WAIT = 10.0
FIRST_PAUSE = 0.025
LONGEST_PAUSE = 0.5
GROWTH = 1.5


class MailTimeoutError(Exception):
    """No mail that matches the filter arrived in time."""

    mails: Sequence[Mail]
    """The newest mails in the sink, at most 10."""

    def __init__(self, message: str, mails: Sequence[Mail] = ()) -> None:
        super().__init__(message)
        self.mails = mails


class Sink:
    """Reads the mails that a test server has sent."""

    def __init__(self, url: str) -> None:
        """`url` is the address of the sink's JSON, such as `http://127.0.0.1:4000/sink/messages`."""
        self.url = url

    def list(self, *, to: str | None = None, subject: Subject | None = None) -> Mails:
        """
        Returns the mails, newest first. `to` is a recipient's address, case-insensitive. `subject` is a part
        of the subject, or a pattern to search for in it. Raises TestServerError.
        """
        return [mail for page in self.pages(to) for mail in page if _matches(mail, subject)]

    def wait_for_mail(
        self, *, to: str | None = None, subject: Subject | None = None, timeout: float = DEFAULT_WAIT
    ) -> Mail:
        """
        Waits up to `timeout` seconds for a mail that matches, and returns the newest one. Returns immediately
        if such a mail is already in the sink. Raises MailTimeoutError, which lists the mails that are in the
        sink, or TestServerError.
        """
        search = Search(self, to, subject, timeout)
        while (mail := search.look()) is None:
            time.sleep(search.pause())
        return mail

    def clear(self) -> None:
        """Deletes all mails. Raises TestServerError."""
        fetch(self.url, "DELETE")

    def pages(self, to: str | None = None) -> Iterator[Mails]:
        """
        Requests the mails, newest first, in pages. `to` is the same as for `list`. Raises TestServerError.
        """
        query = {"limit": "100"} | ({} if to is None else {"to": to})
        while True:
            page: dict[str, Any] = json.loads(fetch(f"{self.url}?{urlencode(query)}"))
            yield [mail_of(view, f"{self.url}/{view['id']}") for view in page["data"]]
            if not page["has_more"] or page["next_cursor"] is None:
                return
            query["cursor"] = page["next_cursor"]


class AsyncSink:
    """Reads the mails that a test server has sent, from asyncio and trio. Requests run in a worker thread."""

    def __init__(self, url: str) -> None:
        """`url` is the address of the sink's JSON, such as `http://127.0.0.1:4000/sink/messages`."""
        self.url = url
        self._sink = Sink(url)

    async def list(self, *, to: str | None = None, subject: Subject | None = None) -> Mails:
        """Returns the mails, like `Sink.list`."""
        return await _in_thread(partial(self._sink.list, to=to, subject=subject))

    async def wait_for_mail(
        self, *, to: str | None = None, subject: Subject | None = None, timeout: float = DEFAULT_WAIT
    ) -> Mail:
        """Waits for a mail, like `Sink.wait_for_mail`. A cancellation ends the wait immediately."""
        search = Search(self._sink, to, subject, timeout)
        while (mail := await _in_thread(search.look)) is None:
            await _sleep(search.pause())
        return mail

    async def clear(self) -> None:
        """Deletes all mails. Raises TestServerError."""
        await _in_thread(self._sink.clear)


class Search:
    """
    A wait for one mail. `look` asks the sink, and `pause` returns how long to sleep before the next look.
    """

    def __init__(self, sink: Sink, to: str | None, subject: Subject | None, timeout: float) -> None:
        self._sink = sink
        self._to = to
        self._subject = subject
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout
        self._pause = FIRST_PAUSE
        self._seen: set[str] = set()

    def look(self) -> Mail | None:
        """Returns the newest mail that matches, or None. Raises MailTimeoutError if the time is over."""
        over = time.monotonic() >= self._deadline
        for page in self._sink.pages(self._to):
            for mail in page:
                if _matches(mail, self._subject):
                    return mail
            # All older pages were checked before.
            if any(mail.id in self._seen for mail in page):
                break
            self._seen.update(mail.id for mail in page)
        if over:
            raise self._timed_out()
        return None

    def pause(self) -> float:
        """
        Returns the seconds to wait before the next look. They grow each time and never exceed the deadline.
        """
        pause = min(self._pause, max(0.0, self._deadline - time.monotonic()))
        self._pause = min(self._pause * GROWTH, LONGEST_PAUSE)
        return pause

    def _timed_out(self) -> MailTimeoutError:
        newest = next(self._sink.pages())[:10]
        wanted = "" if self._to is None else f" to {self._to}"
        if self._subject is not None:
            wanted += f" with the subject {_text_of(self._subject)}"
        there = "\n".join(f"to {', '.join(mail.envelope.to)}: {mail.subject or ''}" for mail in newest)
        instead = f"The sink has:\n{there}" if newest else "The sink is empty."
        return MailTimeoutError(f"No mail{wanted} came within {self._timeout:g} s. {instead}", newest)


def _matches(mail: Mail, subject: Subject | None) -> bool:
    if subject is None:
        return True
    if isinstance(subject, str):
        return mail.subject is not None and subject in mail.subject
    return subject.search(mail.subject or "") is not None


def _text_of(subject: Subject) -> str:
    return repr(subject) if isinstance(subject, str) else f"/{subject.pattern}/"


async def _in_thread(work: Callable[[], Result]) -> Result:
    """Runs `work` in a worker thread. A cancellation does not wait until the thread ends."""
    # Imported here because most tests are synchronous.
    from anyio import to_thread

    return await to_thread.run_sync(work, abandon_on_cancel=True)


async def _sleep(seconds: float) -> None:
    """Sleeps."""
    import anyio

    await anyio.sleep(seconds)
