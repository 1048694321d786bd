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


# ---- as plain data (docs/starfarers.md); targets are the data-target attributes of picture.py

cdef dict UPGRADE_VERBS = {A_BUILD_UPGRADE: "build upgrade", A_TAKE_UPGRADE: "take upgrade", A_ADD: "add upgrade",
                           A_REMOVE: "remove upgrade"}


cdef dict action_as_data(components, const state_t* s, action_t action):
    cdef int kind = verb(action), it = operand(action), mover = s.frames[s.depth - 1].seat
    if STEADY_NAMES[kind]:
        return {"kind": STEADY_NAMES[kind], "targets": steady_targets(components, s, kind, mover)}
    if kind in PLACE_NAMES:
        place = components.board.names[it]
        return {"kind": PLACE_NAMES[kind].removesuffix(" at"), "place": place, "targets": [place]}
    if kind in SEAT_NAMES:
        return {"kind": SEAT_NAMES[kind].removesuffix(" from").removesuffix(" with"), "seat": it,
                "targets": [f"seat-{it}-hand"]}
    if kind in CARD_NAMES:
        return {"kind": CARD_NAMES[kind], "resource": RESOURCE_NAMES[it],
                "targets": [f"{card_source(s, kind, mover)}-{RESOURCE_NAMES[it]}"]}
    if kind in UPGRADE_VERBS:
        return {"kind": UPGRADE_VERBS[kind], "upgrade": UPGRADE_KINDS[it],
                "targets": [f"seat-{mover}-{UPGRADE_KINDS[it]}"]}
    return other_data(components, kind, it, mover)


cdef dict other_data(components, int kind, int it, int mover):
    if kind == A_FRIEND:
        friend = components.friends[it]
        return {"kind": "take friendship card", "friend": friend, "targets": [f"friend-{friend}"]}
    if kind == A_GIVE_COUNT:
        return {"kind": "gift", "cards": it, "targets": [f"seat-{mover}-hand"]}
    given, gained = RESOURCE_NAMES[it >> 4 & 15], RESOURCE_NAMES[it & 15]
    return {"kind": "trade", "cards": it >> 8, "give": given, "get": gained,
            "targets": [f"seat-{mover}-{given}", f"supply-{gained}"]}


cdef list steady_targets(components, const state_t* s, int kind, int mover):
    if kind == A_BUY_FAME:
        return [f"seat-{mover}-fame"]
    if kind == A_FOUND:
        return [components.board.names[components.tables["site_vertex"][s.frames[s.depth - 1].a]]]
    return []


cdef str card_source(const state_t* s, int kind, int mover):
    """Where the card lies that an action names: in the mover's hand, or with the supply if it is to be gained."""
    if kind in (A_WANT, A_TAKE) or (kind == A_AND and s.frames[s.depth - 1].kind == OFFER_WANT_MORE):
        return "supply"
    return f"seat-{mover}"


cdef dict action_as_seen(components, const state_t* s, action_t action, int seat):
    """Other hands are pointed at as a whole, and a card handed over is known to giver and taker alone."""
    cdef int mover = s.frames[s.depth - 1].seat
    data = action_as_data(components, s, action)
    if seat == mover:
        return data
    if verb(action) == A_GIVE and seat != s.active:
        data["resource"] = None
    cards = [f"seat-{mover}-{kind}" for kind in RESOURCE_NAMES]
    data["targets"] = [f"seat-{mover}-hand" if target in cards else target for target in data["targets"]]
    return data
