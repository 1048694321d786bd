"""Catan Starfarers: explore, colonise and trade between the stars."""

from core.starfarers.rules import Starfarers as GAME

__all__ = ["GAME"]
