"""Mailboxes (RFC 5322, section 3.4)."""

from __future__ import annotations

import re
from typing import Any

from ._kinds import is_list, is_mapping
from .errors import PostsealError

# The specials of RFC 5322, section 3.2.3, except the dot, which section 4.1 allows in names ("Ada L.").
_SPECIAL = re.compile(r'[()<>\[\]:;@\\,"]')
_ADDRESS = re.compile(
    r'(?:[^\s()<>\[\]:;@\\,"]+|"(?:[^"\\]|\\.)*")@(?:[^\s()<>\[\]:;@\\,"]+|\[[^\s\[\]\\]+\])'
)
# A line break would start another header field.
_CONTROL = re.compile("[\x00-\x1f\x7f\u2028\u2029]")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD = re.compile(r'[^\s"<]+')
_SPACE = re.compile(r"\s*")

_ONE_ADDRESS = 'must be one address, such as "Ada Lovelace <ada@example.com>"'


def addresses_on_the_wire(given: object, where: str) -> object:
    """
    Converts addresses to the shape of the API, a list of objects. A value that is not a string, a mapping or
    a list stays as it is, so that the service reports the error.

    `where` names the addresses in errors. Raises PostsealError if a string is not an address.
    """
    if isinstance(given, str):
        return [parse_address(given, where)]
    if is_mapping(given):
        return [given]
    if is_list(given):
        return [
            parse_address(one, f"{where}[{index}]") if isinstance(one, str) else one
            for index, one in enumerate(given)
        ]
    return given


def addresses_of_item(given: object) -> object:
    """
    Converts the addresses of one message of a batch. A string that is not a mailbox becomes the address as it
    is, so that the service rejects only that message.
    """
    if isinstance(given, str):
        return [address_of_item(given)]
    if is_mapping(given):
        return [given]
    if is_list(given):
        return [address_of_item(one) if isinstance(one, str) else one for one in given]
    return given


def address_of_item(text: str) -> dict[str, Any]:
    """Converts one address of a batch message in the same way as `addresses_of_item`."""
    try:
        return parse_address(text, "")
    except PostsealError:
        return {"email": text}


def parse_address(text: str, where: str) -> dict[str, Any]:
    """
    Parses a mailbox in any language (RFC 6532): an address, or a name and an address in angle brackets.
    Refuses comments, groups and lists. The service, not this function, validates the address itself.

    Returns `email`, and `name` if there is one. Raises PostsealError if the text is not a mailbox.
    """
    if _CONTROL.search(text):
        raise PostsealError(f"{where} has a line break or another control character.")
    trimmed = text.strip()
    if not trimmed:
        raise PostsealError(f"{where} is an empty string, not an address.")
    if _ADDRESS.fullmatch(trimmed):
        return {"email": trimmed}
    name, rest = _read_name(trimmed, where)
    email = rest[1:-1].strip() if rest.endswith(">") else ""
    if not _ADDRESS.fullmatch(email):
        listed = ">" in rest[:-1]
        raise PostsealError(f"{where} {_ONE_ADDRESS}{'; several go into a list' if listed else ''}.")
    return {"email": email, "name": name} if name else {"email": email}


def _read_name(text: str, where: str) -> tuple[str, str]:
    """
    Reads the words before an angle bracket. Returns them and the rest, which starts with the bracket or is
    empty.
    """
    words: list[str] = []
    at = 0
    while at < len(text) and text[at] != "<":
        quoted = text[at] == '"'
        found = (_QUOTED if quoted else _WORD).match(text, at)
        if found is None:
            raise PostsealError(f"{where} has a quotation mark that is not closed.")
        word = found.group()
        if not quoted and _SPECIAL.search(word):
            raise PostsealError(f"{where} {_why_not_word(text, word)}.")
        words.append(re.sub(r"\\(.)", r"\1", word[1:-1]) if quoted else word)
        space = _SPACE.match(text, found.end())
        at = found.end() if space is None else space.end()
    return " ".join(words).strip(), text[at:]


def _why_not_word(text: str, word: str) -> str:
    if word.count("@") > 1 or ("@" in word and re.search("[,;]", word)):
        return f"{_ONE_ADDRESS}; several go into a list"
    if "<" not in text:
        return _ONE_ADDRESS
    return "has a name with a special character, such as a comma: put the name in double quotes"
