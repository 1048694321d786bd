"""The last round (G29): somebody has launched enough ships, or a pile of shuttles is empty."""

from __future__ import annotations

from core.game import Position


def end_triggered(position: Position) -> bool:
    table, enough = position.to_dict(), position.game.catalogue()["limits"]["end_ships"]
    launched = any(len(board["launched"]) >= enough for board in table["boards"])
    return launched or not table["piles"]["earth"] or not table["piles"]["mars"]
