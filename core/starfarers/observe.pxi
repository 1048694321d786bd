# The view as numbers, and the features of an action. The names follow the writing, part for part.

cdef enum:
    FRAME_NUMBERS = 4
    FAR = 20                    # a distance that is much
    SPOT_NUMBERS = 8


cdef inline int seats_on(const tables_t* t, int seat, int observer) noexcept nogil:
    """How many seats after the observer; -1 for nobody."""
    return -1 if seat >= t.players else (seat - observer + t.players) % t.players


cdef inline float* put_counts(const uint8_t* cards, float much, float* out) noexcept nogil:
    cdef int kind
    for kind in range(RESOURCES):
        out[kind] = cards[kind] / much
    return out + RESOURCES


cdef list cards_names(str what, int much):
    return each(f"{what} / {much}:", RESOURCE_NAMES)


# ---- places: where a spot lies, and how far it is from what ships fly to

ctypedef struct goals_t:
    uint8_t sites[3 * VACANT]   # where a colony may be founded
    uint8_t site_count
    uint8_t areas[VACANT]       # not yet explored
    uint8_t area_count


cdef inline goals_t goals_on(const tables_t* t, const state_t* s) noexcept nogil:
    cdef goals_t goals
    cdef int i
    goals.site_count = 0
    goals.area_count = 0
    for i in range(3 * VACANT):
        goals.sites[goals.site_count] = i
        goals.site_count += may_found(t, s, i)
    for i in range(VACANT):
        goals.areas[goals.area_count] = i
        goals.area_count += s.face[i] != OPEN
    return goals


cdef inline float nearness(int steps) noexcept nogil:
    """1 on the spot, 0 at FAR and beyond."""
    return max(0, FAR - steps) / <float>FAR


cdef inline float* put_spot(const tables_t* t, const state_t* s, const goals_t* goals, int spot, float* out) noexcept nogil:
    """Column and row tell the spot; then how near the closest colony site, unexplored area and each outpost are."""
    cdef int bit = t.bit_of[spot], i, site = 63, area = 63
    for i in range(goals.site_count):
        site = min(site, <int>t.to_site[spot][goals.sites[i]])
    for i in range(goals.area_count):
        area = min(area, <int>t.to_centre[spot][goals.areas[i]])
    out[0] = (1 + column_of(bit)) / <float>COLUMNS
    out[1] = (1 + bit % 64 % LANE) / <float>16
    out[2] = nearness(site)
    out[3] = nearness(area)
    for i in range(PEOPLES):
        if s.derived.outposts[i] != NONE:
            out[4 + i] = nearness(t.to_centre[spot][s.derived.outposts[i]])
    return out + SPOT_NUMBERS


cdef list spot_names(str what):
    return [f"{what}: column / {COLUMNS}", f"{what}: row / 16", f"{what}: nearness of a colony site within {FAR}",
            f"{what}: nearness of an unexplored area within {FAR}",
            *each(f"{what}: nearness within {FAR} of", PEOPLE_NAMES)]


# ---- the turn

cdef inline float* observe_turn(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    out = put_one_of(out, seat, t.players)
    out = put_one_of(out, seats_on(t, s.starter, seat), t.players)
    out = put_one_of(out, seats_on(t, s.active, seat), t.players)
    out = put_one_of(out, -1 if s.over else seats_on(t, s.frames[s.depth - 1].seat, seat), t.players)
    out = put_one_of(out, seats_on(t, s.winner, seat), t.players)
    out = put_number(out, s.over)
    out = put_number(out, s.turn / <float>t.max_turns)
    out = put_number(out, s.dice[0] / <float>6)
    out = put_number(out, s.dice[1] / <float>6)
    out = put_one_of(out, s.dice[0] + s.dice[1], ROLLS)
    out = put_one_of(out, s.pair, PAIRS + 1)
    out = put_number(out, s.base_speed / <float>5)
    out = put_number(out, s.offers / <float>20)
    out = put_bits(out, s.spent, 3)
    return put_number(out, s.jump)


cdef list turn_names(const tables_t* t):
    seats = each("seat", range(t.players))
    return [
        *which("own seat", range(t.players)), *which("starter", seats), *which("active", seats),
        *which("to decide", seats), *which("winner", seats), "game over", *scaled("turn", t.max_turns),
        *scaled("first die", 6), *scaled("second die", 6), *which("roll", range(ROLLS)),
        *which("balls", range(PAIRS + 1)), *scaled("base speed", 5), *scaled("offers", 20), *each("spent", SPENDINGS),
        "may jump",
    ]


# ---- cards

cdef inline float* observe_cards(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef int kind, cost, missing
    for kind in range(RESOURCES):
        out = put_at_least(out, s.hand[seat][kind], 4)
    out = put_counts(s.hand[seat], 10, out)
    out = put_counts(s.drawn[seat], 10, out)
    out = put_counts(s.supply, t.per_resource, out)
    out = put_counts(s.made, 10, out)
    out = put_number(out, s.pile_size / <float>PILE)
    for cost in range(COSTS):
        missing = 0
        for kind in range(RESOURCES):
            missing += max(0, t.cost[cost][kind] - s.hand[seat][kind])
        out = put_number(out, missing == 0)
        out = put_number(out, missing / <float>5)
    return out


cdef list COST_NAMES = ["colony ship", "trade ship", "spaceport", "booster", "cannon", "pod", "fame"]


cdef list card_names(const tables_t* t):
    names = []
    for kind in RESOURCE_NAMES:
        names += at_least(f"own {kind}", 4)
    names += cards_names("own cards", 10) + cards_names("own draws", 10) + cards_names("supply", t.per_resource)
    names += cards_names("pile as made", 10) + scaled("pile", PILE)
    for cost in COST_NAMES:
        names += [f"can pay a {cost}", *scaled(f"cards missing for a {cost}", 5)]
    return names


# ---- the map

cdef inline float* observe_area(const tables_t* t, const state_t* s, int area, float* out) noexcept nogil:
    cdef int kind = -1
    if s.face[area] != FACE_DOWN:
        kind = area_kind(t, s, area)
        kind = 2 + t.sector_people[s.tile[area]] if kind == OUTPOST else kind == EMPTY
    out = put_one_of(out, kind, 2 + PEOPLES)
    out = put_one_of(out, s.face[area], 3)
    out = put_number(out, 0 if s.tile[area] == NONE else (1 + s.tile[area]) / <float>SECTORS)
    out = put_number(out, 0 if s.rotation[area] == NONE else (1 + s.rotation[area]) / <float>3)
    return put_number(out, s.stars[area] / <float>2)


cdef inline float* observe_planet(const tables_t* t, const state_t* s, int planet, float* out) noexcept nogil:
    cdef int disc = s.disc[planet], area = planet // 3
    if planet < 3 * VACANT:
        if s.face[area] != FACE_DOWN and area_kind(t, s, area) == SYSTEM:
            put_one_of(out, planet_resource(t, s, planet), RESOURCES)
        out += RESOURCES
    out = put_number(out, 0 if disc == NONE else (1 + disc) / <float>DISC_CODES)
    out = put_number(out, t.pips[disc] / <float>6 if s.face[area] == OPEN else 0)
    return put_number(out, special_on(s, planet) != 0)


cdef inline float* observe_map(const tables_t* t, const state_t* s, float* out) noexcept nogil:
    cdef int i
    for i in range(VACANT):
        out = observe_area(t, s, i, out)
    for i in range(SITES):
        out = observe_planet(t, s, i, out)
    out = put_one_of(out, s.box, SECTORS)
    for i in range(ICONS + 1):
        out = put_number(out, s.stack_size[i] / <float>GROUP)
    for i in range(UPGRADES):
        out = put_number(out, s.bonus[i] / <float>8)
    return out


cdef list map_names(components):
    names = []
    areas = components.board.area_ids
    for area in areas[:VACANT]:
        names += which(area, ["a system", "empty", *(f"the outpost of {people}" for people in PEOPLE_NAMES)])
        names += which(area, [f"face {face}" for face in FACES])
        names += scaled(f"sector of {area}", SECTORS) + scaled(f"rotation of {area}", 3) + scaled(f"stars of {area}", 2)
    for planet in range(SITES):
        planet_name = f"planet {planet % 3 + 1} of {areas[planet // 3]}"
        if planet < 3 * VACANT:
            names += which(planet_name, RESOURCE_NAMES)
        names += scaled(f"disc on {planet_name}", DISC_CODES) + scaled(f"pips of {planet_name}", 6)
        names.append(f"pirates or ice on {planet_name}")
    names += which("in the box", components.sectors)
    names += [*(f"stack of {icon} / {GROUP}" for icon in [*ICON_NAMES, "the reserve"])]
    return names + each("bonus / 8:", UPGRADE_KINDS)


# ---- encounter, offer, flight, and what is pending

cdef inline float* observe_encounter(const state_t* s, float* out) noexcept nogil:
    cdef int i
    out = put_one_of(out, s.family, FAMILIES)
    out = put_one_of(out, s.card, CARDS)
    out = put_number(out, s.card_public)
    out = put_number(out, s.deck_next / <float>CARDS)
    for i in range(s.deck_next):
        if s.deck[i] < CARDS:
            out[s.deck[i]] = (1 + i) / <float>CARDS
    out = put_counts(s.gift, 3, out + CARDS)
    out = put_counts(s.swap, 3, out)
    out = put_counts(s.give, 3, out)
    return put_counts(s.want, 3, out)


cdef list encounter_names():
    cards = range(1, CARDS + 1)
    return [
        *which("family", range(FAMILIES)), *which("card", cards), "card read out", *scaled("cards drawn", CARDS),
        *each(f"drawn when, / {CARDS}: card", cards), *cards_names("gift", 3), *cards_names("swap", 3),
        *cards_names("offered", 3), *cards_names("wanted", 3),
    ]


cdef inline float* observe_flight(const tables_t* t, const state_t* s, const goals_t* goals, float* out) noexcept nogil:
    out = put_one_of(out, s.flying_kind - 1, 2)
    out = put_number(out, s.flying_steps / <float>10)
    if s.flying_kind:
        put_spot(t, s, goals, s.flying_at, out)
        put_spot(t, s, goals, s.flying_from, out + SPOT_NUMBERS)
    return out + 2 * SPOT_NUMBERS


cdef inline float* observe_pending(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef const frame_t* frame
    cdef int i
    out = put_one_of(out, -1 if s.over else s.frames[s.depth - 1].kind - FIRST_DECISION, KINDS - FIRST_DECISION)
    out = put_number(out, s.depth / <float>FRAMES)
    for i in range(s.depth):
        frame = &s.frames[s.depth - 1 - i]
        out[FRAME_NUMBERS * i] = (1 + frame.kind) / <float>KINDS
        out[FRAME_NUMBERS * i + 1] = (1 + seats_on(t, frame.seat, seat)) / <float>SEATS
        out[FRAME_NUMBERS * i + 2] = frame.a / <float>64
        out[FRAME_NUMBERS * i + 3] = frame.b / <float>256
    return out + FRAMES * FRAME_NUMBERS


cdef list pending_names():
    frame = [*scaled("kind", KINDS), *scaled("seat", SEATS), *scaled("a", 64), *scaled("b", 256)]
    return [*which("pending", PENDING_NAMES[FIRST_DECISION:]), *scaled("depth", FRAMES),
            *(f"frame {i} from the top: {name}" for i in range(FRAMES) for name in frame)]


# ---- a seat, as everybody sees it

cdef inline float* observe_sites(const state_t* s, int owner, float* out) noexcept nogil:
    cdef uint64_t left = s.derived.bases[owner]
    cdef int site
    while left:
        site = lowest_bit(left)
        left &= left - 1
        out[site] = 1
        out[SITES + site] = (s.site[site] & PORT) != 0
    return out + 2 * SITES


cdef list sites_names(components):
    sites = [f"site {site % 3 + 1} of {components.board.area_ids[site // 3]}" for site in range(SITES)]
    return each("colony at", sites) + each("spaceport at", sites)


cdef inline float* observe_income(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    """Pips of each kind beside the seat's colonies."""
    cdef uint64_t left = s.derived.bases[seat]
    cdef int site, planet, k
    while left:
        site = lowest_bit(left)
        left &= left - 1
        for k in range(2):
            planet = site if k == 0 else site // 3 * 3 + (site + 1) % 3
            if s.face[planet // 3] == OPEN and s.disc[planet] != NONE:
                out[planet_resource(t, s, planet)] += t.pips[s.disc[planet]] / <float>20
    return out + RESOURCES


cdef inline float* observe_ships(const tables_t* t, const state_t* s, const goals_t* goals, int seat, float* out) noexcept nogil:
    cdef const ship_t* ship
    cdef int i
    for i in range(TRANSPORTS):
        ship = &s.ships[seat][i]
        out = put_one_of(out, ship.kind - 1, 2)
        out = put_bits(out, ship.flags, 2)
        if ship.kind:
            put_spot(t, s, goals, ship.at, out)
        out += SPOT_NUMBERS
    return out


cdef inline float* observe_holdings(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef int i
    for i in range(UPGRADES):
        out = put_at_least(out, s.upgrades[seat][i], 6)
    out = put_number(out, s.derived.borrowed[seat][BOOSTER] / <float>4)
    out = put_number(out, s.derived.borrowed[seat][CANNON] / <float>4)
    out = put_counts(s.derived.rates[seat], 4, out)
    out = put_number(out, s.fame[seat] / <float>20)
    out = put_number(out, (s.fame[seat] % t.fame_per_point) / <float>t.fame_per_point)
    for i in range(FRIENDS):
        out = put_number(out, s.friends[seat][i] / <float>2)
    for i in range(PEOPLES):
        out = put_at_least(out, s.stations[seat][i], 3)
        out = put_number(out, s.stations[seat][i] / <float>8)
        out = put_number(out, s.marker[i] == seat)
    for i in range(TOKENS):
        out = put_number(out, s.token[i] == seat)
    return out


cdef inline float* observe_seat(const tables_t* t, const state_t* s, const goals_t* goals, int seat, float* out) noexcept nogil:
    out = put_at_least(out, s.derived.points[seat], 20)
    out = put_number(out, s.derived.points[seat] / <float>20)
    out = put_at_least(out, s.hand_size[seat], 10)
    out = put_number(out, s.hand_size[seat] / <float>20)
    out = put_number(out, s.drawn_cards[seat] / <float>20)
    out = put_counts(s.known[PUBLIC][seat], 10, out)
    out = put_number(out, s.ship_markers[seat] / <float>4)
    out = put_at_least(out, s.colonies[seat], 9)
    out = put_at_least(out, s.ports[seat], 3)
    out = put_one_of(out, s.answers[seat] - 1, 2)
    out = observe_holdings(t, s, seat, out)
    out = observe_income(t, s, seat, out)
    out = observe_ships(t, s, goals, seat, out)
    return observe_sites(s, seat, out)


cdef list holdings_names(components, const tables_t* t):
    names = []
    for upgrade in UPGRADE_KINDS:
        names += at_least(f"{upgrade}s", 6)
    names += scaled("boosters of friends", 4) + scaled("cannons of friends", 4) + cards_names("cards for another", 4)
    names += scaled("fame", 20) + scaled("fame towards a point", t.fame_per_point) + each("friends / 2:", components.friends)
    for people in PEOPLE_NAMES:
        names += at_least(f"stations at {people}", 3) + scaled(f"stations at {people}", 8) + [f"marker of {people}"]
    return names + each("token", TOKEN_NAMES)


cdef list seat_names(components, const tables_t* t):
    names = at_least("points", 20) + scaled("points", 20) + at_least("cards", 10) + scaled("cards", 20)
    names += scaled("cards drawn from the pile", 20) + cards_names("cards everybody knows of", 10)
    names += scaled("free trade ships", 4) + at_least("colonies", 9) + at_least("spaceports", 3)
    names += ["accepts the offer", "declines the offer", *holdings_names(components, t), *cards_names("pips of 36", 20)]
    for i in range(1, TRANSPORTS + 1):
        names += which(f"ship {i}", ["a colony ship", "a trade ship"])
        names += [f"ship {i} has moved", f"ship {i} is locked", *spot_names(f"ship {i}")]
    return names + sites_names(components)


cdef void observe(const void* tables, const void* memory, int seat, float* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef goals_t goals = goals_on(t, s)
    cdef int i
    out = observe_turn(t, s, seat, out)
    out = observe_cards(t, s, seat, out)
    out = observe_map(t, s, out)
    out = observe_encounter(s, out)
    out = observe_flight(t, s, &goals, out)
    out = observe_pending(t, s, seat, out)
    for i in range(t.players):
        out = observe_seat(t, s, &goals, (seat + i) % t.players, out)
    for i in range(1, t.players):
        out = put_counts(s.known[seat][(seat + i) % t.players], 10, out)
    if t.players < SEATS:
        observe_sites(s, SEATS - 1, out)


cdef dict slices_of(components, const tables_t* t):
    seat = seat_names(components, t)
    slices = {
        "turn": turn_names(t), "cards": card_names(t), "map": map_names(components), "encounter": encounter_names(),
        "flight": [*which("flying", ["a colony ship", "a trade ship"]), *scaled("steps left", 10),
                   *spot_names("flying at"), *spot_names("flying from")],
        "pending": pending_names(), **{f"seat {i}": seat for i in range(t.players)},
        **{f"known of seat {i}": cards_names("holds at least", 10) for i in range(1, t.players)},
    }
    return slices if t.players == SEATS else {**slices, "unused colour": sites_names(components)}


# ---- actions: all that can occur, and what tells one from another

cdef list actions_of(const tables_t* t):
    cdef int i
    spots, sites = range(INTERSECTIONS), sorted(t.site_vertex[i] for i in range(SITES))
    docks = sorted({t.site_docks[i][k] for i in range(SITES) for k in range(2)} - {NOWHERE})
    seats, cards, upgrades = range(t.players), range(RESOURCES), range(UPGRADES)
    rates = sorted({(t.rate[i], i) for i in cards} | {(t.rate_cards[i], i) for i in cards})
    operands = {
        A_BUILD_COLONY_SHIP: docks, A_BUILD_TRADE_SHIP: docks, A_BUILD_SPACEPORT: sites, A_BUILD_UPGRADE: upgrades,
        A_SUPPLY: [rate << 8 | given << 4 | taken for rate, given in rates for taken in cards if given != taken],
        A_HELP: seats, A_OFFER: cards, A_AND: cards, A_WANT: cards, A_DEAL: seats, A_COLONY_AT: sites,
        A_SPACEPORT_AT: sites, A_COLONY_SHIP_AT: docks, A_TRADE_SHIP_AT: docks, A_TAKE_UPGRADE: upgrades, A_TAKE: cards,
        A_DISCARD: cards, A_ROB: seats, A_FLY: spots, A_JUMP: spots, A_TO: spots, A_FRIEND: range(FRIENDS),
        A_GIVE_COUNT: range(4), A_PAY: cards, A_GIVE: cards, A_LOCK: spots, A_ADD: upgrades, A_REMOVE: upgrades,
    }
    return [act(kind, operand) for kind in range(ACTIONS) for operand in operands.get(kind, (0,))]


cdef inline bint is_place(int kind) noexcept nogil:
    return (kind == A_BUILD_COLONY_SHIP or kind == A_BUILD_TRADE_SHIP or kind == A_BUILD_SPACEPORT
            or A_COLONY_AT <= kind <= A_TRADE_SHIP_AT or kind == A_FLY or kind == A_JUMP or kind == A_TO or kind == A_LOCK)


cdef inline bint is_card(int kind) noexcept nogil:
    return (kind == A_OFFER or kind == A_AND or kind == A_WANT or kind == A_TAKE or kind == A_DISCARD or kind == A_PAY
            or kind == A_GIVE)


cdef inline int cost_meant(int kind, int it) noexcept nogil:
    if kind == A_BUILD_COLONY_SHIP or kind == A_BUILD_TRADE_SHIP or kind == A_BUILD_SPACEPORT:
        return COST_COLONY_SHIP + kind - A_BUILD_COLONY_SHIP
    if kind == A_BUILD_UPGRADE:
        return COST_BOOSTER + it
    return COST_FAME if kind == A_BUY_FAME else -1


cdef inline float* put_site(const tables_t* t, const state_t* s, int spot, float* out) noexcept nogil:
    """What a colony site brings, and what lies at a spot."""
    cdef int site = NONE, planet, k
    if spot != NOWHERE:
        site = t.site_at[spot]
        out[RESOURCES] = has_spot(&s.derived.unexplored, t.bit_of[spot])
        out[RESOURCES + 1] = t.dock_at[spot] != NONE
        out[RESOURCES + 2] = t.centre_at[spot] != NONE
    if site != NONE:
        out[RESOURCES + 3] = may_found(t, s, site)
        for k in range(2):
            planet = site if k == 0 else site // 3 * 3 + (site + 1) % 3
            if s.face[planet // 3] == OPEN and s.disc[planet] != NONE and area_kind(t, s, planet // 3) == SYSTEM:
                out[planet_resource(t, s, planet)] += t.pips[s.disc[planet]] / <float>10
    return out + RESOURCES + 4


cdef inline float* put_features(const tables_t* t, const state_t* s, const goals_t* goals, int seat, action_t action,
                                float* out) noexcept nogil:
    cdef int kind = verb(action), it = operand(action), cost = cost_meant(kind, it), other = -1, spot = NOWHERE
    out = put_one_of(out, kind, ACTIONS)
    if is_place(kind):
        spot = it
        put_spot(t, s, goals, spot, out)
        out[SPOT_NUMBERS] = nearness(t.distance[spot][s.flying_at]) if s.flying_kind else 0
    out = put_site(t, s, spot, out + SPOT_NUMBERS + 1)
    out = put_one_of(out, it if is_card(kind) else it & 15 if kind == A_SUPPLY else -1, RESOURCES)
    out = put_one_of(out, it >> 4 & 15 if kind == A_SUPPLY else -1, RESOURCES)
    out = put_number(out, (it >> 8) / <float>4 if kind == A_SUPPLY else 0)
    out = put_one_of(out, it if kind == A_BUILD_UPGRADE or kind == A_TAKE_UPGRADE or kind >= A_ADD else -1, UPGRADES)
    if kind == A_HELP or kind == A_DEAL or kind == A_ROB:
        other = it
        out[SEATS] = s.hand_size[other] / <float>20
        out[SEATS + 1] = s.derived.points[other] / <float>20
    out = put_one_of(out, -1 if other < 0 else seats_on(t, other, seat), SEATS) + 2
    out = put_one_of(out, it if kind == A_FRIEND else -1, FRIENDS)
    out = put_number(out, it / <float>3 if kind == A_GIVE_COUNT else 0)
    if cost >= 0:
        put_counts(t.cost[cost], 4, out)
    return out + RESOURCES


cdef void features(const void* tables, const void* memory, const action_t* actions, int count, float* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef goals_t goals = goals_on(t, s)
    cdef int i
    for i in range(count):
        out = put_features(t, s, &goals, s.frames[s.depth - 1].seat, actions[i], out)


cdef list ACTION_KINDS = """
    end_build build_colony_ship build_trade_ship build_spaceport build_upgrade supply buy_fame help offer stop and no_more
    want accept decline deal withdraw colony_at spaceport_at colony_ship_at trade_ship_at take_upgrade take discard rob fly
    jump end_flight to found not_found friend give_count yes no pay give lock add remove
""".split()


cdef list features_of(components):
    return [
        *which("kind", ACTION_KINDS), *spot_names("place"), f"nearness within {FAR} of the flying ship",
        *cards_names("pips of 36", 10), "explores", "beside a site", "centre", "colony may be founded",
        *which("card", RESOURCE_NAMES), *which("given", RESOURCE_NAMES), *scaled("rate", 4),
        *which("upgrade", UPGRADE_KINDS), *which("other", each("seat", range(SEATS))), *scaled("other's cards", 20),
        *scaled("other's points", 20), *which("friend", components.friends), *scaled("count", 3), *cards_names("cost", 4),
    ]
