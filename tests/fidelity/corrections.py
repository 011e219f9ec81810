"""What a person makes better in a definition that `inspect` proposed, line by line as in an editor.

The title, the key of a field and that it is required; what the file has filled in is accepted; and where a type is marked as uncertain, the first of these becomes text, as the mark
says that it may.
"""

from __future__ import annotations

import re
import tomllib

TITLE_END = " (Fachschaft)"
#: The object into which the field with the better key moves, with the name that inspect gave it.
PART = "angaben."
NAMES = "[names]"
#: Nothing of it is left once the type is text.
MARKED_TYPE = re.compile(r"# \? type: .*; else make it text")
#: The line that accepts what is filled in.
PRESETS = "# presets = "
OF_OTHER_TYPES = ("format = ", "min = ", "max = ")


def language(definition: str) -> str:
    """The language that inspect proposes: German too for a form without words of any language."""
    return tomllib.loads(definition)["language"]


def correctable(definition: str) -> str | None:
    """The key of the first field for a line of text; none where there is no such field."""
    entries = [entry for section in tomllib.loads(definition)["section"] for entry in section["entry"]]
    return next((entry["key"] for entry in entries if entry.get("type") == "text" and not entry.get("multiline")), None)


def corrected(definition: str, key: str) -> str:
    """The definition with its corrections, those of a field with this key among them."""
    lines = _settled(_required(_titled(accepted(definition).splitlines()), key))
    return "\n".join(_renamed(lines, key, PART + key)) + "\n"


def accepted(definition: str) -> str:
    """The definition that takes what is filled in in its template for a part of the blank form."""
    return definition.replace(f"\n{PRESETS}", f"\n{PRESETS.removeprefix('# ')}", 1)


def _titled(lines: list[str]) -> list[str]:
    at = next(number for number, line in enumerate(lines) if line.startswith("title = "))
    return [*lines[:at], f'{lines[at].removesuffix(chr(34))}{TITLE_END}"', *lines[at + 1 :]]


def _required(lines: list[str], key: str) -> list[str]:
    at = lines.index(f'key = "{key}"') + 1
    return [*lines[:at], "required = true", *lines[at:]]


def _settled(lines: list[str]) -> list[str]:
    mark = next((number for number, line in enumerate(lines) if MARKED_TYPE.fullmatch(line)), None)
    if mark is None:
        return lines
    end = next((number for number in range(mark, len(lines)) if not lines[number]), len(lines))
    entry = [line for line in lines[mark + 1 : end] if not line.startswith(OF_OTHER_TYPES)]
    return [*lines[:mark], *('type = "text"' if line.startswith("type = ") else line for line in entry), *lines[end:]]


def _renamed(lines: list[str], key: str, better: str) -> list[str]:
    """A field that had the PDF's own name for a key now needs a line that leads from the one to the other."""
    lines = [f'key = "{better}"' if line == f'key = "{key}"' else line for line in lines]
    at = lines.index(NAMES) if NAMES in lines else len(lines)
    names = [_led(line, key, better) for line in lines[at + 1 :]]
    if names == lines[at + 1 :]:
        names.append(f'"{key}" = "{better}"')
    return [*lines[:at], NAMES, *names]


def _led(line: str, key: str, better: str) -> str:
    end = f' = "{key}"'
    return f'{line.removesuffix(end)} = "{better}"' if line.endswith(end) else line
