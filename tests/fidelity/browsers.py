"""Whether the viewers of real browsers show a filled form that comes from the running service.

Two applications differ in the bars that one has in a field of the template and in a field of a continuation page. A browser passes when
its two pictures differ in a solid block, on either page: then it has drawn the values and no header has kept it from it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy
from PIL import Image

from service import Service
from serving import Client, serving

FORM = "pa_form"
BARS = "█" * 12
#: What stands above the page in a browser's window, in pixels.
TOOLBARS = 170
BLOCK_WIDTH, BLOCK_HEIGHT = 40, 6
#: A page that has not settled by then is looked at as it is.
SETTLE_SECONDS = 60


def main() -> int:
    """The exit status: 1 when a browser shows no value."""
    arguments = _arguments()
    work: Path = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    missing = 0
    with serving(arguments.service, work) as address, _screen() as display:
        pages = {name: _upload(arguments.service, address, work, name, text) for name, text in (("plain", "x"), ("bars", BARS))}
        for browser, picture in (("Chromium", _chromium), ("Firefox", _firefox)):
            # The template has two pages, so that the third is a continuation page.
            for number in (1, 3):
                shown = {}
                for name, page in pages.items():
                    file = work / f"{browser}-{number}-{name}.png"
                    picture(f"{page}#page={number}", file, work, display)
                    shown[name] = numpy.asarray(Image.open(file).convert("L"), dtype=int)
                is_shown = has_block(shown["plain"], shown["bars"])
                missing += not is_shown
                print(f"{browser}, page {number}: {'shows the value' if is_shown else 'FAIL, shows no value'}")
    print(f"pictures: {work}")
    return 1 if missing else 0


def has_block(one: numpy.ndarray, other: numpy.ndarray) -> bool:
    """Whether two pictures differ in every pixel of some block, as bars make it and no other text."""
    differs = numpy.abs(one[TOOLBARS:] - other[TOOLBARS:]) > 40
    sums = numpy.pad(differs.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    height, width = BLOCK_HEIGHT, BLOCK_WIDTH
    blocks = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
    return bool((blocks == height * width).any())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--service", type=Path, required=True, help="the formservice program")
    parser.add_argument("--work", type=Path, required=True, help="where pictures and profiles are kept")
    return parser.parse_args()


@contextmanager
def _screen() -> Iterator[str]:
    """A display without a monitor."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1400x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield f":{screen.stdout.readline().strip()}"
    finally:
        screen.terminate()
        screen.wait()


def _upload(program: Path, address: str, work: Path, name: str, text: str) -> str:
    """Hands in a filled form; the address of it as a PDF, as its applicant would open it."""
    form = work / f"{name}.pdf"
    Service(program).fill(FORM, {"name": text, "otherFields": {"Bemerkung": text}}, form)
    application = Client(address).upload(FORM, form)
    return f"{address}/applications/{application['pa_id']}?format=pdf&key={application['pa_key']}"


def _firefox(url: str, file: Path, work: Path, _display: str) -> None:
    """Its own way to take a picture; shows the viewer too."""
    profile = work / "firefox"
    profile.mkdir(exist_ok=True)
    command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--window-size=1000,1300", "--screenshot", file, url]
    _quietly(command, {**os.environ, "HOME": str(work)}).wait()


def _chromium(url: str, file: Path, work: Path, display: str) -> None:
    """A window on the display: without one it leaves the place of the PDF empty."""
    environment = {**os.environ, "DISPLAY": display, "HOME": str(work)}
    # A machine for tests has only root, whom it does not let start otherwise.
    options = ["--no-sandbox"] if os.getuid() == 0 else []
    profile = f"--user-data-dir={work / 'chromium'}"
    command = ["chromium", *options, "--disable-gpu", "--no-first-run", profile, "--window-position=0,0", "--window-size=1280,1400", url]
    browser = _quietly(command, environment)
    try:
        _picture_of_screen(file, environment)
    finally:
        browser.terminate()
        browser.wait()


def _picture_of_screen(file: Path, environment: dict[str, str]) -> None:
    """Waits until three pictures in a row are the same."""
    seen: list[bytes] = []
    end = time.monotonic() + SETTLE_SECONDS
    # The window takes its time to come up, and an empty screen does not change either.
    time.sleep(10)
    while time.monotonic() < end:
        subprocess.run(["import", "-window", "root", file], env=environment, check=True)
        seen.append(Image.open(file).convert("L").tobytes()[TOOLBARS * 1280 :])
        if len(seen) > 2 and seen[-1] == seen[-2] == seen[-3]:
            return
        time.sleep(2)


def _quietly(command: list[object], environment: dict[str, str]) -> subprocess.Popen:
    return subprocess.Popen([*map(str, command)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
