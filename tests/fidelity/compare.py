"""Compares data, field values and texts, and says in a sentence what differs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from programs import OFF, Value, Values

SHOWN_MAX = 60
EMPTY = ("", [], OFF)
DIFFERENCES_MAX = 3
#: Characters of a text that stand together before the end of a page cuts it.
PIECE_MIN = 30


def data_differences(expected: Any, found: Any) -> list[str]:
    """Where two data differ, member by member; numbers are compared by value."""
    expected_leaves, found_leaves = dict(_leaves(expected)), dict(_leaves(found))
    return _differences(expected_leaves, found_leaves)


def printed_beyond(pages: Sequence[str], form_pages: int, texts: Iterable[str], labels: Iterable[str]) -> dict[str, str]:
    """What stays printed on the pages that follow those of the form, as other fields by page: the lines that are lines of these texts,
    in their order. Headings and labels are none, even where a text is the same."""
    wanted = {_bare(line) for text in texts for line in text.splitlines()} - {_bare(label) for label in labels} - {""}
    printed = {}
    for number, page in enumerate(pages[form_pages:], form_pages + 1):
        lines = [line.strip() for line in _characters(page).splitlines() if _bare(line) in wanted]
        if lines:
            printed[f"Seite {number}"] = "\n".join(lines)
    return printed


def with_other_fields(data: Any, more: dict[str, str]) -> Any:
    """The data with other fields besides its own."""
    return {**data, "otherFields": {**data.get("otherFields", {}), **more}} if more else data


def value_differences(expected: Values, found: Values) -> list[str]:
    """Where fields hold other values than expected. A field that was not filled must be empty; line ends are all the same."""
    filled = {name: _plain(value) for name, value in found.items() if value not in EMPTY}
    wanted = {name: _plain(value) for name, value in expected.items() if value not in EMPTY}
    return _differences(wanted, filled)


def missing_texts(texts: dict[str, str], extracted: str) -> list[str]:
    """The paths whose text cannot be found again. White space does not count; a long text may be cut by the ends of pages."""
    pages = _bare(_characters(extracted))
    return [f"{path}: not found in the text" for path, text in texts.items() if not _holds(pages, _bare(text))]


def sentence(differences: list[str]) -> str:
    """A few differences in one line."""
    shown = "; ".join(differences[:DIFFERENCES_MAX])
    more = len(differences) - DIFFERENCES_MAX
    return f"{shown}; and {more} more" if more > 0 else shown


def _leaves(value: Any, path: str = ""):
    if isinstance(value, dict) and value:
        for key, member in value.items():
            yield from _leaves(member, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}.{index}")
    elif path:
        yield path, _number(value)


def _number(value: Any) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Decimal(str(value)).normalize()
    return value.normalize() if isinstance(value, Decimal) else value


def _differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    lines = []
    for name in [*expected, *(name for name in found if name not in expected)]:
        if name not in found:
            lines.append(f"{name}: {_shown(expected[name])} is missing")
        elif name not in expected:
            lines.append(f"{name}: {_shown(found[name])} was never written")
        elif type(expected[name]) is not type(found[name]) or expected[name] != found[name]:
            lines.append(f"{name}: {_shown(found[name])} instead of {_shown(expected[name])}")
    return lines


def _plain(value: Value) -> Value:
    """One line end for all; what a box for typing or choosing holds is a text or a list of one."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value.replace("\r\n", "\n").replace("\r", "\n") if isinstance(value, str) else value


def _shown(value: Any) -> str:
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}… ({len(text)})"


def _characters(extracted: str) -> str:
    """A character that no font has is shown as its code point; pdfium marks a hyphen at a line end."""
    named = re.sub(r"\[\s*U\s*\+\s*([0-9A-F]{4,6})\s*\]", lambda code: chr(int(code.group(1), 16)), extracted)
    return re.sub("[\x02\ufffe]", "-", named)


def _bare(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFC", text))


def _holds(pages: str, text: str) -> bool:
    """Whether a text stands on the pages, in pieces one after the other. Only the last piece may be short: a text from which a letter is
    missing is no text in pieces."""
    start = 0
    while True:
        length = _prefix_found(pages, text, start)
        if length == len(text):
            return True
        if length < PIECE_MIN:
            return False
        start = pages.index(text[:length], start) + length
        text = text[length:]


def _prefix_found(pages: str, text: str, start: int) -> int:
    """How many characters of the beginning of a text stand in one piece on the pages, from a place onwards."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if pages.find(text[:middle], start) >= 0 else (low, middle - 1)
    return low
