"""Airlock: a small card game with hidden hands, the template for a game in which not everybody knows the same."""

from core.airlock.rules import Airlock as GAME

__all__ = ["GAME"]
