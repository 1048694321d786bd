# Actions in words and as data.

cdef str name_action(Airlock game, action_t action):
    if action >= NAMED:
        return f"name {game.names[action - NAMED - 1]}"
    if action >= TO_SEAT:
        return f"seat {action - TO_SEAT}"
    return f"play {game.names[action - 1]}"


cdef dict data_of(Airlock game, const state_t* s, action_t action):
    if action >= NAMED:
        card = game.names[action - NAMED - 1]
        return {"kind": "name", "card": card, "targets": [f"kind-{card}"]}
    if action >= TO_SEAT:
        return {"kind": "seat", "seat": action - TO_SEAT, "targets": [f"seat-{action - TO_SEAT}"]}
    return {"kind": "play", "card": game.names[action - 1],
            "targets": [f"held-{s.turn}" if action == s.held[s.turn] else "drawn"]}


cdef dict data_seen_by(Airlock game, const state_t* s, action_t action, int seat):
    """Everybody sees the card that is played, but not whether it is the one that was held (L8)."""
    data = data_of(game, s, action)
    return data | {"targets": []} if data["kind"] == "play" and seat != s.turn else data
