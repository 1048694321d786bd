# Actions in words and as data.

cdef str hex_name(const tables_t* t, int hex):
    return f"({t.q[hex]},{t.r[hex]})"


cdef str payment_name(int item):
    return "pay " + vocabulary.UNITS[item]


cdef str with_name(int owner, int colonists):
    if not colonists:
        return f"with tech of {owner}"
    return f"with tech of {owner} and {colonists} colonist{'s' if colonists > 1 else ''}"


cdef str welcome_name(int colonists, int bot):
    return f"welcome {colonists} colonist{'s' if colonists > 1 else ''}{' and a bot' if bot else ''}"


cdef str use_name(int card, int scientist, int how):
    if how == USE_PAID:
        return f"use blueprint {card} for 2 crystals"
    if how == USE_MOVING:
        return f"use blueprint {card} moving {components.SCIENTISTS[scientist]}"
    return f"use blueprint {card}"


cdef str retrieve_name(int place):
    return "retrieve from " + ("working area" if place == WORKING_AREA else vocabulary.RED[place])


cdef dict BENEFITS = {K_BOTS: "bots", K_RETRIEVE: "retrieve", K_CRYSTALS: "crystal", K_RESOURCE: "mineral"}

# Each kind of action: (tables, a, b) -> words.
cdef str name_of(const tables_t* t, int kind, int a, int b):
    if kind == A_STOP:
        return "stop"
    if kind == A_SPACE:
        return f"space {a}"
    if kind == A_SHUTTLE:
        return f"shuttle {vocabulary.SIDES[a]}"
    if kind == A_MAIN:
        return f"main {vocabulary.MAIN_ACTIONS[a]}"
    if kind == A_EXECUTIVE:
        return f"executive {a}"
    if kind == A_GOAL:
        return f"goal {a}"
    if kind == A_DELIVER:
        return f"deliver {vocabulary.ITEMS[a]} to contract {b}"
    if kind == A_DELIVER_WAITING:
        return f"deliver waiting crystal to contract {b}"
    if kind == A_END:
        return "end turn"
    if kind == A_USE:
        return use_name(a, t.card_type[a], b)
    if kind == A_PAY:
        return payment_name(a)
    if kind == A_PAY_GOAL:
        return f"pay goal {a}"
    if kind == A_TAKE:
        return f"take {vocabulary.ITEMS[a]}"
    if kind == A_GAIN:
        return f"gain {vocabulary.ITEMS[a]}"
    if kind == A_BLUEPRINT:
        return f"blueprint {a}"
    if kind == A_LEARN:
        return f"learn {vocabulary.TECH_TILES[a]} from {b + 1}"
    if kind == A_PLACE:
        return f"place on {components.LAB[a]}"
    if kind == A_DEVELOP:
        return f"develop {vocabulary.TECH_TILES[a]} to {components.LAB[b]}"
    return name_of_building(t, kind, a, b)


cdef str name_of_building(const tables_t* t, int kind, int a, int b):
    if kind == A_TYPE:
        return f"construct {vocabulary.BUILDINGS[a]}"
    if kind == A_AT:
        return f"at {hex_name(t, a)}"
    if kind == A_WITH:
        return with_name(a, b)
    if kind == A_UPGRADE:
        return f"upgrade {hex_name(t, b)} with blueprint {a}"
    if kind == A_SHIP:
        return f"ship {a}"
    if kind == A_WELCOME:
        return welcome_name(a, b)
    if kind == A_BOT:
        return f"bot to {hex_name(t, a)}"
    if kind == A_HIRE:
        return f"hire {components.SCIENTISTS[a]}"
    if kind == A_CONTRACT:
        return f"contract {a}"
    if kind == A_SEND:
        return "send colonist"
    if kind == A_TECH:
        return f"use tech of {a}"
    if kind == A_PRODUCE:
        return f"produce {vocabulary.ITEMS[a]}"
    if kind == A_RETRIEVE:
        return retrieve_name(a)
    if kind == A_BENEFIT:
        return f"benefit {BENEFITS[a]}"
    return name_of_move(t, kind, a, b)


cdef str name_of_move(const tables_t* t, int kind, int a, int b):
    if kind == A_MOVE_BOT:
        return f"bot {hex_name(t, a)} to {hex_name(t, b)}"
    if kind == A_MOVE_ROVER:
        return f"rover to {hex_name(t, a)}"
    if kind == A_BUY:
        return f"buy {'rover' if a else 'bot'} point"
    if kind == A_CLAIM:
        return "claim"
    if kind == A_LEAVE:
        return "leave"
    if kind == A_CLAIM_AT:
        return f"claim {hex_name(t, a)}"
    if kind == A_DISPLACE:
        return f"move to {hex_name(t, a)}"
    if kind == A_RADAR:
        return f"radar tile {a}"
    if kind == A_REWARD:
        return f"reward {'special' if a else 'develop'}"
    if kind == A_DISPLAY:
        return f"display contract {a}"
    if kind == A_OXYGEN:
        return "take oxygen"
    if kind == A_TRAVEL:
        return "travel"
    if kind == A_STAY:
        return "stay"
    if kind == A_TILE:
        return f"place tile {a} at {hex_name(t, b)}"
    return f"{'reveal' if kind == A_REVEAL else 'keep'} B{a}"


# ---- as plain data (docs/on_mars.md); targets are the data-target attributes of picture.py

PLAIN_KINDS = {A_STOP: "stop", A_END: "end turn", A_STAY: "stay"}
CARD_KINDS = {          # the kind, the operand, and the prefix of its target
    A_BLUEPRINT: ("blueprint", "blueprint"), A_CONTRACT: ("contract", "contract"), A_DISPLAY: ("display", "contract"),
    A_RADAR: ("radar", "discovery"), A_GOAL: ("goal", "goal"), A_PAY_GOAL: ("pay goal", "goal"),
}
ITEM_KINDS = {A_PAY: "pay", A_TAKE: "take", A_GAIN: "gain", A_PRODUCE: "produce"}
BENEFIT_TARGETS = {K_BOTS: "bots", K_RETRIEVE: "quarters", K_CRYSTALS: "waiting", K_RESOURCE: "mineral"}
USE_WAYS = {USE_FREE: "free", USE_PAID: "paid", USE_MOVING: "moving"}


def data(kind, targets, **operands):
    return {"kind": kind, **operands, "targets": targets}


cdef str hex_target(const tables_t* t, int hex):
    return f"hex-{hex_key(t, hex)}"


cdef str lab_target(const state_t* s, int owner, int tech):
    """Where an owner's Tech tile lies."""
    return f"seat-{owner}-lab-{components.LAB[s.boards[owner].tech[tech]]}"


cdef str unit_target(int seat, int unit):
    return f"seat-{seat}-{'quarters' if unit == COLONIST else vocabulary.UNITS[unit]}"


# Each kind of action as data, in the order of name_of().
cdef dict data_of(const tables_t* t, const state_t* s, action_t action):
    cdef const frame_t* f = &s.frames[s.depth - 1]
    cdef int kind = kind_of(action), a = arg_a(action), b = arg_b(action), seat = f.seat
    if kind in PLAIN_KINDS:
        return data(PLAIN_KINDS[kind], [])
    if kind in CARD_KINDS:
        word, operand = CARD_KINDS[kind]
        return data(word, [f"{operand}-{a}"], **{operand: a})
    if kind in ITEM_KINDS:
        target = f"warehouse-{vocabulary.UNITS[a]}" if kind == A_TAKE else unit_target(seat, a)
        return data(ITEM_KINDS[kind], [target], item=vocabulary.UNITS[a])
    if kind == A_SPACE:
        return data("space", [f"space-{a}"], space=a)
    if kind == A_SHUTTLE:
        return data("shuttle", [f"shuttle-{vocabulary.SIDES[a]}"], side=vocabulary.SIDES[a])
    if kind == A_MAIN:
        return data("main", [f"main-{vocabulary.MAIN_ACTIONS[a]}"], action=vocabulary.MAIN_ACTIONS[a])
    if kind == A_EXECUTIVE:
        return data("executive", [f"seat-{seat}-depot-{a}"], slot=a)
    if kind == A_DELIVER or kind == A_DELIVER_WAITING:
        waiting = kind == A_DELIVER_WAITING
        source = f"seat-{seat}-waiting" if waiting else unit_target(seat, a)
        return data("deliver", [source, f"contract-{b}"], item=vocabulary.ITEMS[a], contract=b, waiting=waiting)
    if kind == A_USE:
        return data_of_use(t, a, b)
    if kind == A_LEARN:
        return data("learn", [f"grid-{b + 1}"], tech=vocabulary.TECH_TILES[a], grid=b + 1)
    if kind == A_PLACE:
        return data("place", [f"seat-{seat}-lab-{components.LAB[a]}"], space=components.LAB[a])
    if kind == A_DEVELOP:
        targets = [lab_target(s, seat, a), f"seat-{seat}-lab-{components.LAB[b]}"]
        return data("develop", targets, tech=vocabulary.TECH_TILES[a], space=components.LAB[b])
    return data_of_building(t, s, f, kind, a, b)


cdef dict data_of_use(const tables_t* t, int card, int way):
    scientist = components.SCIENTISTS[t.card_type[card]] if way == USE_MOVING else None
    targets = [f"blueprint-{card}"] + ([f"scientist-{scientist}"] if scientist else [])
    return data("use", targets, blueprint=card, way=USE_WAYS[way], scientist=scientist)


cdef dict data_of_building(const tables_t* t, const state_t* s, const frame_t* f, int kind, int a, int b):
    cdef int seat = f.seat
    if kind == A_TYPE:
        target = f"seat-{seat}-shelters" if a == SHELTER else f"stack-{vocabulary.BUILDINGS[a]}"
        return data("construct", [target], building=vocabulary.BUILDINGS[a])
    if kind == A_AT:
        return data("at", [hex_target(t, a)], hex=hex_key(t, a))
    if kind == A_WITH:
        return data("with tech", [lab_target(s, a, f.x[0])], owner=a, colonists=b)
    if kind == A_UPGRADE:
        return data("upgrade", [f"blueprint-{a}", hex_target(t, b)], blueprint=a, hex=hex_key(t, b))
    if kind == A_SHIP:
        return data("ship", [f"seat-{seat}-depot-{a}"], slot=a)
    if kind == A_WELCOME:
        return data("welcome", [f"seat-{seat}-quarters"] + [f"seat-{seat}-bots"] * b, colonists=a, bots=b)
    if kind == A_BOT:
        return data("bot", [hex_target(t, a)], hex=hex_key(t, a))
    if kind == A_HIRE:
        return data("hire", [f"scientist-{components.SCIENTISTS[a]}"], scientist=components.SCIENTISTS[a])
    if kind == A_SEND:
        return data("send colonist", [f"seat-{seat}-quarters"])
    if kind == A_TECH:
        tech = ROVER_TECH if f.kind == K_MOVE else extra_tech(f.kind)
        return data("use tech", [lab_target(s, a, tech)], owner=a, tech=vocabulary.TECH_TILES[tech])
    if kind == A_RETRIEVE:
        place, target = ("working area", f"seat-{seat}-working") if a == WORKING_AREA else (
            vocabulary.RED[a], f"main-{vocabulary.RED[a]}")
        return data("retrieve", [target], **{"from": place})
    if kind == A_BENEFIT:
        return data("benefit", [f"seat-{seat}-{BENEFIT_TARGETS[a]}"], benefit=BENEFITS[a])
    return data_of_move(t, s, f, kind, a, b)


cdef dict data_of_move(const tables_t* t, const state_t* s, const frame_t* f, int kind, int a, int b):
    cdef int seat = f.seat, rover = s.boards[seat].rover
    if kind == A_MOVE_BOT:
        ends = {"from": hex_key(t, a), "to": hex_key(t, b)}
        return data("move bot", [hex_target(t, a), hex_target(t, b)], **ends)
    if kind == A_MOVE_ROVER:
        ends = {"from": hex_or_nothing(t, rover), "to": hex_key(t, a)}
        return data("move rover", [f"hex-{end}" for end in ends.values() if end], **ends)
    if kind == A_BUY:
        return data("buy point", [f"seat-{seat}-crystal"], piece="rover" if a else "bot")
    if kind == A_CLAIM or kind == A_LEAVE:
        return data("claim" if kind == A_CLAIM else "leave", [hex_target(t, rover)], hex=hex_key(t, rover))
    if kind == A_CLAIM_AT:
        return data("claim", [hex_target(t, a)], hex=hex_key(t, a))
    if kind == A_DISPLACE:
        ends = {"from": hex_key(t, f.x[0]), "to": hex_key(t, a)}
        return data("displace", [f"hex-{end}" for end in ends.values()], piece="rover" if f.x[1] else "bot", **ends)
    if kind == A_REWARD:
        return data("reward", [f"goal-{b}"], goal=b, reward="special" if a else "develop")
    if kind == A_OXYGEN:
        return data("oxygen", [f"seat-{seat}-oxygen"])
    if kind == A_TRAVEL:
        return data("travel", ["shuttle"])
    if kind == A_TILE:
        return data("tile", [f"discovery-{a}", hex_target(t, b)], discovery=a, hex=hex_key(t, b))
    return data("reveal" if kind == A_REVEAL else "keep", [f"seat-{seat}-card-B{a}"], card=f"B{a}")


cdef dict data_seen_by(const tables_t* t, const state_t* s, action_t action, int seat):
    """Goals in other hands are pointed at as a whole. One that is completed is shown, one that pays stays hidden."""
    cdef int mover = s.frames[s.depth - 1].seat
    seen = data_of(t, s, action)
    if seat != mover and kind_of(action) in (A_GOAL, A_PAY_GOAL):
        seen["targets"] = [f"seat-{mover}-goals"]
        if kind_of(action) == A_PAY_GOAL:
            seen["goal"] = None
    return seen
