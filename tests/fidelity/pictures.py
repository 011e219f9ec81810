"""Compares pictures of pages drawn by different renderers.

Renderers differ in smoothing, weight and hinting, so pixels are not compared: a page is cut into cells, and a cell in which one
renderer has ink must have ink in or beside it in the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy

from programs import Value, Values
from programs.renderers import SCALE, Picture
from widgets import Box, widgets

CELL = 12
DARK = 150
FAINT = 240
INK_PIXELS = 8
PLACES_MAX = 3
#: Mean difference of grey between a fillable form and the same form flattened, after both are coarsened.
LOOK_DIFFERENCE_MAX = 20.0


def disagreements(pictures: Mapping[str, list[Picture]]) -> dict[str, list[str]]:
    """For each renderer the places where it draws nothing and most others do, or where it alone draws."""
    found: dict[str, list[str]] = {name: [] for name in pictures}
    counts = {name: len(pages) for name, pages in pictures.items()}
    if len(set(counts.values())) != 1:
        return {name: [f"draws {count} pages"] for name, count in counts.items()}
    for number in range(next(iter(counts.values()))):
        pages = {name: drawn[number] for name, drawn in pictures.items()}
        for name, places in _page_disagreements(pages).items():
            found[name] += [f"page {number + 1}, {place}" for place in places]
    return found


def same_look(one: list[Picture], other: list[Picture]) -> list[str]:
    """The pages on which two pictures of the same renderer differ visibly."""
    if len(one) != len(other):
        return [f"{len(other)} pages instead of {len(one)}"]
    return [
        f"page {number} looks different"
        for number, (first, second) in enumerate(zip(one, other, strict=True), 1)
        if numpy.abs(_coarse(first) - _coarse(second)).max() > LOOK_DIFFERENCE_MAX
    ]


def empty_pages(drawn: list[Picture]) -> list[str]:
    """The pages on which nothing is drawn."""
    return [f"page {number} is empty" for number, page in enumerate(drawn, 1) if not _ink(page, DARK).any()]


def wrong_looks(filled: Path, values: Values, drawn: list[Picture], blank: list[Picture]) -> list[str]:
    """The fields that have a value but look as they do in the blank form, and the buttons that look chosen but are not."""
    wrong: list[str] = []
    for widget in widgets(filled):
        if widget.page >= len(blank):
            continue
        value = values.get(widget.field, "")
        shown = value in widget.states if widget.states else _has_ink(value)
        changed = _changed(widget.box, drawn[widget.page], blank[widget.page])
        if shown and not changed:
            wrong.append(f"{widget.field} looks empty")
        elif changed and widget.states and not shown:
            wrong.append(f"{widget.field} looks chosen")
    return wrong


def _has_ink(value: Value) -> bool:
    return bool(value.strip()) if isinstance(value, str) else bool(value)


def _changed(box: Box, drawn: Picture, blank: Picture) -> bool:
    left, top, right, bottom = (int(edge * SCALE) for edge in box)
    part = slice(max(0, top), bottom + 1), slice(max(0, left), right + 1)
    before, after = blank[part].astype(int), drawn[part].astype(int)
    return before.shape == after.shape and bool((numpy.abs(before - after) > 40).sum() >= 3)


def _page_disagreements(pages: Mapping[str, Picture]) -> dict[str, list[str]]:
    height = min(page.shape[0] for page in pages.values())
    width = min(page.shape[1] for page in pages.values())
    names = list(pages)
    ink = numpy.stack([_ink(pages[name][:height, :width], DARK) for name in names])
    near = numpy.stack([_near(_ink(pages[name][:height, :width], FAINT, 1)) for name in names])
    found: dict[str, list[str]] = {}
    for at, name in enumerate(names):
        others = [other for other in range(len(names)) if other != at]
        missing = (ink[others].sum(axis=0) * 2 > len(others)) & ~near[at]
        alone = ink[at] & ~near[others].any(axis=0)
        found[name] = _places(missing, "nothing") + _places(alone, "something that no other draws")
    return found


def _ink(page: Picture, darkness: int, pixels: int = INK_PIXELS) -> numpy.ndarray:
    rows, columns = page.shape[0] // CELL, page.shape[1] // CELL
    dark = page[: rows * CELL, : columns * CELL].mean(axis=2) < darkness
    return dark.reshape(rows, CELL, columns, CELL).sum(axis=(1, 3)) >= pixels


def _near(cells: numpy.ndarray) -> numpy.ndarray:
    padded = numpy.pad(cells, 1)
    rows, columns = cells.shape
    shifted = [padded[row : row + rows, column : column + columns] for row in range(3) for column in range(3)]
    return numpy.any(shifted, axis=0)


def _places(cells: numpy.ndarray, what: str) -> list[str]:
    places = [
        f"{int(column * CELL / SCALE)} pt from left, {int(row * CELL / SCALE)} pt from top"
        for row, column in numpy.argwhere(cells)
    ]
    return [f"{place}: {what}" for place in places[:PLACES_MAX]]


def _coarse(page: Picture) -> numpy.ndarray:
    rows, columns = page.shape[0] // CELL, page.shape[1] // CELL
    cells = page[: rows * CELL, : columns * CELL].mean(axis=2)
    return cells.reshape(rows, CELL, columns, CELL).mean(axis=(1, 3))
