"""Ganymede: settlers travel from Earth over Mars to the ships that leave for Jupiter's moon."""

from core.ganymede.rules import Ganymede as GAME

__all__ = ["GAME"]
