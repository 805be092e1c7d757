"""
The blocks of Python in the README and in the guide by task, as modules beside this file: for type checkers,
and to be run.

`python tests/readme/blocks.py` writes them. Each has its block as printed, below an import of what the block
leaves to its reader (see `placeholders.py`).
"""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
README = HERE.parents[1] / "README.md"
GUIDE = HERE.parents[2] / "docs" / "guide" / "python.md"
TEXT = README.read_text("utf-8") + GUIDE.read_text("utf-8")
"""The README and the guide, whose blocks are in this order."""


class Block(NamedTuple):
    """A block of the README or the guide."""

    heading: str
    """The heading of its section."""
    code: str

    @property
    def free_names(self) -> list[str]:
        """The names that the block uses and does not define."""
        nodes = list(ast.walk(ast.parse(self.code)))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        bound = {name.id for name in names if not isinstance(name.ctx, ast.Load)}
        bound |= {alias.asname or alias.name for node in nodes for alias in _aliases(node)}
        bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        bound |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
        used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        return sorted(used - bound - set(dir(builtins)) - {"__name__"})

    @property
    def module(self) -> str:
        """The block as a module."""
        if not self.free_names:
            return self.code
        return f"from readme.placeholders import {', '.join(self.free_names)}\n\n{self.code}"


def readme_blocks() -> list[Block]:
    """The blocks of Python in the README and the guide, in their order."""
    blocks: list[Block] = []
    heading = ""
    for part in re.finditer(r"^## ([^\n]*)$|^```python\n(.*?)^```$", TEXT, re.M | re.S):
        if part[1]:
            heading = part[1]
        else:
            blocks.append(Block(heading, part[2]))
    return blocks


def main() -> None:
    """Writes the modules."""
    for old in HERE.glob("block_*.py"):
        old.unlink()
    for number, block in enumerate(readme_blocks(), 1):
        name = re.sub(r"\W+", "_", block.heading.lower())
        (HERE / f"block_{number:02}_{name}.py").write_text(block.module, "utf-8")


def _aliases(node: ast.AST) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []


if __name__ == "__main__":
    main()
