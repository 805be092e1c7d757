"""The tables of README and guide name what exists, and leave out no method, option, error or fixture."""

from __future__ import annotations

import inspect
import re

import postseal
from postseal import APIError, Postseal
from postseal.testing import TestServer, fixtures, start_test_server
from postseal.webhooks import verify_webhook
from readme.blocks import README, TEXT

ROWS = [line for line in TEXT.splitlines() if line.startswith("|")]


def test_every_method_is_in_the_list_of_the_readme() -> None:
    _, _, listed = README.read_text("utf-8").partition("\n## Methods\n")
    rows = re.findall(r"^\| `(\w+)` +\| (`[^|]+) \|", listed, re.M)
    named = {f"{resource}.{method}" for resource, cell in rows for method in re.findall(r"`(\w+)`", cell)}
    assert named == methods()


def test_the_rows_of_the_guide_name_methods_that_exist() -> None:
    named: set[str] = set()
    for row in ROWS:
        resource = ""
        for owner, method in re.findall(r"`(?:client\.(\w+))?\.(\w+)\(", row):
            resource = owner or resource
            named.add(f"{resource}.{method}")
    assert len(named) > 50
    assert named - methods() == set()


def methods() -> set[str]:
    with Postseal("pk_test_1") as client:
        resources = {name: value for name, value in vars(client).items() if not name.startswith("_")}
    return {
        f"{name}.{method}"
        for name, resource in resources.items()
        for method, _ in inspect.getmembers(resource, inspect.ismethod)
        if not method.startswith("_")
    }


def test_every_option_has_its_row() -> None:
    for function in (Postseal, start_test_server, verify_webhook):
        assert set(inspect.signature(function).parameters) - names_in_rows() == set()


def test_every_error_has_its_row() -> None:
    errors = {name for name in postseal.__all__ if name.endswith("Error")}
    assert errors - names_in_rows() == {"PostsealError"}
    of_status = {name for name in errors if issubclass(getattr(postseal, name), APIError)} - {"APIError"}
    assert f"the base of the next {len(of_status)} " in TEXT


def test_every_fixture_and_member_of_a_server_has_its_row() -> None:
    assert {name for name in vars(fixtures) if name.startswith("postseal_")} - names_in_rows() == set()
    members = {name for name in dir(TestServer) if not name.startswith("_")} | set(TestServer.__annotations__)
    assert members - names_in_rows() == set()


def names_in_rows() -> set[str]:
    return set(re.findall(r"`(\w+)(?:\(\))?`", " ".join(ROWS)))
