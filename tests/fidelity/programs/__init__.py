"""Independent PDF programs, each behind the same few functions.

A value of a field is a text, the name of a button's state ("" when it is off), or a list of chosen export values.
"""

from __future__ import annotations

Value = str | list[str]
Values = dict[str, Value]


class Refused(Exception):
    """A program would not do what was asked of it; the message is the program's own."""
