# The board as text.

cdef str draw_board(Airlock game, dict position):
    played = [f"{name} {count}" for name, count in position["played"].items() if count]
    note = "over" if position["over"] else f"seat {position['turn']} to {position['asked']}"
    lines = [f"Airlock, {note}. Deck: {len(position['deck'])}.   Played: {', '.join(played) or 'nothing'}"]
    return "\n".join(lines + [draw_seat(position, seat) for seat in range(game.players)])


cdef str draw_seat(dict position, int seat):
    if seat not in position["alive"]:
        return f" Seat {seat}: out"
    turn = position["turn"] == seat and not position["over"]
    cards = [position["held"][seat] or "?"]
    if turn and position["asked"] == "play":
        cards.append(position["drawn"] or "?")
    known = "".join(f", seat {other} knows it" for other in position["known"][seat])
    excluded = "".join(f", not {name}" for name in position["excluded"][seat])
    return f"{'*' if turn else ' '}Seat {seat}: {' + '.join(cards)}{known}{excluded}"
