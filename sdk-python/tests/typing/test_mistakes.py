"""The file of mistakes is one for both checkers, which `npm run test:python` runs on it."""

import re
from pathlib import Path

MISTAKES = Path(__file__).with_name("mistakes.py").read_text("utf-8")
MARKS = r"  # type: ignore\[[a-z, -]+\]  # pyright: ignore\[\w+\]$"


def test_every_mistake_names_the_rule_of_each_checker() -> None:
    functions = re.split(r"^(?:async )?def ", MISTAKES, flags=re.MULTILINE)[1:]
    assert len(functions) > 10
    for function in functions:
        marked = re.findall(MARKS, function, re.MULTILINE)
        assert len(marked) == 1, function
