"""A server on a port of its own and a browser window that notes what is wrong with a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette

from arena.web.app import create_app
from arena.web.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Response

DESK, PHONE = 1280, 400
PATIENCE_MS = 100_000  # on a machine with much else to do
TOO_WIDE = """() => {
  const root = document.documentElement, out = [];
  if (root.scrollWidth > root.clientWidth) out.push(`the page is ${root.scrollWidth} wide`);
  for (const e of document.querySelectorAll("body *")) {
    const box = e.getBoundingClientRect();
    const inside = e.parentElement.closest("svg, .scroll, .picture, pre, #list, #board");
    if (box.width && !inside && !e.closest(".sr, .tab, .skip") && box.right > root.clientWidth + 1)
      out.push(`${e.tagName} ${e.className} ends at ${Math.round(box.right)}: ${e.textContent.trim().slice(0, 40)}`);
  }
  return out;
}"""
GRAVE = ("serious", "critical")


class Server:
    """A server that answers, and its address."""

    def __init__(self, app: Starlette, address: str) -> None:
        self.app, self.address = app, address


@contextmanager
def serving(home: Path, settings: Settings | None = None, port: int = 0) -> Iterator[Server]:
    """The server of a home folder, on a free port of this machine unless one is named."""
    app, listener = create_app(home, settings), create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield Server(app, f"http://127.0.0.1:{listener.getsockname()[1]}")
    finally:
        server.should_exit = True
        thread.join()


class Window:
    """A window of its own, with cookies of its own. What goes wrong in it is in `faults`."""

    def __init__(self, browser: Browser, address: str, width: int = DESK, **options: Any) -> None:
        viewport = {"width": width, "height": 900}
        self._context = browser.new_context(base_url=address, viewport=viewport, **options)  # type: ignore[arg-type]
        self._context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self._context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{self.page.url}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.url} answers {response.status}")

    def open(self, path: str) -> Page:
        """A page, when what it waits for is worked out."""
        end = monotonic() + PATIENCE_MS / 1000
        while "is being worked out" in self._context.request.get(path).text():
            assert monotonic() < end, f"{path} was never ready"
            sleep(0.3)
        self.page.goto(path)
        return self.page

    def too_wide(self, width: int, scheme: str) -> list[str]:
        """What does not fit at a width, in light or dark."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found: list[str] = self.page.evaluate(TOO_WIDE)
        return [f"{self.page.url} at {width} pixels: {each}" for each in found]

    def barriers(self) -> list[str]:
        """What axe calls serious or critical on the page as it is."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page, options={"resultTypes": ["violations"]}).response["violations"]
        return [f"{self.page.url}: {each['id']}: {node['html'][:150]} {node['failureSummary'][:300]}"
                for each in found if each["impact"] in GRAVE for node in each["nodes"]]  # fmt: skip

    def shortcomings(self) -> list[str]:
        """What does not fit or cannot be used, on a desk and on a phone, in light and dark."""
        found = self.too_wide(PHONE, "light") + self.too_wide(DESK, "dark")
        found += self.too_wide(PHONE, "dark") + self.barriers()
        return found + self.too_wide(DESK, "light") + self.barriers()

    def close(self) -> None:
        self._context.close()
