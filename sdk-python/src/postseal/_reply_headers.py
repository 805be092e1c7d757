"""The headers of replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


class ReplyHeaders(Mapping[str, str]):
    """
    The headers of a reply. Names are case-insensitive. The values of a repeated header are joined by commas.
    """

    __slots__ = ("_values",)

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, str] = {}
        for name, value in pairs:
            key = name.lower()
            self._values[key] = f"{self._values[key]}, {value}" if key in self._values else value

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._values

    def __repr__(self) -> str:
        return f"ReplyHeaders({self._values!r})"
