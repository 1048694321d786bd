# Actions in words.

cdef list STEADY_NAMES = [""] * ACTIONS          # actions without an operand
STEADY_NAMES[A_END_BUILD] = "end trade and build"
STEADY_NAMES[A_BUY_FAME] = "buy fame"
STEADY_NAMES[A_STOP] = "stop"
STEADY_NAMES[A_NO_MORE] = "no more"
STEADY_NAMES[A_ACCEPT] = "accept"
STEADY_NAMES[A_DECLINE] = "decline"
STEADY_NAMES[A_WITHDRAW] = "withdraw"
STEADY_NAMES[A_END_FLIGHT] = "end flight"
STEADY_NAMES[A_FOUND] = "found colony"
STEADY_NAMES[A_NOT_FOUND] = "do not found"
STEADY_NAMES[A_YES] = "yes"
STEADY_NAMES[A_NO] = "no"

cdef dict PLACE_NAMES = {
    A_BUILD_COLONY_SHIP: "build colony ship at", A_BUILD_TRADE_SHIP: "build trade ship at",
    A_BUILD_SPACEPORT: "build spaceport at", A_COLONY_AT: "colony at", A_SPACEPORT_AT: "spaceport at",
    A_COLONY_SHIP_AT: "colony ship at", A_TRADE_SHIP_AT: "trade ship at", A_FLY: "fly", A_JUMP: "jump", A_TO: "to",
    A_LOCK: "lock",
}
cdef dict SEAT_NAMES = {A_HELP: "help from", A_DEAL: "deal with", A_ROB: "rob"}
cdef dict CARD_NAMES = {
    A_OFFER: "offer", A_AND: "and", A_WANT: "want", A_TAKE: "take", A_DISCARD: "discard", A_PAY: "pay", A_GIVE: "give",
}
cdef dict UPGRADE_NAMES = {A_BUILD_UPGRADE: "build", A_TAKE_UPGRADE: "take", A_ADD: "add", A_REMOVE: "remove"}


cdef str action_in_words(components, action_t action):
    cdef int kind = verb(action), it = operand(action)
    if STEADY_NAMES[kind]:
        return STEADY_NAMES[kind]
    if kind in PLACE_NAMES:
        return f"{PLACE_NAMES[kind]} {components.board.names[it]}"
    if kind in SEAT_NAMES:
        return f"{SEAT_NAMES[kind]} {COLOURS[it]}"
    if kind in CARD_NAMES:
        return f"{CARD_NAMES[kind]} {RESOURCE_NAMES[it]}"
    if kind in UPGRADE_NAMES:
        return f"{UPGRADE_NAMES[kind]} {UPGRADE_KINDS[it]}"
    if kind == A_FRIEND:
        return f"take {components.friends[it]}"
    if kind == A_GIVE_COUNT:
        return f"give {it}"
    return f"trade {it >> 8} {RESOURCE_NAMES[it >> 4 & 15]} for {RESOURCE_NAMES[it & 15]}"
