"""A text document with form controls, as flat OpenDocument XML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

_SPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "form": "urn:oasis:names:tc:opendocument:xmlns:form:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "ooo": "http://openoffice.org/2004/office",
}
#: Element and component of each kind of control.
_KINDS = {
    "line": ("text", "TextField"),
    "lines": ("textarea", "TextField"),
    "box": ("checkbox", "CheckBox"),
    "radio": ("radio", "RadioButton"),
    "list": ("listbox", "ListBox"),
}
#: Controls drawn with this style stand in the line of text; without it they end up where no export finds them.
_STYLE = """<office:automatic-styles><style:style style:name="control" style:family="graphic">
<style:graphic-properties style:vertical-pos="top" style:vertical-rel="baseline"/></style:style></office:automatic-styles>"""


@dataclass(frozen=True)
class Control:
    """A control: `line`, `lines`, `box`, `radio` (one of several with the same name) or `list`."""

    kind: str
    name: str
    #: What stands in it; of a button the state it stands for.
    value: str = ""
    #: Of a button.
    is_on: bool = False
    #: Of a list: what is shown, and whether it is chosen.
    options: Sequence[tuple[str, bool]] = field(default=())
    is_multiple: bool = False


def flat_document(controls: Sequence[Control]) -> str:
    """The document: each control in a paragraph of its own, without a label: the service would keep that as text of its page."""
    spaces = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in _SPACES.items())
    elements = "\n".join(_element(number, control) for number, control in enumerate(controls))
    paragraphs = "\n".join(_paragraph(number, control) for number, control in enumerate(controls))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {spaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
{_STYLE}
<office:body><office:text>
<office:forms form:automatic-focus="false" form:apply-design-mode="false"><form:form form:name="form">
{elements}
</form:form></office:forms>
{paragraphs}
</office:text></office:body></office:document>
"""


def _element(number: int, control: Control) -> str:
    element, component = _KINDS[control.kind]
    attributes = {
        "form:name": control.name,
        "xml:id": f"control{number}",
        "form:id": f"control{number}",
        "form:control-implementation": f"ooo:com.sun.star.form.component.{component}",
        **_state(control),
    }
    written = " ".join(f"{name}={_quoted(value)}" for name, value in attributes.items())
    options = "".join(
        f"<form:option form:label={_quoted(shown)} form:current-selected=\"{str(is_chosen).lower()}\"/>"
        for shown, is_chosen in control.options
    )
    return f"<form:{element} {written}>{options}</form:{element}>"


def _state(control: Control) -> dict[str, str]:
    if control.kind == "box":
        return {"form:value": control.value, "form:current-state": "checked" if control.is_on else "unchecked"}
    if control.kind == "radio":
        return {"form:value": control.value, "form:current-selected": str(control.is_on).lower()}
    if control.kind == "list":
        is_multiple = str(control.is_multiple).lower()
        return {"form:multiple": is_multiple, "form:list-source-type": "value-list", "form:dropdown": "false"}
    return {"form:current-value": control.value}


def _paragraph(number: int, control: Control) -> str:
    height = {"lines": "3cm", "list": "2cm"}.get(control.kind, "0.7cm")
    place = f'text:anchor-type="as-char" svg:width="12cm" svg:height="{height}"'
    return f'<text:p><draw:control draw:style-name="control" {place} draw:control="control{number}"/></text:p>'


def _quoted(text: str) -> str:
    return quoteattr(text, {"\n": "&#10;", "\t": "&#9;"})
