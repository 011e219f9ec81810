"""The widgets of a file: whose field they show, which state they stand for, and where they are on the page as it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf

from programs import OFF

Box = tuple[float, float, float, float]

#: The flag of a button that keeps no value (PDF 32000-1, 12.7.4.2).
PUSH_BUTTON = 1 << 16


@dataclass(frozen=True)
class Widget:
    """A widget annotation."""

    field: str
    page: int
    #: Left, top, right, bottom in points from the top left of the page as shown.
    box: Box
    #: The states of a button other than off, as PDF names; none for other fields.
    states: tuple[str, ...]
    #: Whether a person can fill it in: it is no signature and no push button.
    fillable: bool


def widgets(file: Path) -> Iterator[Widget]:
    """All widgets, page by page."""
    with pikepdf.open(file) as document:
        for number, page in enumerate(document.pages):
            for annotation in page.obj.get("/Annots", []):
                if annotation is not None and annotation.get("/Subtype") == "/Widget":
                    name, box = _full_name(annotation), _shown(page, annotation)
                    yield Widget(name, number, box, _states(annotation), _fillable(annotation))


def _fillable(annotation: pikepdf.Object) -> bool:
    kind = _inherited(annotation, "/FT")
    flags = int(_inherited(annotation, "/Ff") or 0)
    return kind in ("/Tx", "/Ch") or (kind == "/Btn" and not flags & PUSH_BUTTON)


def _states(annotation: pikepdf.Object) -> tuple[str, ...]:
    if _inherited(annotation, "/FT") != "/Btn" or "/AP" not in annotation:
        return ()
    normal = annotation.AP.get("/N")
    if not isinstance(normal, pikepdf.Dictionary):
        return ()
    return tuple(key for key in normal.keys() if key != OFF)


def _shown(page: pikepdf.Page, annotation: pikepdf.Object) -> Box:
    left, bottom, right, top = (float(edge) for edge in page.cropbox)
    width, height = right - left, top - bottom
    corners = [float(edge) for edge in annotation.Rect]
    points = [(corners[0] - left, corners[1] - bottom), (corners[2] - left, corners[3] - bottom)]
    turn = int(_inherited(page.obj, "/Rotate") or 0) % 360
    turned = {
        0: lambda x, y: (x, height - y),
        90: lambda x, y: (y, x),
        180: lambda x, y: (width - x, y),
        270: lambda x, y: (height - y, width - x),
    }[turn]
    (x, y), (other_x, other_y) = (turned(*point) for point in points)
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)


def _inherited(node: pikepdf.Object, key: str) -> pikepdf.Object | None:
    while key not in node and "/Parent" in node:
        node = node.Parent
    return node.get(key)


def _full_name(annotation: pikepdf.Object) -> str:
    names: list[str] = []
    node: pikepdf.Object | None = annotation
    while node is not None:
        if "/T" in node:
            names.insert(0, str(node.T))
        node = node.get("/Parent")
    return ".".join(names)
