# Positions as plain data, both ways.

LSS = vocabulary.BUILDINGS[1:5]


# ---- describing

cdef str hex_key(const tables_t* t, int hex):
    return f"{t.q[hex]},{t.r[hex]}"


cdef hex_or_nothing(const tables_t* t, int hex):
    return None if hex == NONE else hex_key(t, hex)


cdef list hex_list(const tables_t* t, hexset_t hexes):
    found = []
    while hexes:
        found.append(hex_key(t, hs_first(hexes)))
        hexes &= hexes - 1
    return found


cdef card_or_nothing(int card):
    return None if card == NONE else card


cdef list rest_of(const uint8_t* cards, int first, int count):
    """What is left of a deck, top first; None for what is hidden."""
    return [card_or_nothing(cards[i]) for i in range(first, count)]


cdef list bits(uint32_t mask):
    return [i for i in range(32) if mask >> i & 1]


cdef dict describe_map(const tables_t* t, const state_t* s):
    cdef int i
    buildings, ground, markers = {}, {}, {}
    for i in range(9):
        name = vocabulary.BUILDINGS[i] if i < SHELTER else f"shelter {i - SHELTER}"
        buildings.update((key, name) for key in hex_list(t, hs_load(s.buildings[i])))
    for i in range(BOARDS):
        markers.update((key, f"miner {i}") for key in hex_list(t, hs_load(s.miners[i])))
        markers.update((key, f"advanced {i}") for key in hex_list(t, hs_load(s.advanced[i])))
    for i in range(HEXES):
        if s.ground[i]:
            ground[hex_key(t, i)] = ground_name(s.ground[i])
    return {"buildings": buildings, "ground": ground, "markers": markers}


cdef str ground_name(int what):
    if what == CRYSTAL_THERE:
        return "crystal"
    if what >= RESEARCH_THERE:
        return f"research {'ABCD'[what - RESEARCH_THERE]}"
    return f"discovery {what - DISCOVERY_THERE}"


cdef tech_or_nothing(int tech):
    return None if tech in (0, NONE) else vocabulary.TECH_TILES[tech - 1]


cdef dict describe_supplies(const tables_t* t, const state_t* s):
    cdef int i
    return {
        "warehouse": {item: s.warehouse[i] for i, item in enumerate(vocabulary.ITEMS) if i != MINERAL},
        "exploration": [s.exploration[i] or None for i in range(2)],
        "discovery_deck": rest_of(s.discovery, s.discovery_next, 19),
        "discoveries_gone": bits(s.discoveries_gone),
        "tech_grid": [tech_or_nothing(s.grid[i]) for i in range(8)],
        "tech_deck": [tech_or_nothing(s.tech_deck[i]) for i in range(s.tech_next, 8)],
        "blueprint_display": {"top": [card for card in s.display[0][:6] if card],
                              "bottom": [card for card in s.display[1][:6] if card]},
        "blueprint_deck": rest_of(s.deck, s.deck_next, 24),
        "blueprints_gone": [i for i in range(1, 25) if s.card[i] == GONE],
        "radar": s.radar or None,
        "display": [display_name(s.slots[i]) for i in range(6)],
        "scientists_at": {components.SCIENTISTS[i]: s.scientist_at[i] for i in range(6) if s.scientist_at[i]},
        "stacks": {vocabulary.BUILDINGS[i]: rest_of(s.tiles[i], s.tile_next[i], 6) for i in range(5)},
        "b_deck": [b_name(s.b_deck[i]) for i in range(s.b_next, 8) if s.b_deck[i]],
        "b_gone": [b_name(i + 1) for i in range(8) if s.b_gone >> i & 1],
        "a_gone": [f"A{i + 1}" for i in range(4) if s.a_gone >> i & 1],
    }


cdef display_name(int card):
    return None if card == 0 else components.SCIENTISTS[card - 1] if card <= 6 else card - 6


cdef b_name(int card):
    return None if card == NONE else f"B{card}"


cdef dict describe_tracks(const tables_t* t, const state_t* s):
    cdef int i
    return {
        "round": s.round, "phase": vocabulary.PHASES[s.phase], "step": s.step, "turn": card_or_nothing(s.turn),
        "order": [s.order[i] for i in range(t.boards)], "next": s.next, "end": vocabulary.ENDS[s.end],
        "shuttle": {"side": vocabulary.SIDES[s.shuttle_side], "space": s.shuttle_space,
                    "travelled": None if s.travelled == NONE else vocabulary.SIDES[s.travelled]},
        "colony_row": s.colony_row,
        "lss": {name: s.lss[i] for i, name in enumerate(LSS)},
        "rewards": {name: s.rewards[i] for i, name in enumerate(LSS)},
        "remaining_missions": s.remaining,
        "missions": [{"id": vocabulary.MISSION_CARDS[s.mission[i]], "left": s.mission_left[i]} for i in range(3)],
        "uses": [{"owner": s.uses[i][0], "tech": vocabulary.TECH_TILES[s.uses[i][1]]} for i in range(s.use_count)],
        "refills": [s.refills[i] + 1 for i in range(s.refill_count)],
    }


cdef dict describe_goals(const board_t* board):
    cards = [(board.goal_status[i], card_or_nothing(board.goal[i])) for i in range(3)]
    completed = [card for status, card in cards if status == COMPLETED]
    return {"hand": [card for status, card in cards if status == IN_HAND],
            "completed": completed[0] if completed else None,
            "discarded": [card for status, card in cards if status == DISCARDED]}


cdef dict describe_contract(const tables_t* t, const state_t* s, int contract):
    cdef const contract_t* it = &t.contract[contract]
    delivered = {}
    if it.building == NONE:
        if it.count:
            delivered[vocabulary.ITEMS[it.item]] = s.delivered[contract][0]
        delivered["mineral"] = s.delivered[contract][1]
    return {"delivered": delivered, "completed": bool(s.contracts_done >> contract & 1)}


cdef dict describe_board(const tables_t* t, const state_t* s, int seat):
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    return {
        "points": board.points,
        "resources": {item: board.resources[i] for i, item in enumerate(vocabulary.ITEMS[:5])},
        "crystals": board.crystals, "waiting": board.waiting,
        "quarters": board.quarters, "working": board.working, "gained": board.gained,
        "slots": {action: board.slots[i] for i, action in enumerate(vocabulary.RED)},
        "ships": [i + 1 for i in range(5) if board.ships >> i & 1], "hangar": board.hangar,
        "bots": [hex_key(t, board.bots[i]) for i in range(4) if board.bots[i] != NONE],
        "rover": hex_or_nothing(t, board.rover),
        "progress": [vocabulary.BUILDINGS[i] for i in range(5) if board.progress >> i & 1],
        "techs": {vocabulary.TECH_TILES[i]: components.LAB[board.tech[i]] for i in range(TECHS) if board.tech[i] != NONE},
        "blueprints": [i for i in range(1, 25) if s.card[i] == OWNED + seat],
        "advanced": [i for i in range(1, 25) if s.card[i] == BUILT + seat],
        "discoveries": bits(board.discoveries),
        "research": ["ABCD"[i] for i in range(4) if board.research >> i & 1],
        "scientists": [components.SCIENTISTS[i] for i in range(6) if s.scientist_owner[i] == seat],
        "contracts": {str(i): describe_contract(t, s, i) for i in range(1, 13) if s.contract_owner[i] == seat},
        "goals": describe_goals(board),
        "space": board.space, "standing": bool(board.standing),
        "constructed": [vocabulary.BUILDINGS[i] for i in range(6) if board.constructed >> i & 1],
        "a": [] if board.a_card == 0 else [None] if board.a_card == NONE else [f"A{board.a_card}"],
        "b": [b_name(board.b_cards[i]) for i in range(2) if board.b_cards[i]],
        "b_done": bool(board.b_done),
    }


cdef dict describe_lacerda(const state_t* s):
    return {"bot": vocabulary.BUILDINGS[s.icon], "bots": s.bots_taken, "deck": rest_of(s.solo_deck, s.solo_next, 12),
            "seen": bits(s.solo_seen), "passes": s.passes, "travels": bool(s.travels), "ties": s.ties}


cdef dict describe_frame(const frame_t* f):
    return {"kind": vocabulary.FRAMES[f.kind], "seat": f.seat, "flags": f.flags, "left": f.left, "x": list(f.x[:4])}


cdef dict describe_state(const tables_t* t, const state_t* s, int seat):
    cdef int i
    position = {"seed": s.seed if seat < 0 else None, **describe_tracks(t, s), **describe_supplies(t, s),
                **describe_map(t, s)}
    if t.solo:
        position["lacerda"] = describe_lacerda(s)
    position["boards"] = [describe_board(t, s, i) for i in range(t.boards)]
    position["stack"] = [describe_frame(&s.frames[i]) for i in range(s.depth)]
    return position


# ---- reading values

cdef bad(str field, str wrong):
    raise BadPosition(f"{field}: {wrong}.")


def number(str field, value, low, high):
    if type(value) is not int or not low <= value <= high:
        bad(field, f"{value!r} is not a whole number from {low} to {high}")
    return value


def flag(str field, value):
    if type(value) is not bool:
        bad(field, f"{value!r} is not true or false")
    return value


def one_of_names(str field, value, names):
    if not isinstance(value, str) or value not in names:
        bad(field, f"{value!r} is not one of {', '.join(names)}")
    return names.index(value)


def a_list(str field, value, int low, int high):
    if not isinstance(value, list) or not low <= len(value) <= high:
        bad(field, f"a list of {low if low == high else f'{low} to {high}'} entries is needed")
    return value


def a_dict(str field, value, names=None):
    if not isinstance(value, dict):
        bad(field, "a table of names and values is needed")
    for key in value:
        if names is not None and key not in names:
            bad(f"{field}.{key}" if field else str(key), f"there is no such field, only {', '.join(map(str, names))}")
    return value


cdef int read_hex(const tables_t* t, str field, value) except -1:
    cdef int hex
    parts = value.split(",") if isinstance(value, str) else ()
    try:
        q, r = (int(part) for part in parts)
    except ValueError:
        bad(field, f"{value!r} is not a hex such as '0,-2'")
    for hex in range(HEXES):
        if t.q[hex] == q and t.r[hex] == r:
            return hex
    bad(field, f"{value!r} is not on the map")


cdef int read_deck(str field, value, uint8_t* cards, int count, int low, int high) except -1:
    """A deck in order, top first; returns how many cards of it were drawn."""
    given = a_list(field, value, 0, count)
    drawn = count - len(given)
    for i, card in enumerate(given):
        cards[drawn + i] = number(f"{field}[{i}]", card, low, high)
    return drawn


# ---- building

cdef int build_map(const tables_t* t, state_t* s, dict p) except -1:
    for key, name in a_dict("buildings", p["buildings"]).items():
        build_building(t, s, read_hex(t, "buildings", key), f"buildings.{key}", name)
    for key, name in a_dict("ground", p["ground"]).items():
        lay(s, read_hex(t, "ground", key), read_ground(f"ground.{key}", name))
    for key, name in a_dict("markers", p["markers"]).items():
        build_marker(t, s, read_hex(t, "markers", key), f"markers.{key}", name)
    return 0


cdef int build_building(const tables_t* t, state_t* s, int hex, str field, name) except -1:
    cdef int i = one_of_names(field, name, [*vocabulary.BUILDINGS[:5],
                              *(f"shelter {seat}" for seat in range(t.boards))])
    if hs_has(all_buildings(s), hex):
        bad(field, "two Buildings on one hex")
    add_building(t, s, i, hex)
    if i >= SHELTER:
        s.boards[i - SHELTER].shelters += 1
    return 0


cdef int read_ground(str field, name) except -1:
    names = ["crystal", *(f"discovery {i}" for i in range(1, 20)), *(f"research {letter}" for letter in "ABCD")]
    cdef int i = one_of_names(field, name, names)
    if i == 0:
        return CRYSTAL_THERE
    return DISCOVERY_THERE + i if i < 20 else RESEARCH_THERE + i - 20


cdef int build_marker(const tables_t* t, state_t* s, int hex, str field, name) except -1:
    names = [f"{kind} {seat}" for kind in ("miner", "advanced") for seat in range(t.boards)]
    cdef int i = one_of_names(field, name, names)
    cdef uint64_t* hexes
    if i < t.boards:
        hexes = s.miners[i]
    else:
        hexes = s.advanced[i - t.boards]
    hs_store(hexes, hs_load(hexes) | hs_bit(hex))
    return 0


cdef int build_tracks(const tables_t* t, state_t* s, dict p) except -1:
    s.round = number("round", p["round"], 0, t.round_cap)
    s.phase = one_of_names("phase", p["phase"], vocabulary.PHASES)
    s.step = number("step", p["step"], 0, UPDATE)
    s.turn = NONE if p["turn"] is None else number("turn", p["turn"], 0, t.boards - 1)
    s.next = number("next", p["next"], 0, t.boards)
    s.end = one_of_names("end", p["end"], vocabulary.ENDS)
    for i, seat in enumerate(a_list("order", p["order"], t.boards, t.boards)):
        s.order[i] = number(f"order[{i}]", seat, 0, t.boards - 1)
    shuttle = a_dict("shuttle", p["shuttle"], ("side", "space", "travelled"))
    s.shuttle_side = one_of_names("shuttle.side", shuttle.get("side"), vocabulary.SIDES)
    s.shuttle_space = number("shuttle.space", shuttle.get("space"), 0, 3)
    left = shuttle.get("travelled")
    s.travelled = NONE if left is None else one_of_names("shuttle.travelled", left, vocabulary.SIDES)
    s.colony_row = number("colony_row", p["colony_row"], 2, 6)
    lss, rewards = a_dict("lss", p["lss"], LSS), a_dict("rewards", p["rewards"], LSS)
    for i, name in enumerate(LSS):
        s.lss[i] = number(f"lss.{name}", lss.get(name), 1, 5)
        s.rewards[i] = number(f"rewards.{name}", rewards.get(name), 1, 8)
    return build_missions(t, s, p)


cdef int build_missions(const tables_t* t, state_t* s, dict p) except -1:
    s.remaining = number("remaining_missions", p["remaining_missions"], 0, 3)
    for i, mission in enumerate(a_list("missions", p["missions"], 3, 3)):
        a_dict(f"missions[{i}]", mission, ("id", "left"))
        s.mission[i] = one_of_names(f"missions[{i}].id", mission.get("id"), vocabulary.MISSION_CARDS)
        s.mission_left[i] = number(f"missions[{i}].left", mission.get("left"), 0, t.mission_need[s.mission[i]])
    for i, use in enumerate(a_list("uses", p["uses"], 0, USES)):
        a_dict(f"uses[{i}]", use, ("owner", "tech"))
        s.uses[i][0] = number(f"uses[{i}].owner", use.get("owner"), 0, t.boards - 1)
        s.uses[i][1] = one_of_names(f"uses[{i}].tech", use.get("tech"), vocabulary.TECH_TILES)
        s.use_count += 1
    for i, slot in enumerate(a_list("refills", p["refills"], 0, 6)):
        s.refills[i] = number(f"refills[{i}]", slot, 1, 6) - 1
        s.refill_count += 1
    return 0


cdef int build_supplies(const tables_t* t, state_t* s, dict p) except -1:
    warehouse = a_dict("warehouse", p["warehouse"], vocabulary.ITEMS[1:])
    for i, item in enumerate(vocabulary.ITEMS[1:], 1):
        s.warehouse[i] = number(f"warehouse.{item}", warehouse.get(item, 0), 0, t.warehouse)
    for i, tile in enumerate(a_list("exploration", p["exploration"], 2, 2)):
        s.exploration[i] = 0 if tile is None else number(f"exploration[{i}]", tile, 1, 19)
    s.radar = 0 if p["radar"] is None else number("radar", p["radar"], 1, 19)
    s.discoveries_gone = mask_of("discoveries_gone", p["discoveries_gone"], 19)
    s.discovery_next = read_deck("discovery_deck", p["discovery_deck"], s.discovery, 19, 1, 19)
    for i, tech in enumerate(a_list("tech_grid", p["tech_grid"], 8, 8)):
        s.grid[i] = 0 if tech is None else 1 + one_of_names(f"tech_grid[{i}]", tech, vocabulary.TECH_TILES)
    techs = [1 + one_of_names("tech_deck", tech, vocabulary.TECH_TILES)
             for tech in a_list("tech_deck", p["tech_deck"], 0, 8)]
    s.tech_next = read_deck("tech_deck", techs, s.tech_deck, 8, 1, TECHS)
    stacks = a_dict("stacks", p["stacks"], vocabulary.BUILDINGS[:5])
    for i, kind in enumerate(vocabulary.BUILDINGS[:5]):
        s.tile_next[i] = read_deck(f"stacks.{kind}", stacks.get(kind), s.tiles[i], 6, 1, 6)
        s.tile_used[i] = 0x7E & ~mask_of(f"stacks.{kind}", stacks[kind], 6)
    return 0


cdef uint32_t mask_of(str field, value, int high) except? 0xFFFFFFFF:
    cdef uint32_t mask = 0
    for i, card in enumerate(a_list(field, value, 0, high)):
        mask |= <uint32_t>1 << <int>number(f"{field}[{i}]", card, 1, high)
    return mask


cdef int build_blueprints(const tables_t* t, state_t* s, dict p) except -1:
    display = a_dict("blueprint_display", p["blueprint_display"], ("top", "bottom"))
    for row, name in enumerate(("top", "bottom")):
        for i, card in enumerate(a_list(f"blueprint_display.{name}", display.get(name), 0, 6)):
            s.display[row][i] = number(f"blueprint_display.{name}[{i}]", card, 1, 24)
            s.card[s.display[row][i]] = DISPLAYED
    s.deck_next = read_deck("blueprint_deck", p["blueprint_deck"], s.deck, 24, 1, 24)
    for i, card in enumerate(a_list("blueprints_gone", p["blueprints_gone"], 0, 24)):
        s.card[<int>number(f"blueprints_gone[{i}]", card, 1, 24)] = GONE
    return 0


cdef int build_display(const tables_t* t, state_t* s, dict p) except -1:
    memset(s.scientist_owner, NONE, 6)
    memset(s.contract_owner, NONE, 13)
    for i, card in enumerate(a_list("display", p["display"], 6, 6)):
        if isinstance(card, int):
            s.slots[i] = 6 + number(f"display[{i}]", card, 1, 12)
        elif card is not None:
            s.slots[i] = 1 + one_of_names(f"display[{i}]", card, components.SCIENTISTS)
    for name, card in a_dict("scientists_at", p["scientists_at"], components.SCIENTISTS).items():
        s.scientist_at[components.SCIENTISTS.index(name)] = number(f"scientists_at.{name}", card, 1, 24)
    return 0


cdef int build_colonists(const tables_t* t, state_t* s, int seat, str field, dict b) except -1:
    cdef board_t* board = &s.boards[seat]
    cdef int used
    board.quarters = number(f"{field}.quarters", b["quarters"], 0, 12)
    board.working = number(f"{field}.working", b["working"], 0, 12)
    board.gained = number(f"{field}.gained", b["gained"], 0, 12)
    slots = a_dict(f"{field}.slots", b["slots"], vocabulary.RED)
    used = board.quarters + board.working + hs_count(hs_load(s.miners[seat]))
    for i, action in enumerate(vocabulary.RED):
        board.slots[i] = number(f"{field}.slots.{action}", slots.get(action, 0), 0, 3)
        used += board.slots[i]
    if is_lacerda(t, seat):
        return 0
    if used > 12:
        bad(f"{field}.quarters", f"{used} Colonists, a player has 12 in all")
    board.supply = 12 - used
    return 0


cdef int build_things(const tables_t* t, state_t* s, int seat, str field, dict b) except -1:
    cdef board_t* board = &s.boards[seat]
    cdef int limit = board.shelters + 1
    board.points = number(f"{field}.points", b["points"], -1000, 2000)
    resources = a_dict(f"{field}.resources", b["resources"], vocabulary.ITEMS[:5])
    for i, item in enumerate(vocabulary.ITEMS[:5]):
        board.resources[i] = number(f"{field}.resources.{item}", resources.get(item, 0), 0, limit)
    for i in a_list(f"{field}.ships", b["ships"], 0, 5):
        board.ships |= 1 << <int>(number(f"{field}.ships", i, 1, 5) - 1)
    board.hangar = number(f"{field}.hangar", b["hangar"], 0, 5 - popcount(board.ships))
    board.crystals = number(f"{field}.crystals", b["crystals"], 0, depot_limit(s, seat))
    board.waiting = number(f"{field}.waiting", b["waiting"], 0, 200)
    board.space = number(f"{field}.space", b["space"], 0, 8)
    board.standing = flag(f"{field}.standing", b["standing"])
    board.b_done = flag(f"{field}.b_done", b["b_done"])
    return 0


cdef int build_pieces(const tables_t* t, state_t* s, int seat, str field, dict b) except -1:
    cdef board_t* board = &s.boards[seat]
    cdef int tech, space
    memset(board.bots, NONE, 4)
    memset(board.tech, NONE, 9)
    for i, hex_ in enumerate(a_list(f"{field}.bots", b["bots"], 0, 4)):
        board.bots[i] = read_hex(t, f"{field}.bots[{i}]", hex_)
    sort_bots(board)
    board.rover = NONE if b["rover"] is None else read_hex(t, f"{field}.rover", b["rover"])
    for name in a_list(f"{field}.progress", b["progress"], 0, 5):
        board.progress |= 1 << <int>one_of_names(f"{field}.progress", name, vocabulary.BUILDINGS[:5])
    for name in a_list(f"{field}.constructed", b["constructed"], 0, 6):
        board.constructed |= 1 << <int>one_of_names(f"{field}.constructed", name, vocabulary.BUILDINGS)
    for name, where in a_dict(f"{field}.techs", b["techs"], vocabulary.TECH_TILES).items():
        tech, space = vocabulary.TECH_TILES.index(name), one_of_names(f"{field}.techs.{name}", where, components.LAB)
        if board.lab >> space & 1:
            bad(f"{field}.techs.{name}", f"{where} is occupied")
        put_tech(s, seat, tech, space)
    return 0


cdef int build_cards(const tables_t* t, state_t* s, int seat, str field, dict b) except -1:
    cdef board_t* board = &s.boards[seat]
    for i, card in enumerate(a_list(f"{field}.blueprints", b["blueprints"], 0, 8)):
        own_card(s, f"{field}.blueprints[{i}]", card, OWNED + seat)
    for i, card in enumerate(a_list(f"{field}.advanced", b["advanced"], 0, 8)):
        own_card(s, f"{field}.advanced[{i}]", card, BUILT + seat)
    if len(b["blueprints"]) + len(b["advanced"]) > MARKERS:
        bad(f"{field}.blueprints", f"with the advanced ones at most {MARKERS}, one for each marker")
    board.markers = MARKERS - len(b["blueprints"]) - len(b["advanced"])
    board.discoveries = mask_of(f"{field}.discoveries", b["discoveries"], 19)
    for name in a_list(f"{field}.research", b["research"], 0, 4):
        board.research |= 1 << <int>one_of_names(f"{field}.research", name, list("ABCD"))
    for name in a_list(f"{field}.scientists", b["scientists"], 0, 6):
        s.scientist_owner[<int>one_of_names(f"{field}.scientists", name, components.SCIENTISTS)] = seat
    for name, contract in a_dict(f"{field}.contracts", b["contracts"]).items():
        build_contract(t, s, seat, f"{field}.contracts.{name}", name, contract)
    return build_goals(s, seat, f"{field}.goals", b["goals"]) if seat < t.seats else 0


cdef int own_card(state_t* s, str field, value, int state) except -1:
    cdef int card = number(field, value, 1, 24)
    if s.card[card] != IN_DECK:
        bad(field, f"Blueprint {card} is elsewhere too")
    s.card[card] = state
    return 0


cdef int build_contract(const tables_t* t, state_t* s, int seat, str field, name, given) except -1:
    cdef int contract = number(field, int(name) if str(name).isdecimal() and len(str(name)) < 3 else name, 1, 12)
    cdef const contract_t* it = &t.contract[contract]
    a_dict(field, given, ("delivered", "completed"))
    s.contract_owner[contract] = seat
    if flag(f"{field}.completed", given.get("completed", False)):
        s.contracts_done |= 1 << contract
    names = [vocabulary.ITEMS[it.item], "mineral"] if it.count else ["mineral"] if it.building == NONE else []
    delivered = a_dict(f"{field}.delivered", given.get("delivered", {}), names)
    if it.count:
        s.delivered[contract][0] = number(f"{field}.delivered", delivered.get(vocabulary.ITEMS[it.item], 0), 0, it.count)
    if it.building == NONE:
        s.delivered[contract][1] = number(f"{field}.delivered", delivered.get("mineral", 0), 0, it.minerals)
    return 0


cdef int build_goals(state_t* s, int seat, str field, given) except -1:
    cdef board_t* board = &s.boards[seat]
    a_dict(field, given, ("hand", "completed", "discarded"))
    done = given.get("completed")
    cards = [(IN_HAND, card) for card in a_list(f"{field}.hand", given.get("hand", []), 0, 3)]
    cards += [(COMPLETED, done)] if done is not None else []
    cards += [(DISCARDED, card) for card in a_list(f"{field}.discarded", given.get("discarded", []), 0, 3)]
    if len(cards) != 3:
        bad(field, f"{len(cards)} cards, every player was dealt three")
    for i, (status, card) in enumerate(cards):
        board.goal_status[i] = status
        board.goal[i] = number(field, card, 1, 16)
    sort_goals(board)
    return 0


cdef int build_first_colonists(const tables_t* t, state_t* s, int seat, str field, dict b) except -1:
    cdef board_t* board = &s.boards[seat]
    for card in a_list(f"{field}.a", b["a"], 0, 1):
        board.a_card = 1 + one_of_names(f"{field}.a", card, ["A1", "A2", "A3", "A4"])
    for i, card in enumerate(a_list(f"{field}.b", b["b"], 0, 2)):
        board.b_cards[i] = 1 + one_of_names(f"{field}.b[{i}]", card, B_CARDS)
    sort_b(board)
    return 0


B_CARDS = [f"B{i}" for i in range(1, 9)]


cdef int build_variants(const tables_t* t, state_t* s, dict p) except -1:
    if t.first_colonists:
        deck = [1 + one_of_names("b_deck", card, B_CARDS) for card in a_list("b_deck", p["b_deck"], 0, 8)]
        s.b_next = read_deck("b_deck", deck, s.b_deck, 8, 1, 8)
    for card in a_list("b_gone", p["b_gone"], 0, 8):
        s.b_gone |= 1 << <int>one_of_names("b_gone", card, B_CARDS)
    for card in a_list("a_gone", p["a_gone"], 0, 4):
        s.a_gone |= 1 << <int>one_of_names("a_gone", card, ["A1", "A2", "A3", "A4"])
    if t.solo:
        build_lacerda(s, p["lacerda"])
    return 0


cdef int build_lacerda(state_t* s, given) except -1:
    names = ("bot", "bots", "deck", "seen", "passes", "travels", "ties")
    a_dict("lacerda", given, names)
    for name in names:
        if name not in given:
            bad(f"lacerda.{name}", "missing")
    s.icon = one_of_names("lacerda.bot", given["bot"], vocabulary.BUILDINGS[:5])
    s.bots_taken = number("lacerda.bots", given["bots"], 0, 3)
    s.solo_next = read_deck("lacerda.deck", given["deck"], s.solo_deck, 12, 1, 12)
    s.solo_seen = mask_of("lacerda.seen", given["seen"], 12)
    s.passes = number("lacerda.passes", given["passes"], 0, 255)
    s.travels = flag("lacerda.travels", given["travels"])
    s.ties = number("lacerda.ties", given["ties"], 0, 65535)
    return 0


cdef int build_stack(const tables_t* t, state_t* s, value) except -1:
    cdef frame_t* f
    for i, frame in enumerate(a_list("stack", value, 0, STACK)):
        field = f"stack[{i}]"
        a_dict(field, frame, ("kind", "seat", "flags", "left", "x"))
        f = push(s, one_of_names(f"{field}.kind", frame.get("kind"), vocabulary.FRAMES),
                 number(f"{field}.seat", frame.get("seat"), 0, t.boards - 1))
        f.flags = number(f"{field}.flags", frame.get("flags", 0), 0, 255)
        f.left = number(f"{field}.left", frame.get("left", 0), 0, 255)
        for j, operand in enumerate(a_list(f"{field}.x", frame.get("x", [0, 0, 0, 0]), 4, 4)):
            f.x[j] = number(f"{field}.x[{j}]", operand, 0, 255)
    return 0


cdef int build_state(const tables_t* t, state_t* s, dict p) except -1:
    cdef int seat
    s.seed = number("seed", p["seed"], 0, (1 << 64) - 1)
    build_map(t, s, p)
    build_tracks(t, s, p)
    build_supplies(t, s, p)
    build_blueprints(t, s, p)
    build_display(t, s, p)
    for seat in range(BOARDS):
        memset(s.boards[seat].tech, NONE, 9)
        memset(s.boards[seat].bots, NONE, 4)
        s.boards[seat].rover = NONE
    for seat, board in enumerate(p["boards"]):
        field = f"boards[{seat}]"
        build_colonists(t, s, seat, field, board)
        build_things(t, s, seat, field, board)
        build_pieces(t, s, seat, field, board)
        build_cards(t, s, seat, field, board)
        build_first_colonists(t, s, seat, field, board)
    build_variants(t, s, p)
    note_pieces(t, s)
    return build_stack(t, s, p["stack"])
