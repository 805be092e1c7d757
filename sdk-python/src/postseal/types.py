"""The types of requests, queries, replies and events, for annotations in your code."""

from ._generated.types import *  # noqa: F403
