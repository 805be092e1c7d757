"""Finds the command that starts the test server."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import TestServerError

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMAND_VARIABLE = "POSTSEAL_SERVER_COMMAND"


def find_command(folder: str, env: Mapping[str, str]) -> list[str]:
    """
    Returns the command in `POSTSEAL_SERVER_COMMAND`. Otherwise returns the package `postseal-server` in the
    `node_modules` of `folder` or a folder above it, otherwise `postseal-server` on `PATH`. Raises
    TestServerError if none of them exists.
    """
    if given := env.get(COMMAND_VARIABLE, "").strip():
        return _words_of(given)
    path = env.get("PATH")
    if script := _installed_script(Path(folder).resolve()):
        if node := shutil.which("node", path=path):
            return [node, str(script)]
        raise TestServerError(f"{script} needs Node.js, and there is no node on PATH.")
    if program := shutil.which("postseal-server", path=path):
        return [program]
    raise TestServerError(
        "postseal-server is not installed. Install it with npm from the file of a release, in this project "
        "(npm install --save-dev ./postseal-server-*.tgz) or for this user (with --global). Or set "
        f"{COMMAND_VARIABLE}, or pass the command that starts the server, as in "
        'command=["node", "dist/bin.js"].'
    )


def _words_of(command: str) -> list[str]:
    if os.name != "nt":
        return shlex.split(command)
    # On Windows, the backslash separates folders.
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def _installed_script(folder: Path) -> Path | None:
    for parent in (folder, *folder.parents):
        package = parent / "node_modules" / "postseal-server"
        try:
            manifest = json.loads((package / "package.json").read_text("utf-8"))
        except (OSError, ValueError):
            continue
        script: str = manifest.get("bin", {}).get("postseal-server", "dist/bin.js")
        return (package / script).resolve()
    return None
