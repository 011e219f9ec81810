"""Sends requests to a script in `node/`, as JSON, and takes JSON back. To start one takes longer than most answers, so it goes on running."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

from . import Refused

SCRIPTS = Path(__file__).parent.parent / "node"
SECONDS_MAX = 180

#: By process, as children inherit what their parents have, and by script.
_running: dict[tuple[int, str], subprocess.Popen[str]] = {}


def call(script: str, request: dict[str, Any]) -> Any:
    """The answer of a script; `Refused` with its complaint when it fails."""
    running = _started(script)
    overtime = threading.Timer(SECONDS_MAX, running.kill)
    overtime.start()
    try:
        running.stdin.write(json.dumps(request) + "\n")
        running.stdin.flush()
        line = running.stdout.readline()
    except BrokenPipeError:
        line = ""
    finally:
        overtime.cancel()
    if not line.endswith("\n"):
        _end(script, running)
        raise Refused(f"{script} ended without an answer")
    answer = json.loads(line)
    if "error" in answer:
        raise Refused(answer["error"].splitlines()[0])
    return answer["result"]


def _started(script: str) -> subprocess.Popen[str]:
    """It ends when its input does, with this process at the latest."""
    key = (os.getpid(), script)
    if key not in _running:
        command = [os.environ["FIDELITY_NODE"], str(SCRIPTS / script)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        _running[key] = subprocess.Popen(command, text=True, encoding="utf-8", **pipes)
    return _running[key]


def _end(script: str, running: subprocess.Popen[str]) -> None:
    running.kill()
    running.wait()
    del _running[os.getpid(), script]
