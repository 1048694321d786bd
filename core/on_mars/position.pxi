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

cdef int read_hex(const tables_t* t, field, name) except -1:
    """The hex of this name, which stands in the field or is its key."""
    cdef int hex
    for hex in range(HEXES):
        if hex_key(t, hex) == name:
            return hex
    field.refuse(f"{name!r} is not on the map; a hex of it is '0,-2'")


cdef int read_deck(field, uint8_t* cards, int count, int high) except -1:
    """A deck in order, top first; returns how many cards of it were drawn."""
    given = field.entries(0, count)
    cdef int drawn = count - <int>len(given)
    for i, card in enumerate(given, drawn):
        cards[<int>i] = card.number(1, high)
    return drawn


cdef int read_named_deck(field, names, uint8_t* cards, int count) except -1:
    given = field.entries(0, count)
    cdef int drawn = count - <int>len(given)
    for i, card in enumerate(given, drawn):
        cards[<int>i] = 1 + <int>card.index(names)
    return drawn


cdef uint32_t mask_of(field, int high) except? 0xFFFFFFFF:
    cdef uint32_t mask = 0
    for card in field.entries(0, high):
        mask |= <uint32_t>1 << <int>card.number(1, high)
    return mask


cdef uint32_t name_mask(field, names) except? 0xFFFFFFFF:
    cdef uint32_t mask = 0
    for name in field.entries(0, len(names)):
        mask |= <uint32_t>1 << <int>name.index(names)
    return mask


# ---- building

cdef int build_map(const tables_t* t, state_t* s, p) except -1:
    for key, building in p["buildings"].items():
        build_building(t, s, read_hex(t, building, key), building)
    for key, thing in p["ground"].items():
        lay(s, read_hex(t, thing, key), read_ground(thing))
    for key, marker in p["markers"].items():
        build_marker(t, s, read_hex(t, marker, key), marker)
    return 0


cdef int build_building(const tables_t* t, state_t* s, int hex, field) except -1:
    cdef int i = field.index([*vocabulary.BUILDINGS[:5], *(f"shelter {seat}" for seat in range(t.boards))])
    if hs_has(all_buildings(s), hex):
        field.refuse("two Buildings on one hex")
    add_building(t, s, i, hex)
    if i >= SHELTER:
        s.boards[i - SHELTER].shelters += 1
    return 0


cdef int read_ground(field) except -1:
    names = ["crystal", *(f"discovery {i}" for i in range(1, 20)), *(f"research {letter}" for letter in "ABCD")]
    cdef int i = field.index(names)
    if i == 0:
        return CRYSTAL_THERE
    return DISCOVERY_THERE + i if i < 20 else RESEARCH_THERE + i - 20


cdef int build_marker(const tables_t* t, state_t* s, int hex, field) except -1:
    cdef int i = field.index([f"{kind} {seat}" for kind in ("miner", "advanced") for seat in range(t.boards)])
    cdef uint64_t* hexes
    if i < t.boards:
        hexes = s.miners[i]
    else:
        hexes = s.advanced[i - t.boards]
    hs_store(hexes, hs_load(hexes) | hs_bit(hex))
    return 0


cdef int build_tracks(const tables_t* t, state_t* s, p) except -1:
    s.round = p["round"].number(0, t.round_cap)
    s.phase = p["phase"].index(vocabulary.PHASES)
    s.step = p["step"].number(0, UPDATE)
    s.turn = NONE if p["turn"].value is None else p["turn"].number(0, t.boards - 1)
    s.next = p["next"].number(0, t.boards)
    s.end = p["end"].index(vocabulary.ENDS)
    for i, seat in enumerate(p["order"].numbers(t.boards, 0, t.boards - 1)):
        s.order[i] = seat
    shuttle = p["shuttle"].table(("side", "space", "travelled"))
    s.shuttle_side = shuttle["side"].index(vocabulary.SIDES)
    s.shuttle_space = shuttle["space"].number(0, 3)
    left = shuttle.get("travelled")
    s.travelled = NONE if left.value is None else left.index(vocabulary.SIDES)
    s.colony_row = p["colony_row"].number(2, 6)
    lss, rewards = p["lss"].table(LSS), p["rewards"].table(LSS)
    for i, name in enumerate(LSS):
        s.lss[i] = lss[name].number(1, 5)
        s.rewards[i] = rewards[name].number(1, 8)
    return build_missions(t, s, p)


cdef int build_missions(const tables_t* t, state_t* s, p) except -1:
    s.remaining = p["remaining_missions"].number(0, 3)
    for i, mission in enumerate(p["missions"].entries(3, 3)):
        mission.table(("id", "left"))
        s.mission[i] = mission["id"].index(vocabulary.MISSION_CARDS)
        s.mission_left[i] = mission["left"].number(0, t.mission_need[s.mission[i]])
    for i, use in enumerate(p["uses"].entries(0, USES)):
        use.table(("owner", "tech"))
        s.uses[i][0] = use["owner"].number(0, t.boards - 1)
        s.uses[i][1] = use["tech"].index(vocabulary.TECH_TILES)
        s.use_count += 1
    for i, slot in enumerate(p["refills"].entries(0, 6)):
        s.refills[i] = slot.number(1, 6) - 1
        s.refill_count += 1
    return 0


cdef int build_supplies(const tables_t* t, state_t* s, p) except -1:
    for i, count in enumerate(p["warehouse"].counts(vocabulary.ITEMS[1:], t.warehouse), 1):
        s.warehouse[i] = count
    for i, tile in enumerate(p["exploration"].entries(2, 2)):
        s.exploration[i] = 0 if tile.value is None else tile.number(1, 19)
    s.radar = 0 if p["radar"].value is None else p["radar"].number(1, 19)
    s.discoveries_gone = mask_of(p["discoveries_gone"], 19)
    s.discovery_next = read_deck(p["discovery_deck"], s.discovery, 19, 19)
    for i, tech in enumerate(p["tech_grid"].entries(8, 8)):
        s.grid[i] = 0 if tech.value is None else 1 + <int>tech.index(vocabulary.TECH_TILES)
    s.tech_next = read_named_deck(p["tech_deck"], vocabulary.TECH_TILES, s.tech_deck, 8)
    stacks = p["stacks"].table(vocabulary.BUILDINGS[:5])
    for i, kind in enumerate(vocabulary.BUILDINGS[:5]):
        s.tile_next[i] = read_deck(stacks[kind], s.tiles[i], 6, 6)
        s.tile_used[i] = 0x7E & ~mask_of(stacks[kind], 6)
    return 0


cdef int build_blueprints(const tables_t* t, state_t* s, p) except -1:
    display = p["blueprint_display"].table(("top", "bottom"))
    for row, name in enumerate(("top", "bottom")):
        for i, card in enumerate(display[name].entries(0, 6)):
            s.display[row][i] = card.number(1, 24)
            s.card[s.display[row][i]] = DISPLAYED
    s.deck_next = read_deck(p["blueprint_deck"], s.deck, 24, 24)
    for card in p["blueprints_gone"].entries(0, 24):
        s.card[<int>card.number(1, 24)] = GONE
    return 0


cdef int build_display(const tables_t* t, state_t* s, p) except -1:
    memset(s.scientist_owner, NONE, 6)
    memset(s.contract_owner, NONE, 13)
    for i, card in enumerate(p["display"].entries(6, 6)):
        if isinstance(card.value, int):
            s.slots[i] = 6 + <int>card.number(1, 12)
        elif card.value is not None:
            s.slots[i] = 1 + <int>card.index(components.SCIENTISTS)
    for name, card in p["scientists_at"].table(components.SCIENTISTS).items():
        s.scientist_at[components.SCIENTISTS.index(name)] = card.number(1, 24)
    return 0


cdef int build_colonists(const tables_t* t, state_t* s, int seat, b) except -1:
    cdef board_t* board = &s.boards[seat]
    cdef int used
    board.quarters = b["quarters"].number(0, 12)
    board.working = b["working"].number(0, 12)
    board.gained = b["gained"].number(0, 12)
    used = board.quarters + board.working + hs_count(hs_load(s.miners[seat]))
    for i, count in enumerate(b["slots"].counts(vocabulary.RED, 3)):
        board.slots[i] = count
        used += board.slots[i]
    if is_lacerda(t, seat):
        return 0
    if used > 12:
        b["quarters"].refuse(f"{used} Colonists, a player has 12 in all")
    board.supply = 12 - used
    return 0


cdef int build_things(const tables_t* t, state_t* s, int seat, b) except -1:
    cdef board_t* board = &s.boards[seat]
    board.points = b["points"].number(-1000, 2000)
    for i, count in enumerate(b["resources"].counts(vocabulary.ITEMS[:5], board.shelters + 1)):
        board.resources[i] = count
    board.ships = mask_of(b["ships"], 5) >> 1
    board.hangar = b["hangar"].number(0, 5 - popcount(board.ships))
    board.crystals = b["crystals"].number(0, depot_limit(s, seat))
    board.waiting = b["waiting"].number(0, 200)
    board.space = b["space"].number(0, 8)
    board.standing = b["standing"].flag()
    board.b_done = b["b_done"].flag()
    return 0


cdef int build_pieces(const tables_t* t, state_t* s, int seat, b) except -1:
    cdef board_t* board = &s.boards[seat]
    cdef int tech, space
    memset(board.bots, NONE, 4)
    memset(board.tech, NONE, 9)
    for i, bot in enumerate(b["bots"].entries(0, 4)):
        board.bots[i] = read_hex(t, bot, bot.value)
    sort_cards(board.bots, 4)
    board.rover = NONE if b["rover"].value is None else read_hex(t, b["rover"], b["rover"].value)
    board.progress = name_mask(b["progress"], vocabulary.BUILDINGS[:5])
    board.constructed = name_mask(b["constructed"], vocabulary.BUILDINGS)
    for name, place in b["techs"].table(vocabulary.TECH_TILES).items():
        tech, space = vocabulary.TECH_TILES.index(name), place.index(components.LAB)
        if board.lab >> space & 1:
            place.refuse(f"{place.value} is occupied")
        put_tech(s, seat, tech, space)
    return 0


cdef int build_cards(const tables_t* t, state_t* s, int seat, b) except -1:
    cdef board_t* board = &s.boards[seat]
    planned, built = b["blueprints"].entries(0, 8), b["advanced"].entries(0, 8)
    for card in planned:
        own_card(s, card, OWNED + seat)
    for card in built:
        own_card(s, card, BUILT + seat)
    if len(planned) + len(built) > MARKERS:
        b["blueprints"].refuse(f"with the advanced ones at most {MARKERS}, one for each marker")
    board.markers = MARKERS - len(planned) - len(built)
    board.discoveries = mask_of(b["discoveries"], 19)
    board.research = name_mask(b["research"], list("ABCD"))
    for name in b["scientists"].entries(0, 6):
        s.scientist_owner[<int>name.index(components.SCIENTISTS)] = seat
    for name, contract in b["contracts"].items():
        build_contract(t, s, seat, name, contract)
    return build_goals(s, seat, b["goals"]) if seat < t.seats else 0


cdef int own_card(state_t* s, field, int state) except -1:
    cdef int card = field.number(1, 24)
    if s.card[card] != IN_DECK:
        field.refuse(f"Blueprint {card} is elsewhere too")
    s.card[card] = state
    return 0


cdef int build_contract(const tables_t* t, state_t* s, int seat, name, field) except -1:
    if str(name) not in CONTRACT_NAMES:
        field.refuse(f"there is no such contract, only 1 to {len(CONTRACT_NAMES)}")
    cdef int contract = 1 + <int>CONTRACT_NAMES.index(str(name))
    cdef const contract_t* it = &t.contract[contract]
    field.table(("delivered", "completed"))
    s.contract_owner[contract] = seat
    if field.get("completed", False).flag():
        s.contracts_done |= 1 << contract
    names = [vocabulary.ITEMS[it.item], "mineral"] if it.count else ["mineral"] if it.building == NONE else []
    delivered = field.get("delivered", {}).table(names)
    if it.count:
        s.delivered[contract][0] = delivered.get(vocabulary.ITEMS[it.item], 0).number(0, it.count)
    if it.building == NONE:
        s.delivered[contract][1] = delivered.get("mineral", 0).number(0, it.minerals)
    return 0


CONTRACT_NAMES = [str(i) for i in range(1, 13)]


cdef int build_goals(state_t* s, int seat, field) except -1:
    cdef board_t* board = &s.boards[seat]
    field.table(("hand", "completed", "discarded"))
    done = field.get("completed")
    cards = [(IN_HAND, card) for card in field.get("hand", []).entries(0, 3)]
    cards += [(COMPLETED, done)] if done.value is not None else []
    cards += [(DISCARDED, card) for card in field.get("discarded", []).entries(0, 3)]
    if len(cards) != 3:
        field.refuse(f"{len(cards)} cards, every player was dealt three")
    for i, (status, card) in enumerate(cards):
        board.goal_status[i] = status
        board.goal[i] = card.number(1, 16)
    sort_goals(board)
    return 0


cdef int build_first_colonists(const tables_t* t, state_t* s, int seat, b) except -1:
    cdef board_t* board = &s.boards[seat]
    for card in b["a"].entries(0, 1):
        board.a_card = 1 + <int>card.index(A_CARDS)
    for i, card in enumerate(b["b"].entries(0, 2)):
        board.b_cards[i] = 1 + <int>card.index(B_CARDS)
    sort_b(board)
    return 0


A_CARDS = [f"A{i}" for i in range(1, 5)]
B_CARDS = [f"B{i}" for i in range(1, 9)]


cdef int build_variants(const tables_t* t, state_t* s, p) except -1:
    if t.first_colonists:
        s.b_next = read_named_deck(p["b_deck"], B_CARDS, s.b_deck, 8)
    s.b_gone = name_mask(p["b_gone"], B_CARDS)
    s.a_gone = name_mask(p["a_gone"], A_CARDS)
    if t.solo:
        build_lacerda(s, p["lacerda"])
    return 0


cdef int build_lacerda(state_t* s, field) except -1:
    field.table(("bot", "bots", "deck", "seen", "passes", "travels", "ties"))
    s.icon = field["bot"].index(vocabulary.BUILDINGS[:5])
    s.bots_taken = field["bots"].number(0, 3)
    s.solo_next = read_deck(field["deck"], s.solo_deck, 12, 12)
    s.solo_seen = mask_of(field["seen"], 12)
    s.passes = field["passes"].number(0, 255)
    s.travels = field["travels"].flag()
    s.ties = field["ties"].number(0, 65535)
    return 0


cdef int build_stack(const tables_t* t, state_t* s, stack) except -1:
    cdef frame_t* f
    for frame in stack.entries(0, STACK):
        frame.table(("kind", "seat", "flags", "left", "x"))
        f = push(s, frame["kind"].index(vocabulary.FRAMES), frame["seat"].number(0, t.boards - 1))
        f.flags = frame.get("flags", 0).number(0, 255)
        f.left = frame.get("left", 0).number(0, 255)
        for j, operand in enumerate(frame.get("x", [0, 0, 0, 0]).numbers(4, 0, 255)):
            f.x[j] = operand
    return 0


cdef int build_state(const tables_t* t, state_t* s, dict position) except -1:
    cdef int seat
    p = Field(position)
    s.seed = p["seed"].number(0, (1 << 64) - 1)
    build_map(t, s, p)
    build_tracks(t, s, p)
    build_supplies(t, s, p)
    build_blueprints(t, s, p)
    build_display(t, s, p)
    for seat in range(BOARDS):
        memset(s.boards[seat].tech, NONE, 9)
        memset(s.boards[seat].bots, NONE, 4)
        s.boards[seat].rover = NONE
    for seat, board in enumerate(p["boards"].entries()):
        build_colonists(t, s, seat, board)
        build_things(t, s, seat, board)
        build_pieces(t, s, seat, board)
        build_cards(t, s, seat, board)
        build_first_colonists(t, s, seat, board)
    build_variants(t, s, p)
    note_pieces(t, s)
    return build_stack(t, s, p["stack"])
