"""The running service, asked over HTTP as any client would."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from programs import Refused
from service import TRIES_MAX, parse

#: Only what hangs takes as long, however busy the machine is.
SECONDS_MAX = 300
#: Where other work left the service no time it says when to come back; no later than this.
WAIT_SECONDS_MAX = 60
BUSY = 503
BOUNDARY = "between-the-parts"
SETTINGS = {
    "FORMSERVICE__SERVER__LISTEN": "127.0.0.1:0",
    "FORMSERVICE__SERVER__METRICS_LISTEN": "off",
    "FORMSERVICE__LOG__FORMAT": "json",
    "FORMSERVICE__RATE_LIMIT__ENABLED": "false",
}
#: It is on this machine, whatever proxy leads out of it.
OPENER = build_opener(ProxyHandler({}))


class Client:
    """Whoever hands in a form, looks at it and changes it."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get(self, path: str, key: str | None = None) -> bytes:
        """What stands at a path."""
        return self._answer(Request(f"{self._address}{path}", headers=_with(key)), 200)

    def upload(self, form_type: str, file: Path) -> Any:
        """Hands in a filled form, as a browser does; the answer holds the key."""
        headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        return parse(self._answer(Request(f"{self._address}/upload", _parts(form_type, file), headers), 201).decode())

    def change(self, pa_id: str, key: str, data: Any) -> Any:
        """Replaces the given members of the data."""
        headers = {"Content-Type": "application/json", **_with(key)}
        body = json.dumps(data).encode()
        return parse(self._answer(Request(f"{self._address}/applications/{pa_id}", body, headers, method="PUT"), 200).decode())

    @staticmethod
    def _answer(request: Request, wanted: int) -> bytes:
        for _ in range(TRIES_MAX):
            try:
                with OPENER.open(request, timeout=SECONDS_MAX) as answer:
                    if answer.status != wanted:
                        raise Refused(f"status {answer.status} instead of {wanted}")
                    return answer.read()
            except HTTPError as refusal:
                if refusal.code != BUSY:
                    raise Refused(f"status {refusal.code}: {refusal.read().decode('utf-8', 'replace')}") from None
                time.sleep(min(int(refusal.headers.get("Retry-After", 1)), WAIT_SECONDS_MAX))
        raise Refused(f"status {BUSY}, {TRIES_MAX} times")


@contextmanager
def serving(program: Path, work: Path, **settings: str) -> Iterator[str]:
    """The address of a service that is ready and keeps its data in a folder of its own."""
    log = work / "service.log"
    with log.open("w") as output:
        environment = {**os.environ, **SETTINGS, **settings}
        service = subprocess.Popen([program.resolve(), "serve"], cwd=work, env=environment, stdout=output, stderr=output)
    try:
        address = _address(service, log)
        Client(address).get("/health/ready")
        yield address
    finally:
        service.terminate()
        service.wait()


def _address(service: subprocess.Popen, log: Path) -> str:
    end = time.monotonic() + SECONDS_MAX
    while service.poll() is None and time.monotonic() < end:
        for line in log.read_text("utf-8").splitlines():
            if '"listening"' in line and line.endswith("}"):
                return json.loads(line)["address"]
        time.sleep(0.2)
    raise Refused(f"the service does not start: {log.read_text('utf-8')}")


def _parts(form_type: str, file: Path) -> bytes:
    opening = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="form_type"\r\n\r\n{form_type}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="form.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
    )
    return opening.encode() + file.read_bytes() + f"\r\n--{BOUNDARY}--\r\n".encode()


def _with(key: str | None) -> dict[str, str]:
    return {"X-PA-KEY": key} if key else {}
