"""Runs: the list, and a page for each."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.tournament.runs import Run
from arena.web.home import Home
from arena.web.rendering import render


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run on a list."""

    name: str
    events: tuple[str, ...]
    bots: int
    finished: int
    total: int
    changed: float | None  # when the last game was finished

    @property
    def complete(self) -> bool:
        return self.finished >= self.total


def summary_of(run: Run) -> RunSummary:
    events = tuple(f"{event.game} for {event.players}" for event in run.events)
    times = run.store.finished_between()
    return RunSummary(run.path.stem, events, len(run.bots()), len(run), run.store.schedule.games,
                      times[-1] if times else None)  # fmt: skip


def index(request: Request) -> Response:
    home: Home = request.app.state.home
    return render(request, "runs.html", title="Runs", runs=[summary_of(run) for run in home.readable_runs()])


def show(request: Request) -> Response:
    home: Home = request.app.state.home
    with home.run(request.path_params["name"]) as run:
        return render(request, "run.html", title=run.name, run=summary_of(run), bots=run.bots())


ROUTES = [Route("/runs", index), Route("/runs/{name}", show)]
