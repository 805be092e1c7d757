"""The process of a test server."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import tempfile
import threading
from typing import IO, TYPE_CHECKING, Any

from .errors import TestServerError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STOP_SECONDS = 10
TAIL = 4000
LONGEST_LINE = 100_000


class ServerProcess:
    """
    A running server and the JSON line that it printed. The server ends with this process, even if this
    process is killed, because the system then closes the pipe to the server's standard input.
    """

    def __init__(self, command: Sequence[str], cwd: str, env: Mapping[str, str], timeout: float) -> None:
        # A file, not a pipe: a file needs no reading thread, which os.fork() would not copy.
        self._log: IO[bytes] = tempfile.TemporaryFile("a+b")  # noqa: SIM115
        self._pid = os.getpid()
        self._killed = False
        try:
            self._process = subprocess.Popen(  # noqa: S603
                list(command),
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
            )
        except OSError as error:
            self._log.close()
            raise TestServerError(f"The server did not start: {error}.") from error
        try:
            self.handover = self._ready(timeout)
        except BaseException:
            self._kill()
            raise
        atexit.register(self._stop_at_exit)

    def log(self) -> str:
        """Returns what the server has written to its standard error."""
        if self._log.closed:
            return ""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    def stop(self) -> None:
        """Stops the server and waits for it to end. Does nothing the second time."""
        atexit.unregister(self._stop_at_exit)
        if self._log.closed:
            return
        process = self._process
        self._close_pipes()
        if os.name != "nt":  # On Windows, this would kill it at once.
            process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        self._kill()

    def _stop_at_exit(self) -> None:
        if os.getpid() == self._pid:
            self.stop()
        else:
            # A forked child inherits this handler, and must not warn about a process that it did not start.
            self._process.returncode = 0
            self._close_pipes()
            self._log.close()

    def _kill(self) -> None:
        self._killed = True
        self._process.kill()
        self._process.wait()
        self._close_pipes()
        self._log.close()

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            # Not while the reader reads: its next read would use whatever has the descriptor then, such as
            # the pipe of another server.
            if pipe is not None and not (pipe is self._process.stdout and self._reader.is_alive()):
                with contextlib.suppress(OSError):
                    pipe.close()

    def _ready(self, timeout: float) -> dict[str, Any]:
        """Waits for the server's JSON line."""
        lines: list[bytes] = []
        self._reader = threading.Thread(target=self._read_line, args=(lines,), daemon=True)
        self._reader.start()
        self._reader.join(timeout)
        if self._reader.is_alive():
            raise self._failed(f"it was not ready within {timeout:g} s")
        line = b"".join(lines)
        if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
            raise self._failed(f"it ended with {self._code()}")
        try:
            handover = json.loads(line)
            if handover["base_url"] and handover["sink_url"]:
                return dict(handover)
        except (ValueError, TypeError, KeyError):
            pass
        raise self._failed("it printed something other than its ready line")

    def _read_line(self, lines: list[bytes]) -> None:
        # A server that is killed because it printed nothing can have a child that still holds its standard
        # output. In that case the thread waits for the child and closes the pipe.
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdout is not None:
                lines.append(self._process.stdout.readline(LONGEST_LINE))
                if self._killed:
                    self._process.stdout.close()

    def _code(self) -> int:
        """Returns the exit code of a server that has closed its standard output."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(STOP_SECONDS)
        self._process.kill()
        return self._process.wait()

    def _failed(self, why: str) -> TestServerError:
        return TestServerError(f"The server did not start: {why}. {self.log()[-TAIL:].strip()}".strip())
