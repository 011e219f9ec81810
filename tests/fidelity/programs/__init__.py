"""Independent PDF programs, each behind the same few functions.

A value of a field is a text, the state of a button as a PDF name (`/Yes`, `/Off`), or a list of chosen export values.
"""

from __future__ import annotations

Value = str | list[str]
Values = dict[str, Value]

OFF = "/Off"


class Refused(Exception):
    """A program would not do what was asked of it; the message is the program's own."""


def only_option(value: Value) -> str:
    """The text for a program that sets one option of a list and no more."""
    if isinstance(value, str):
        return value
    if len(value) > 1:
        raise Refused("sets only one option of a list")
    return value[0]
