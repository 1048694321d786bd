# Actions in words.

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
