from arena.rating.results import Floats, Ints

def tail_ratio(x: float) -> float:
    """The normal distribution's cumulative(x) / density(x), also where both underflow."""

def enter_games(
    mu: Floats, sigma: Floats, lineup: Ints, ranks: Ints, rows: Ints, beta: float, tau: float, margin: float
) -> None:
    """Rate the games `rows` one after the other: `mu` and `sigma`, by bot, are changed in place."""
