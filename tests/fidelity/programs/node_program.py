"""Calls a script in `node/` with a request as JSON on standard input and takes JSON back."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from . import Refused

SCRIPTS = Path(__file__).parent.parent / "node"
SECONDS_MAX = 180


def call(script: str, request: dict[str, Any]) -> Any:
    """The answer of a script; `Refused` with the last line of its complaint when it fails."""
    done = subprocess.run(
        [os.environ["FIDELITY_NODE"], str(SCRIPTS / script)],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        named = [line for line in lines if "Error:" in line and not line.lstrip().startswith("at ")]
        raise Refused((named or lines or ["no reason given"])[-1].strip())
    return json.loads(done.stdout)
