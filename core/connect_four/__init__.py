"""Connect Four: the smallest complete game, and the template for a new one."""

from core.connect_four.rules import ConnectFour as GAME

__all__ = ["GAME"]
