"""Who sits at the table when engine and model are compared: choosers that like some answers more than others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.core.on_mars.model import Table

Chooser = Callable[[Random, Table], str]
Likes = dict[str, float]

WILLING: Likes = {"stop": 0.2, "leave": 0.1, "stay": 0.6, "end turn": 0.4, "main landing_pod": 0.5, "keep": 0.2}
BUILDER: Likes = {
    "main construct": 12,
    "main upgrade": 12,
    "main obtain_blueprint": 4,
    "main learn_technology": 4,
    "main research_development": 3,
    "main welcome_ship": 4,
    "executive": 2,
    "goal": 3,
    "construct": 2,
    "construct mine": 0.3,
    "construct shelter": 5,
    "with tech": 6,
    "pay mineral": 0.2,
    "use tech": 5,
    "deliver": 0.2,
    "travel": 2,
}
EXPLORER: Likes = {
    "main control_center": 4,
    "main learn_technology": 3,
    "executive": 3,
    "rover to": 6,
    "buy rover point": 2,
    "use tech": 6,
    "claim": 20,
    "goal": 6,
    "travel": 2,
    "benefit bots": 4,
}
SEEKER: Likes = {
    "main hire_or_contract": 20,
    "hire": 1,
    "contract": 2,
    "main obtain_blueprint": 8,
    "main upgrade": 10,
    "main construct": 5,
    "main welcome_ship": 10,
    "goal": 20,
    "deliver": 3,
    "executive": 4,
    "executive 8": 20,
    "use blueprint": 2,
    "send colonist": 3,
    "welcome": 1,
    "travel": 3,
    "pay goal": 0.1,
}

USER: Likes = {
    "executive 8": 60,
    "use blueprint": 5,
    "main control_center": 20,
    "main construct": 20,
    "main upgrade": 30,
    "with tech": 3,
    "goal": 40,
}


def liking(likes: Likes) -> Chooser:
    weights = {**WILLING, **likes}

    def weight(name: str) -> float:
        fit = [start for start in weights if name.startswith(start)]
        return weights[max(fit, key=len)] if fit else 1.0

    def choose(rng: Random, table: Table) -> str:
        return rng.choices(table.names, [weight(name) for name in table.names])[0]

    return choose


def hunting(choose: Chooser) -> Chooser:
    """Goes for a tile next to the Rover, and takes it."""

    def hunt(rng: Random, table: Table) -> str:
        tiles = [hex_ for hex_, what in table.p["ground"].items() if what != "crystal"]
        wanted = [name for name in table.names if name == "claim" or name[10:-1] in tiles]
        if "stop" in table.names and table.p["boards"][table.seat or 0]["rover"] in tiles:
            wanted.append("stop")
        return rng.choice(wanted) if wanted and rng.random() < 0.8 else choose(rng, table)

    return hunt


def uniform(rng: Random, table: Table) -> str:
    return rng.choice(table.names)


TEMPERAMENTS: dict[str, Chooser] = {
    "uniform": uniform,
    "builders": liking(BUILDER),
    "explorers": hunting(liking(EXPLORER)),
    "seekers": liking(SEEKER),
    "users": hunting(liking({**SEEKER, **USER})),
}
