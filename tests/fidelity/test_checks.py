"""The checks must be able to fail: each is shown a difference that it has to find, and a likeness that it has to let pass."""

from __future__ import annotations

import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

import numpy
import pikepdf

import browsers
import compare
import elsewhere
import pictures
import scorecard
from outcome import Known, Outcome, judge


def page() -> numpy.ndarray:
    """White paper with a black bar."""
    paper = numpy.full((240, 240, 3), 255, numpy.uint8)
    paper[48:60, 24:120] = 0
    return paper


class Data(unittest.TestCase):
    """Comparing data, values and texts."""

    def test_of_what_is_printed_only_values_on_pages_beyond_the_form_stay_and_they_must_stay(self) -> None:
        pages = ["Zelte und Bänke", "Antrag – Fortsetzung\nSeite 2\nZweck\nZelte und\nBänke \nName", "Antrag\nSeite 3"]
        texts = ["Zelte und\nBänke", "Zelte und Bänke", "Becher", "Zweck"]
        printed = compare.printed_beyond(pages, 1, texts, ["Zweck", "Name"])
        self.assertEqual(printed, {"Seite 2": "Zelte und\nBänke"})
        wanted = compare.with_other_fields({"a": "neu", "otherFields": {"b": "c"}}, printed)
        kept = {"a": "neu", "otherFields": {"b": "c", "Seite 2": "Zelte und\nBänke"}}
        self.assertEqual(compare.data_differences(wanted, kept), [])
        for others in [
            {"b": "c"},  # It is gone.
            {"b": "c", "Seite 2": "Zelte und"},
            {"b": "c", "Seite 2": "Zelte und\nBänke\nBecher"},  # A value that had room.
            {"b": "c", "Seite 1": "Zelte und\nBänke", "Seite 2": "Zelte und\nBänke"},  # A page of the form.
        ]:
            self.assertEqual(len(compare.data_differences(wanted, {"a": "neu", "otherFields": others})), 1, others)
        self.assertEqual(compare.with_other_fields({"a": "neu"}, {}), {"a": "neu"})

    def test_numbers_are_compared_by_value(self) -> None:
        self.assertEqual(compare.data_differences({"a": 1.5}, {"a": Decimal("1.50")}), [])

    def test_a_changed_a_lost_and_an_invented_member_are_named(self) -> None:
        found = compare.data_differences({"a": "x", "b": [{"c": "y"}]}, {"a": "X", "b": [{}], "d": False})
        self.assertEqual([line.split(":")[0] for line in found], ["a", "b.0.c", "b.0", "d"])

    def test_a_space_at_the_end_counts_and_the_kind_of_line_end_does_not(self) -> None:
        self.assertEqual(compare.value_differences({"a": "x\ny"}, {"a": "x\r\ny", "b": "", "c": "/Off"}), [])
        self.assertEqual(len(compare.value_differences({"a": "x "}, {"a": "x"})), 1)

    def test_a_text_is_found_over_line_ends_and_a_long_one_over_page_ends(self) -> None:
        self.assertEqual(compare.missing_texts({"a": "eins zwei drei"}, "vorher eins zw\nei drei nachher"), [])
        long = {"a": "Die Studierenden lernen einander kennen und planen das Semester."}
        pages = "Die Studierenden lernen einander kennen und\nSeite 2\nplanen das Semester."
        self.assertEqual(compare.missing_texts(long, pages), [])

    def test_a_text_with_a_letter_missing_is_not_found(self) -> None:
        self.assertEqual(len(compare.missing_texts({"a": "eins zwei drei"}, "eins zwi drei, einer")), 1)
        long = {"a": "Die Studierenden lernen einander kennen und planen das Semester."}
        for extracted in ["Die Studierenden lernen einander kennen nd planen das Semester. Bund", long["a"][:-1]]:
            self.assertEqual(len(compare.missing_texts(long, extracted)), 1)

    def test_a_number_is_no_box(self) -> None:
        self.assertEqual(len(compare.data_differences({"a": True}, {"a": Decimal(1)})), 1)

    def test_a_character_without_a_glyph_is_found_by_its_code_point(self) -> None:
        self.assertEqual(compare.missing_texts({"a": "中"}, "[U+4E2D]"), [])


class Scorecard(unittest.TestCase):
    """What stays of an earlier run."""

    def test_rows_of_libreoffice_stay_where_it_is_not_there(self) -> None:
        office = [
            Outcome("a", "LibreOffice reads", "plain", ["wrong"], known="a drawing"),
            Outcome("gone", "LibreOffice reads", "plain"),
        ]
        others = [Outcome("a", "pypdf reads", "plain"), Outcome("a", "qpdf checks", "tricky"), Outcome("b", "pypdf reads", "plain")]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "card.md"
            scorecard.write(file, "elsewhere", [others[0], *office, *others[1:]], [], "7.4")
            scorecard.write(file, "elsewhere", others, ["c: refused"], None)
            once = file.read_text("utf-8")
            for line in [
                "4 checks: 3 ok, 1 known, 0 failed. Those with LibreOffice 7.4 are of an earlier run.",
                "| pypdf reads | ok |  |\n| LibreOffice reads | known |  |\n| qpdf checks |  | ok |",
                "| a | LibreOffice reads | a drawing |",
            ]:
                self.assertIn(line, once)
            self.assertNotIn("gone", once)
            scorecard.write(file, "elsewhere", others, ["c: refused"], None)
            self.assertEqual(file.read_text("utf-8"), once)


class AsFound(unittest.TestCase):
    """What others read in a form as it is found."""

    def test_white_space_and_a_state_that_no_widget_has_are_no_values(self) -> None:
        counting = elsewhere._counting
        self.assertEqual(counting({"kind": "Tx", "values": [" "]}, None), None)
        self.assertEqual(counting({"kind": "Tx", "values": ["x "]}, None), ["x "])
        self.assertEqual(counting({"kind": "Btn", "values": ["Ja"]}, ["/Nein"]), None)
        self.assertEqual(counting({"kind": "Btn", "values": ["Ja"]}, ["/Ja"]), "/Ja")


class Pictures(unittest.TestCase):
    """Comparing pictures."""

    def test_whoever_leaves_something_out_is_named(self) -> None:
        blank = numpy.full_like(page(), 255)
        found = pictures.disagreements({"one": [page()], "two": [page()], "three": [blank]})
        self.assertEqual([name for name, places in found.items() if places], ["three"])

    def test_whoever_alone_draws_something_is_named(self) -> None:
        more = page()
        more[180:192, 120:180] = 0
        found = pictures.disagreements({"one": [page()], "two": [more], "three": [page()]})
        self.assertEqual([name for name, places in found.items() if places], ["two"])

    def test_a_shift_by_a_pixel_is_no_difference(self) -> None:
        shifted = numpy.roll(page(), 1, axis=0)
        self.assertFalse(any(pictures.disagreements({"one": [page()], "two": [shifted]}).values()))

    def test_a_missing_line_changes_the_look(self) -> None:
        self.assertEqual(pictures.same_look([page()], [page()]), [])
        self.assertEqual(len(pictures.same_look([page()], [numpy.full_like(page(), 255)])), 1)

    def test_a_field_with_a_value_and_no_ink_looks_empty(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "form.pdf"
            one_field(file)
            blank = numpy.full((139, 139, 3), 255, numpy.uint8)
            inked = blank.copy()
            inked[20:30, 20:60] = 0
            self.assertEqual(pictures.wrong_looks(file, {"a": "x"}, [blank], [blank]), ["a looks empty"])
            self.assertEqual(pictures.wrong_looks(file, {"a": "x"}, [inked], [blank]), [])


class Browsers(unittest.TestCase):
    """Finding bars on a screen."""

    def test_bars_are_found_and_lines_of_text_are_not(self) -> None:
        screen = numpy.full((400, 400), 255)
        bars, text = screen.copy(), screen.copy()
        bars[300:310, 100:180] = 60
        text[300:310, 100:180:2] = 0
        self.assertTrue(browsers.has_block(screen, bars))
        self.assertFalse(browsers.has_block(screen, text))
        self.assertFalse(browsers.has_block(bars, bars))


class Judging(unittest.TestCase):
    """Known faults of other programs."""

    KNOWN = Known("form", "program *", "*", "why")

    def test_a_known_fault_is_no_failure(self) -> None:
        (outcome,) = judge([Outcome("form", "program reads", "plain", ["wrong"])], [self.KNOWN])
        self.assertFalse(outcome.failed)

    def test_of_a_known_fault_all_that_is_found_must_be_it(self) -> None:
        known = Known("form", "program *", "*", "why", "Error: *")
        for faults, failed in [(["Error: one", "Error: two"], False), (["Error: one", "a: lost"], True)]:
            (outcome, *_) = judge([Outcome("form", "program reads", "plain", faults)], [known])
            self.assertEqual(outcome.failed, failed)

    def test_a_known_fault_that_no_longer_shows_is_a_failure(self) -> None:
        self.assertTrue(any(outcome.failed for outcome in judge([Outcome("form", "program reads", "plain")], [self.KNOWN])))

    def test_of_a_program_that_is_absent_nothing_has_to_show(self) -> None:
        judged = judge([Outcome("form", "other reads", "plain")], [self.KNOWN], absent=["program"])
        self.assertFalse(any(outcome.failed for outcome in judged))

    def test_any_other_fault_is_a_failure(self) -> None:
        judged = judge([Outcome("form", "service reads", "plain", ["wrong"])], [])
        self.assertEqual([outcome.failed for outcome in judged], [True])


def one_field(file: Path) -> None:
    """A page of 100 by 100 points with a text field at its top left."""
    document = pikepdf.new()
    document.add_blank_page(page_size=(100, 100))
    field = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="a", Rect=[10, 70, 50, 90]
    )
    document.pages[0].obj.Annots = document.make_indirect([document.make_indirect(field)])
    document.save(file)


if __name__ == "__main__":
    unittest.main()
