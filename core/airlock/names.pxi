# Actions in words.

cdef str name_action(Airlock game, action_t action):
    if action >= NAMED:
        return f"name {game.names[action - NAMED - 1]}"
    if action >= TO_SEAT:
        return f"seat {action - TO_SEAT}"
    return f"play {game.names[action - 1]}"
