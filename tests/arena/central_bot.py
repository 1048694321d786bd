"""A bot that is known to beat random moves at Connect Four: it drops its discs near the middle."""

from bots import Bot, Clock
from core import View


class CentralBot(Bot):
    def choose(self, view: View, clock: Clock) -> int:
        return min(view.legal(), key=lambda action: abs(int(view.name(action).removeprefix("column ")) - 4))
