# Positions as plain data: docs/starfarers.md has the format.

cdef list PENDING_NAMES = """
    end_turn start_turn setup shake reserve_draw opponents_draw free_ships branch check effect encounter_over
    setup_colony setup_spaceport setup_ship setup_upgrade
    relief discard rob trade_build help_again offer_give offer_want offer_want_more answer close place_ship
    flight target jump_target found friendship
    gift question pay gain hand_over lock upgrade downgrade
""".split()
cdef list SHIP_NAMES = ["none", "colony", "trade"]
cdef list FACES = ["down", "up", "open"]
cdef list ANSWERS = [None, "accept", "decline"]
cdef list SPENDINGS = ["fame", "help", "goods"]
cdef list SYSTEMS = ["alpha", "beta", "gamma", "delta"]


cdef dict cards_dict(const uint8_t* cards):
    return {RESOURCE_NAMES[kind]: cards[kind] for kind in range(RESOURCES)}


cdef object seat_or_none(int seat):
    return None if seat == NONE else seat


cdef str disc_name(int disc):
    return None if disc == NONE else DISC_NAMES[disc]


class Writer:
    """Turns a state into plain data; for a view, what is hidden becomes None."""

    def __init__(self, components, players):
        self.c = components
        self.players = players
        self.spots = components.board.names


cdef dict describe_position(writer, const state_t* s, int seat):
    hidden = seat >= 0
    return {
        "seed": None if hidden else s.seed,
        "starter": s.starter,
        "active": s.active,
        "turn": s.turn,
        "dice": [s.dice[0], s.dice[1]] if s.dice[0] else None,
        "balls": list(writer.c.pairs[s.pair - 1]) if s.pair else None,
        "base_speed": s.base_speed,
        "offers": s.offers,
        "spent": [name for bit, name in enumerate(SPENDINGS) if s.spent >> bit & 1],
        "jump": bool(s.jump),
        "steals": s.steals,
        "supply": cards_dict(s.supply),
        "pile": [None if hidden else RESOURCE_NAMES[s.pile[i]] for i in reversed(range(s.pile_size))],
        "pile_made": cards_dict(s.made),
        "pile_builds": s.builds,
        "seats": [describe_seat(writer, s, other, hidden and other != seat) for other in range(writer.players)],
        "dummy": describe_dummy(writer, s),
        "public": [cards_dict(s.known[PUBLIC][owner]) for owner in range(writer.players)],
        "markers": {people: seat_or_none(s.marker[i]) for i, people in enumerate(PEOPLE_NAMES)},
        "tokens": {token: seat_or_none(s.token[i]) for i, token in enumerate(TOKEN_NAMES)},
        "tiles": {name: describe_tile(writer, s, area) for area, name in enumerate(writer.c.board.area_ids[:VACANT])},
        "systems": {name: describe_discs(s, VACANT + i) for i, name in enumerate(SYSTEMS)},
        "box": None if s.box == NONE else writer.c.sectors[s.box],
        "stacks": {icon: describe_stack(s, i) for i, icon in enumerate(ICON_NAMES)},
        "reserve_discs": describe_stack(s, RESERVE_GROUP),
        "bonus": {name: s.bonus[i] for i, name in enumerate(UPGRADE_KINDS)},
        "encounters": describe_encounters(writer, s),
        "offer": describe_offer(writer, s),
        "flying": describe_flying(writer, s),
        "pending": [describe_frame(&s.frames[i]) for i in range(s.depth)],
        "over": bool(s.over),
        "winner": seat_or_none(s.winner),
    }


cdef dict describe_seat(writer, const state_t* s, int seat, bint hidden):
    return {
        "hand": None if hidden else cards_dict(s.hand[seat]),
        "cards": s.hand_size[seat],
        "drawn": None if hidden else cards_dict(s.drawn[seat]),
        "drawn_cards": s.drawn_cards[seat],
        "knows": None if hidden else [None if owner == seat else cards_dict(s.known[seat][owner])
                                      for owner in range(writer.players)],
        "boosters": s.upgrades[seat][BOOSTER],
        "cannons": s.upgrades[seat][CANNON],
        "pods": s.upgrades[seat][POD],
        "fame": s.fame[seat],
        "friends": [name for i, name in enumerate(writer.c.friends) for _ in range(s.friends[seat][i])],
        "stations": {people: s.stations[seat][i] for i, people in enumerate(PEOPLE_NAMES)},
        "ships": [describe_ship(writer, &s.ships[seat][i]) for i in range(TRANSPORTS) if s.ships[seat][i].kind],
        "colonies": own_sites(writer, s, seat + 1),
        "spaceports": own_sites(writer, s, (seat + 1) | PORT),
        "ship_markers": s.ship_markers[seat],
        "shakes": s.shakes[seat],
    }


cdef list own_sites(writer, const state_t* s, int value):
    sites = writer.c.tables["site_vertex"]
    return [writer.spots[spot] for spot in sorted(sites[site] for site in range(SITES) if s.site[site] == value)]


cdef dict describe_ship(writer, const ship_t* ship):
    return {"kind": SHIP_NAMES[ship.kind], "at": writer.spots[ship.at], "moved": bool(ship.flags & MOVED),
            "locked": bool(ship.flags & LOCKED)}


cdef dict describe_dummy(writer, const state_t* s):
    if writer.players == SEATS or s.colonies[SEATS - 1] == 0:
        return None
    return {"colonies": own_sites(writer, s, SEATS), "spaceports": own_sites(writer, s, SEATS | PORT)}


cdef dict describe_tile(writer, const state_t* s, int area):
    return {
        "sector": None if s.tile[area] == NONE else writer.c.sectors[s.tile[area]],
        "rotation": None if s.rotation[area] == NONE else s.rotation[area],
        "stars": s.stars[area],
        "face": FACES[s.face[area]],
        "discs": describe_discs(s, area),
    }


cdef list describe_discs(const state_t* s, int area):
    return [disc_name(s.disc[area * 3 + place]) for place in range(3)]


cdef list describe_stack(const state_t* s, int group):
    return [disc_name(s.stack[group][i]) for i in reversed(range(s.stack_size[group]))]


cdef dict describe_encounters(writer, const state_t* s):
    drawn = [None if s.deck[i] == NONE else s.deck[i] + 1 for i in range(s.deck_next)]
    return {
        "deck": [None if s.deck[i] == NONE else s.deck[i] + 1 for i in range(s.deck_next, CARDS)],
        "discard": drawn if s.family == NONE else drawn[:len(drawn) - 1],
        "card": None if s.card == NONE else s.card + 1,
        "family": None if s.family == NONE else writer.c.families[s.family],
        "public": bool(s.card_public),
        "shuffles": s.shuffles,
        "gift": cards_dict(s.gift),
        "swap": cards_dict(s.swap),
    }


cdef dict describe_offer(writer, const state_t* s):
    if count_cards(s.give) == 0:
        return None
    return {"give": cards_dict(s.give), "want": cards_dict(s.want),
            "answers": [ANSWERS[s.answers[seat]] for seat in range(writer.players)]}


cdef dict describe_flying(writer, const state_t* s):
    if s.flying_kind == NO_SHIP:
        return None
    return {"kind": SHIP_NAMES[s.flying_kind], "at": writer.spots[s.flying_at], "origin": writer.spots[s.flying_from],
            "steps": s.flying_steps}


cdef dict describe_frame(const frame_t* frame):
    entry = {"do": PENDING_NAMES[frame.kind], "seat": frame.seat}
    if frame.a or frame.b:
        entry["a"] = frame.a
        entry["b"] = frame.b
    return entry


# ---- reading

class Reader:
    """Reads plain data; what is wrong is named by its field."""

    def __init__(self, components, players):
        self.c = components
        self.players = players

    def number(self, value, where, high, low=0):
        if type(value) is not int or not low <= value <= high:
            raise BadPosition(f"{where}: {value!r} is not a whole number from {low} to {high}.")
        return value

    def flag(self, value, where):
        if not isinstance(value, bool):
            raise BadPosition(f"{where}: {value!r} is neither true nor false.")
        return value

    def one_of(self, value, where, names):
        if not isinstance(value, str) or value not in names:
            raise BadPosition(f"{where}: {value!r} is none of {', '.join(map(str, names))}.")
        return names.index(value)

    def spot(self, value, where):
        if not isinstance(value, str) or value not in self.c.board.by_name:
            raise BadPosition(f"{where}: {value!r} is no intersection.")
        return self.c.board.by_name[value]

    def site(self, value, where):
        site = self.c.tables["site_at"][self.spot(value, where)]
        if site == NONE:
            raise BadPosition(f"{where}: {value} is no colony site.")
        return site

    def items(self, value, where, size=None):
        if not isinstance(value, list) or (size is not None and len(value) != size):
            raise BadPosition(f"{where}: a list is needed here{'' if size is None else f', of {size}'}.")
        return value

    def table(self, value, where, keys):
        if not isinstance(value, dict):
            raise BadPosition(f"{where}: a table is needed here, not {value!r}.")
        for key in value:
            if key not in keys:
                raise BadPosition(f"{where}{'.' if where else ''}{key}: there is no such field.")
        return value

    def cards(self, value, where, high=99):
        self.table(value, where, RESOURCE_NAMES)
        return [self.number(value.get(kind, 0), f"{where}.{kind}", high) for kind in RESOURCE_NAMES]

    def seat(self, value, where):
        return NONE if value is None else self.number(value, where, self.players - 1)

    def disc(self, value, where):
        if value is not None and (not isinstance(value, str) or value not in DISC_NAMES.values()):
            raise BadPosition(f"{where}: {value!r} is no number disc.")
        return NONE if value is None else disc_code(value)


def merged(reader, base, given, where):
    """Given fields over the base's."""
    reader.table(given, where, base)
    return {**base, **given}


def completed(reader, base, fields):
    """A hand-written position with everything left out filled in."""
    full = merged(reader, base, fields, "")
    for key in ("markers", "tokens", "systems", "stacks", "bonus", "encounters"):
        full[key] = merged(reader, base[key], full[key], key)
    tiles = reader.table(full["tiles"], "tiles", base["tiles"])
    full["tiles"] = {
        area: merged(reader, tile, tiles.get(area, tile), f"tiles.{area}") for area, tile in base["tiles"].items()
    }
    given = reader.items(full["seats"], "seats", reader.players)
    full["seats"] = [merged(reader, base["seats"][i], seat, f"seats[{i}]") for i, seat in enumerate(given)]
    complete_cards(reader, fields, full)
    if "pending" not in fields and full["turn"] and not full["over"]:
        full["pending"] = ["end_turn", "flight", "shake", "trade_build"]
        full["offer"] = full["flying"] = None
    return full


def complete_cards(reader, fields, full):
    given = fields.get("seats", [{}] * reader.players)
    if any("hand" in seat for seat in given) and "public" not in fields:
        full["public"] = [{}] * reader.players
        for asked, seat in zip(given, full["seats"]):
            if "knows" not in asked:
                seat["knows"] = [None if other is seat else {} for other in full["seats"]]
    for i, (asked, seat) in enumerate(zip(given, full["seats"])):
        hand = reader.cards(seat["hand"], f"seats[{i}].hand")
        if "cards" not in asked:
            seat["cards"] = sum(hand)
        if "pile" in fields and "drawn" not in asked:
            seat["drawn"] = {}
            seat["drawn_cards"] = 0
        if "drawn" in asked and "drawn_cards" not in asked:
            seat["drawn_cards"] = sum(reader.cards(seat["drawn"], f"seats[{i}].drawn"))
    complete_supply(reader, fields, full)


def complete_supply(reader, fields, full):
    cards = reader.items(full["pile"], "pile")
    pile = [reader.one_of(card, f"pile[{i}]", RESOURCE_NAMES) for i, card in enumerate(cards)]
    if "pile" in fields and "pile_made" not in fields:
        made = [pile.count(kind) + sum(reader.cards(seat["drawn"], "drawn")[kind] for seat in full["seats"])
                for kind in range(RESOURCES)]
        full["pile_made"] = dict(zip(RESOURCE_NAMES, made))
    if "supply" not in fields:
        held = [reader.cards(seat["hand"], "hand") for seat in full["seats"]]
        every = reader.c.tables["per_resource"]
        left = [every - pile.count(kind) - sum(hand[kind] for hand in held) for kind in range(RESOURCES)]
        for kind, count in enumerate(left):
            if count < 0:
                raise BadPosition(f"seats: hands and pile hold {-count} {RESOURCE_NAMES[kind]} more than there are.")
        full["supply"] = dict(zip(RESOURCE_NAMES, left))


cdef int put_cards(uint8_t* to, list values) except -1:
    for i, value in enumerate(values):
        to[i] = value
    return 0


cdef int fill_state(components, const tables_t* t, dict fields, state_t* s) except -1:
    reader = Reader(components, t.players)
    seed = reader.number(fields.get("seed", 0), "seed", (1 << 64) - 1)
    deal(t, s, seed)
    full = completed(reader, describe_position(Writer(components, t.players), s, NOBODY), fields)
    clear_state(t, s, seed)
    fill_turn(reader, full, s)
    fill_pile(reader, full, s)
    fill_tiles(reader, full, s)
    for seat in range(t.players):
        fill_seat(reader, full["seats"][seat], s, seat)
    fill_dummy(reader, full["dummy"], s)
    fill_public(reader, full, s)
    fill_cards_drawn(reader, full["encounters"], s)
    fill_offer(reader, full["offer"], s)
    fill_flying(reader, full["flying"], s)
    fill_pending(reader, full["pending"], s)
    derive(t, s)
    return 0


cdef int fill_turn(reader, dict full, state_t* s) except -1:
    s.starter = reader.number(full["starter"], "starter", reader.players - 1)
    s.active = reader.number(full["active"], "active", reader.players - 1)
    s.turn = reader.number(full["turn"], "turn", 0xFFFF)
    if full["dice"] is not None:
        dice = reader.items(full["dice"], "dice", 2)
        s.dice[0] = reader.number(dice[0], "dice[0]", 6, 1)
        s.dice[1] = reader.number(dice[1], "dice[1]", 6, 1)
    if full["balls"] is not None:
        s.pair = 1 + pair_index(reader, reader.items(full["balls"], "balls", 2))
    s.base_speed = reader.number(full["base_speed"], "base_speed", 5)
    s.offers = reader.number(full["offers"], "offers", 255)
    for i, name in enumerate(reader.items(full["spent"], "spent")):
        s.spent |= 1 << reader.one_of(name, f"spent[{i}]", SPENDINGS)
    s.jump = reader.flag(full["jump"], "jump")
    s.steals = reader.number(full["steals"], "steals", 0xFFFF)
    s.over = reader.flag(full["over"], "over")
    s.winner = reader.seat(full["winner"], "winner")
    return 0


cdef int pair_index(reader, list balls) except -1:
    if tuple(balls) not in reader.c.pairs:
        raise BadPosition(f"balls: {balls!r} is no pair of balls.")
    return reader.c.pairs.index(tuple(balls))


cdef int fill_pile(reader, dict full, state_t* s) except -1:
    pile = reader.items(full["pile"], "pile")
    if len(pile) > PILE:
        raise BadPosition(f"pile: {len(pile)} cards, at most {PILE} fit.")
    put_cards(s.supply, reader.cards(full["supply"], "supply"))
    put_cards(s.made, reader.cards(full["pile_made"], "pile_made"))
    s.builds = reader.number(full["pile_builds"], "pile_builds", 0xFFFF)
    s.pile_size = len(pile)
    for i, card in enumerate(reversed(pile)):
        s.pile[i] = reader.one_of(card, f"pile[{len(pile) - 1 - i}]", RESOURCE_NAMES)
    return 0


cdef int fill_tiles(reader, dict full, state_t* s) except -1:
    s.box = reader.one_of(full["box"], "box", reader.c.sectors)
    for area, (name, tile) in enumerate(full["tiles"].items()):
        where = f"tiles.{name}"
        s.tile[area] = reader.one_of(tile["sector"], f"{where}.sector", reader.c.sectors)
        s.rotation[area] = reader.number(tile["rotation"], f"{where}.rotation", 2)
        s.stars[area] = reader.number(tile["stars"], f"{where}.stars", 2, 1)
        s.face[area] = reader.one_of(tile["face"], f"{where}.face", FACES)
        for k, disc in enumerate(reader.items(tile["discs"], f"{where}.discs", 3)):
            s.disc[area * 3 + k] = reader.disc(disc, f"{where}.discs[{k}]")
    for i, name in enumerate(SYSTEMS):
        s.face[VACANT + i] = OPEN
        for k, disc in enumerate(reader.items(full["systems"][name], f"systems.{name}", 3)):
            s.disc[3 * (VACANT + i) + k] = reader.disc(disc, f"systems.{name}[{k}]")
    for i, icon in enumerate(ICON_NAMES):
        fill_stack(reader, full["stacks"][icon], f"stacks.{icon}", s, i)
    fill_stack(reader, full["reserve_discs"], "reserve_discs", s, RESERVE_GROUP)
    for i, token in enumerate(TOKEN_NAMES):
        s.token[i] = reader.seat(full["tokens"][token], f"tokens.{token}")
    for i, people in enumerate(PEOPLE_NAMES):
        s.marker[i] = reader.seat(full["markers"][people], f"markers.{people}")
    for i, name in enumerate(UPGRADE_KINDS):
        s.bonus[i] = reader.number(full["bonus"][name], f"bonus.{name}", 9)
    return 0


cdef int fill_stack(reader, discs, where, state_t* s, int group) except -1:
    if len(reader.items(discs, where)) > GROUP:
        raise BadPosition(f"{where}: {len(discs)} discs, at most {GROUP} fit.")
    s.stack_size[group] = len(discs)
    memset(s.stack[group], NONE, GROUP)
    for i, disc in enumerate(reversed(discs)):
        s.stack[group][i] = reader.disc(disc, f"{where}[{len(discs) - 1 - i}]")
    return 0


cdef int fill_seat(reader, dict seat, state_t* s, int index) except -1:
    where = f"seats[{index}]"
    put_cards(s.hand[index], reader.cards(seat["hand"], f"{where}.hand"))
    s.hand_size[index] = reader.number(seat["cards"], f"{where}.cards", 100)
    put_cards(s.drawn[index], reader.cards(seat["drawn"], f"{where}.drawn"))
    s.drawn_cards[index] = reader.number(seat["drawn_cards"], f"{where}.drawn_cards", 100)
    for owner, cards in enumerate(reader.items(seat["knows"], f"{where}.knows", reader.players)):
        if owner != index:
            put_cards(s.known[index][owner], reader.cards(cards, f"{where}.knows[{owner}]"))
    s.upgrades[index][BOOSTER] = reader.number(seat["boosters"], f"{where}.boosters", 200)
    s.upgrades[index][CANNON] = reader.number(seat["cannons"], f"{where}.cannons", 200)
    s.upgrades[index][POD] = reader.number(seat["pods"], f"{where}.pods", 200)
    s.fame[index] = reader.number(seat["fame"], f"{where}.fame", 60)
    s.ship_markers[index] = reader.number(seat["ship_markers"], f"{where}.ship_markers", 200)
    s.shakes[index] = reader.number(seat["shakes"], f"{where}.shakes", 0xFFFF)
    fill_friends_of(reader, seat, where, s, index)
    fill_pieces(reader, seat, where, s, index)
    return 0


cdef int fill_friends_of(reader, dict seat, where, state_t* s, int index) except -1:
    for i, name in enumerate(reader.items(seat["friends"], f"{where}.friends")):
        card = reader.one_of(name, f"{where}.friends[{i}]", reader.c.friends)
        s.friends[index][card] = min(200, s.friends[index][card] + 1)
    stations = reader.table(seat["stations"], f"{where}.stations", PEOPLE_NAMES)
    for i, people in enumerate(PEOPLE_NAMES):
        s.stations[index][i] = reader.number(stations.get(people, 0), f"{where}.stations.{people}", 9)
    return 0


cdef int fill_pieces(reader, dict seat, where, state_t* s, int index) except -1:
    ships = reader.items(seat["ships"], f"{where}.ships")
    if len(ships) > TRANSPORTS:
        raise BadPosition(f"{where}.ships: {len(ships)} ships, at most {TRANSPORTS} transports.")
    for i, ship in enumerate(ships):
        fill_ship(reader, ship, f"{where}.ships[{i}]", s, index)
    fill_sites(reader, seat["colonies"], f"{where}.colonies", s, index, 0)
    fill_sites(reader, seat["spaceports"], f"{where}.spaceports", s, index, PORT)
    return 0


cdef int fill_ship(reader, ship, where, state_t* s, int index) except -1:
    reader.table(ship, where, ["kind", "at", "moved", "locked"])
    kind = reader.one_of(ship.get("kind"), f"{where}.kind", SHIP_NAMES[1:]) + 1
    spot = reader.spot(ship.get("at"), f"{where}.at")
    flags = MOVED * reader.flag(ship.get("moved", False), f"{where}.moved")
    flags |= LOCKED * reader.flag(ship.get("locked", False), f"{where}.locked")
    insert_ship(s, index, kind, spot, flags)
    return 0


cdef int fill_sites(reader, places, where, state_t* s, int owner, int flag) except -1:
    for i, place in enumerate(reader.items(places, where)):
        site = reader.site(place, f"{where}[{i}]")
        if s.site[site]:
            raise BadPosition(f"{where}[{i}]: {place} is taken already.")
        s.site[site] = (owner + 1) | flag
        s.colonies[owner] += 1
        s.ports[owner] += flag != 0
    return 0


cdef int fill_dummy(reader, dummy, state_t* s) except -1:
    if dummy is None:
        return 0
    if reader.players == SEATS:
        raise BadPosition("dummy: with 4 players there is no unused colour.")
    reader.table(dummy, "dummy", ["colonies", "spaceports"])
    fill_sites(reader, dummy.get("colonies", []), "dummy.colonies", s, SEATS - 1, 0)
    fill_sites(reader, dummy.get("spaceports", []), "dummy.spaceports", s, SEATS - 1, PORT)
    return 0


cdef int fill_public(reader, dict full, state_t* s) except -1:
    for owner, cards in enumerate(reader.items(full["public"], "public", reader.players)):
        put_cards(s.known[PUBLIC][owner], reader.cards(cards, f"public[{owner}]"))
    for observer in range(reader.players, SEATS):
        memcpy(s.known[observer], s.known[PUBLIC], sizeof(s.known[PUBLIC]))
    return 0


cdef int fill_cards_drawn(reader, dict given, state_t* s) except -1:
    numbers = [*reader.items(given["discard"], "encounters.discard")]
    if given["family"] is not None:
        numbers.append(given["card"])
    s.deck_next = min(len(numbers), CARDS + 1)
    numbers += reader.items(given["deck"], "encounters.deck")
    if len(numbers) != CARDS:
        raise BadPosition(f"encounters: {len(numbers)} cards, there are {CARDS}.")
    for i, number in enumerate(numbers):
        s.deck[i] = reader.number(number, "encounters", CARDS, 1) - 1
    if given["family"] is not None:
        s.family = reader.one_of(given["family"], "encounters.family", reader.c.families)
        s.card = reader.number(given["card"], "encounters.card", CARDS, 1) - 1
    elif given["card"] is not None:
        raise BadPosition("encounters.family: missing for the card.")
    s.card_public = reader.flag(given["public"], "encounters.public")
    s.shuffles = reader.number(given["shuffles"], "encounters.shuffles", 0xFFFF)
    put_cards(s.gift, reader.cards(given["gift"], "encounters.gift", 9))
    put_cards(s.swap, reader.cards(given["swap"], "encounters.swap", 9))
    return 0


cdef int fill_offer(reader, offer, state_t* s) except -1:
    if offer is None:
        return 0
    reader.table(offer, "offer", ["give", "want", "answers"])
    put_cards(s.give, reader.cards(offer.get("give", {}), "offer.give", 9))
    put_cards(s.want, reader.cards(offer.get("want", {}), "offer.want", 9))
    answers = reader.items(offer.get("answers", [None] * reader.players), "offer.answers", reader.players)
    for seat, answer in enumerate(answers):
        s.answers[seat] = 0 if answer is None else 1 + reader.one_of(answer, f"offer.answers[{seat}]", ANSWERS[1:])
    return 0


cdef int fill_flying(reader, flying, state_t* s) except -1:
    if flying is None:
        return 0
    reader.table(flying, "flying", ["kind", "at", "origin", "steps"])
    s.flying_kind = 1 + reader.one_of(flying.get("kind"), "flying.kind", SHIP_NAMES[1:])
    s.flying_at = reader.spot(flying.get("at"), "flying.at")
    s.flying_from = reader.spot(flying.get("origin", flying.get("at")), "flying.origin")
    s.flying_steps = reader.number(flying.get("steps"), "flying.steps", 40)
    return 0


cdef int fill_pending(reader, pending, state_t* s) except -1:
    if len(reader.items(pending, "pending")) > DEEPEST:
        raise BadPosition(f"pending: {len(pending)} entries, at most {DEEPEST}.")
    for i, entry in enumerate(pending):
        where = f"pending[{i}]"
        entry = {"do": entry} if isinstance(entry, str) else reader.table(entry, where, ["do", "seat", "a", "b"])
        kind = reader.one_of(entry.get("do"), f"{where}.do", PENDING_NAMES)
        seat = reader.number(entry.get("seat", s.active), f"{where}.seat", reader.players - 1)
        a, b = (reader.number(entry.get(name, 0), f"{where}.{name}", 255) for name in ("a", "b"))
        push(s, kind, seat, a, b)
    return 0
