"""
Runs modules of the README, in the environment of whoever installed the wheel. `python run.py block_01.py …`
prints a line of JSON for each: what it printed, and the exception that it ended with.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import time
import traceback


class SleptError(Exception):
    """A block begins to wait for a minute: it has done its work."""


sleep = time.sleep


def short_sleep(seconds: float) -> None:
    """Sleeps, but not for a minute."""
    if seconds >= 60:
        raise SleptError
    sleep(seconds)


def main() -> None:
    """Runs them one after another, each with names of its own."""
    setattr(time, "sleep", short_sleep)  # noqa: B010
    for path in sys.argv[1:]:
        said = io.StringIO()
        error = ""
        with contextlib.redirect_stdout(said):
            try:
                runpy.run_path(path)
            except SleptError:
                pass
            except Exception:
                error = traceback.format_exc()
        print(json.dumps({"path": path, "said": said.getvalue(), "error": error}), flush=True)


if __name__ == "__main__":
    main()
