"""What the story is told with must be able to fail as well: corrections, what a preview holds, what is asked of the service and how."""

from __future__ import annotations

import tempfile
import threading
import tomllib
import unittest
from concurrent.futures import Future
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy
import pikepdf

import corrections
import form_type
import handed_in
import own_form
import pictures
import scorecard
import story
from outcome import Outcome, Record
from programs import Refused
from serving import Client

DEFINITION = """# ? title: the largest text on the first page
form_type = "erklaerung"
title = "Erklärung"
version = 1
language = "de"

[[section]]
title = "Seite 1"

[[section.entry]]
key = "grund"
label = "Grund"
type = "text"
multiline = true

[[section.entry]]
# ? type: date, since "Geburtsdatum" reads like it; else make it text
key = "geburtsdatum"
label = "Geburtsdatum"
type = "date"
format = "dd.mm.yyyy"
hint = "Geburtsdatum"

[[section.entry]]
key = "ort"
label = "Ort"
type = "text"
max_length = 10

[[section.entry]]
key = "bezahlt"
label = "Bezahlt"
type = "boolean"

[[section.entry]]
table = "kosten"
label = "Kosten"
rows = 2
columns = [
  { key = "ort", label = "Ort", type = "text" },
  { key = "art", label = "Art", type = "choice", choices = [{ key = "bus", label = "Bus", export = "B" }, { key = "zug", label = "Zug" }] },
]
"""
NAMES = """
[names]
"Ort der Tat" = "ort"
"Kosten Ort 1" = "kosten.0.ort"
"""


class Corrections(unittest.TestCase):
    """What a person makes better in a definition."""

    def test_a_field_for_a_line_of_text_is_found_and_without_one_there_is_nothing_to_correct(self) -> None:
        self.assertEqual(corrections.correctable(DEFINITION), "ort")
        self.assertIsNone(corrections.correctable(DEFINITION.replace('key = "ort"\nlabel = "Ort"\n', 'key = "ort"\nmultiline = true\n')))

    def test_title_key_required_and_a_marked_type_change_and_nothing_else(self) -> None:
        wanted = tomllib.loads(DEFINITION + NAMES)
        wanted["title"] = "Erklärung (Fachschaft)"
        _, birthday, place, *_ = wanted["section"][0]["entry"]
        birthday["type"] = "text"
        del birthday["format"]
        place |= {"key": "angaben.ort", "required": True}
        wanted["names"]["Ort der Tat"] = "angaben.ort"
        corrected = corrections.corrected(DEFINITION + NAMES, "ort")
        self.assertEqual(tomllib.loads(corrected), wanted)
        self.assertNotIn("# ? type", corrected)

    def test_what_the_file_has_filled_in_is_accepted(self) -> None:
        proposed = '# ? presets: filled in\n# presets = ["Ort der Tat"]\n' + DEFINITION
        self.assertNotIn("presets", tomllib.loads(proposed))
        self.assertEqual(tomllib.loads(corrections.corrected(proposed, "ort"))["presets"], ["Ort der Tat"])

    def test_a_field_that_had_its_own_name_for_a_key_gets_a_line_among_the_names(self) -> None:
        for names in ["", '\n[names]\n"Kosten Ort 1" = "kosten.0.ort"\n']:
            corrected = tomllib.loads(corrections.corrected(DEFINITION + names, "ort"))
            self.assertEqual(corrected["names"]["ort"], "angaben.ort")

    def test_a_language_is_proposed_and_a_pdf_may_name_its_own(self) -> None:
        self.assertEqual(corrections.language(DEFINITION.replace('"de"', '"en"')), "en")
        with tempfile.TemporaryDirectory() as folder:
            for named, wanted in [("de-AT", "de"), ("DE", "de"), (None, "")]:
                document = pikepdf.new()
                if named:
                    document.Root.Lang = named
                document.save(Path(folder) / "form.pdf")
                self.assertEqual(own_form.own_language(Path(folder) / "form.pdf"), wanted)


class OwnForm(unittest.TestCase):
    """What the corrected form holds and shows."""

    def setUp(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "form.toml").write_text(corrections.corrected(DEFINITION + NAMES, "ort"), "utf-8")
            self.own = form_type.load(Path(folder))

    def test_the_preview_has_paths_in_every_row_ticks_and_first_choices(self) -> None:
        rows = {"Kosten Ort 1": "kosten.0.ort", "kosten.1.ort": "kosten.1.ort", "kosten.0.art": ["B"], "kosten.1.art": ["B"]}
        single = {"grund": "grund", "geburtsdatum": "geburtsdatum", "Ort der Tat": "angaben.ort", "bezahlt": "/Ja"}
        self.assertEqual(own_form.preview_values(self.own, {"bezahlt": ["/Ja"]}), {**single, **rows})

    def test_a_change_is_no_longer_than_its_field_and_leaves_the_rest(self) -> None:
        field = handed_in.corrected_field(self.own)
        before = {"angaben": {"ort": "Köln"}, "grund": "x"}
        change, changed = handed_in.changes(before, field)
        self.assertEqual(change, {"angaben": {"ort": "Żółć größe"}})
        self.assertEqual(changed, {"angaben": {"ort": "Żółć größe"}, "grund": "x"})
        self.assertEqual(before["angaben"]["ort"], "Köln")

    def test_a_field_is_required_where_the_schema_of_its_object_says_so(self) -> None:
        inner = {"properties": {"ort": {}}, "required": ["ort"]}
        self.assertTrue(handed_in.is_required({"properties": {"angaben": inner}}, "angaben.ort"))
        self.assertFalse(handed_in.is_required({"properties": {"angaben": {**inner, "required": []}}}, "angaben.ort"))
        self.assertFalse(handed_in.is_required({"properties": {"angaben": {}}, "required": ["angaben"]}, "angaben.ort"))

    def test_a_page_without_ink_is_named(self) -> None:
        white = numpy.full((240, 240, 3), 255, numpy.uint8)
        inked = white.copy()
        inked[48:60, 24:120] = 0
        self.assertEqual(pictures.empty_pages([inked, white]), ["page 2 is empty"])


class Telling(unittest.TestCase):
    """What becomes of faults."""

    def test_what_a_check_throws_is_its_fault_and_the_next_check_goes_on(self) -> None:
        record = Record("form", "story")
        self.assertFalse(record.check("one", lambda: [][0]))
        self.assertTrue(record.check("two", lambda given: given, []))
        self.assertEqual(record.outcomes, [Outcome("form", "one", "story", ["IndexError: list index out of range"]), Outcome("form", "two", "story")])

    def test_the_column_of_the_story_is_the_last_one(self) -> None:
        outcomes = [Outcome("a", "agrees", "plain"), Outcome("a", "agrees", "story"), Outcome("a", "reads", "tricky")]
        self.assertIn("| | plain | tricky | story |", scorecard._form("a", outcomes))

    def test_a_story_that_breaks_off_fails_and_the_others_are_told(self) -> None:
        broken, told = Future(), Future()
        broken.set_exception(ValueError("odd\nfile"))
        told.set_result([Outcome("b", "reads", "story")])
        first, second = story._collected([Path("a.pdf"), Path("b.pdf")], [broken, told])
        self.assertEqual((first.form, first.faults, first.failed), ("a", ["ValueError: odd"], True))
        self.assertFalse(second.failed)


class Asking(unittest.TestCase):
    """What a client makes of answers."""

    def test_a_busy_service_is_asked_again_and_a_refusal_is_told(self) -> None:
        with answering([503, 503, 200]) as client:
            self.assertEqual(client.get("/forms"), b"200")
        with answering([400]) as client, self.assertRaisesRegex(Refused, "status 400: 400"):
            client.get("/forms")
        with answering([503] * 5) as client, self.assertRaisesRegex(Refused, "503, 5 times"):
            client.get("/forms")

    def test_what_creates_nothing_is_no_upload(self) -> None:
        with answering([200]) as client, self.assertRaisesRegex(Refused, "status 200 instead of 201"):
            client.upload("pa_form", Path(__file__))


@contextmanager
def answering(statuses: list[int]):
    """A client of a server that gives these answers, one after the other."""
    left = list(statuses)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status = left.pop(0)
            self.send_response(status)
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(str(status).encode())

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield Client(f"http://127.0.0.1:{server.server_port}")
        finally:
            server.shutdown()
            thread.join()


if __name__ == "__main__":
    unittest.main()
