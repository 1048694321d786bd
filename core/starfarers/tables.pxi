# The read-only tables, filled once per game from components.py.


cdef int fill8(uint8_t* to, values, int size) except -1:
    cdef int i
    if len(values) > size:
        raise BadOption(f"components: {len(values)} values where {size} fit.")
    for i in range(len(values)):
        to[i] = values[i]
    return 0


cdef int fill16(uint16_t* to, values) except -1:
    cdef int i
    for i in range(len(values)):
        to[i] = values[i]
    return 0


cdef int fill_bits(bits_t* bits, const tables_t* t, spots) except -1:
    for spot in spots:
        add_spot(bits, t.bit_of[spot])
    return 0


cdef void fill_quarters(tables_t* t) noexcept nogil:
    cdef int four, bit, quarter
    for four in range(16):
        for bit in range(4):
            if four >> bit & 1:
                for quarter in range(4):
                    t.bits_of[quarter][four][t.bit_count[four]] = 4 * quarter + bit
                t.bit_count[four] += 1


cdef int fill_sets(tables_t* t, dict d) except -1:
    cdef int i
    fill16(t.bit_of, d["bit_of"])
    for i in range(INTERSECTIONS):
        t.spot_of[t.bit_of[i]] = i
        t.fly_to[column_of(t.bit_of[i])] = act(A_TO, i) - t.bit_of[i] % 64 % LANE
    fill_quarters(t)
    fill_bits(&t.valid, t, range(INTERSECTIONS))
    for i in range(AREAS):
        fill_bits(&t.ring[i], t, d["ring"][i])
    for i in range(SITES):
        fill_bits(&t.planet_ring[i], t, d["planet_ring"][i])
    return 0


cdef void fill_distances(tables_t* t) noexcept nogil:
    cdef int spot, i
    for spot in range(INTERSECTIONS):
        for i in range(3 * VACANT):
            t.to_site[spot][i] = min(63, t.distance[spot][t.site_vertex[i]])
        for i in range(VACANT):
            t.to_centre[spot][i] = min(63, t.distance[spot][t.centre_vertex[i]])


cdef int fill_map(tables_t* t, dict d) except -1:
    fill_sets(t, d)
    fill16(&t.neighbours[0][0], d["neighbours"])
    fill8(t.degree, d["degree"], INTERSECTIONS)
    fill8(t.area_at, d["area_at"], INTERSECTIONS)
    fill8(t.site_at, d["site_at"], INTERSECTIONS)
    fill8(t.centre_at, d["centre_at"], INTERSECTIONS)
    fill8(t.dock_at, d["dock_at"], INTERSECTIONS)
    fill8(&t.planets_at[0][0], d["planets_at"], 2 * INTERSECTIONS)
    fill16(t.site_vertex, d["site_vertex"])
    fill16(&t.site_docks[0][0], d["site_docks"])
    fill16(t.centre_vertex, d["centre_vertex"])
    fill8(&t.distance[0][0], d["distance"], INTERSECTIONS * INTERSECTIONS)
    fill_distances(t)
    fill8(t.start_port, d["start_port"], SEATS)
    fill8(&t.start_colony[0][0], d["start_colony"], 2 * SEATS)
    fill16(t.start_ship, d["start_ship"])
    return 0


cdef int fill_sectors(tables_t* t, dict d) except -1:
    fill8(t.sector_kind, d["sector_kind"], SECTORS)
    fill8(t.sector_stars, d["sector_stars"], SECTORS)
    fill8(t.sector_people, d["sector_people"], SECTORS)
    fill8(&t.sector_resource[0][0], d["sector_resource"], 3 * SECTORS)
    fill8(&t.sector_icon[0][0], d["sector_icon"], 3 * SECTORS)
    fill8(t.area_stars, d["area_stars"], VACANT)
    fill8(t.beginner_sector, d["beginner_sector"], VACANT)
    t.box = d["box"]
    t.docks = d["docks"]
    fill8(t.greek_resource, d["greek_resource"], SITES - 3 * VACANT)
    fill8(t.greek_disc, d["greek_disc"], SITES - 3 * VACANT)
    fill8(t.greek_beginner, d["greek_beginner"], SITES - 3 * VACANT)
    fill8(&t.fronts[0][0], d["fronts"], GROUP * (ICONS + 1))
    fill8(t.front_count, d["front_count"], ICONS + 1)
    fill8(t.token_disc, d["token_disc"], TOKENS)
    fill16(t.rolls, d["rolls"])
    fill8(t.pips, d["pips"], 256)
    return 0


cdef int fill_numbers(tables_t* t, dict d) except -1:
    cdef int i
    fill8(&t.cost[0][0], d["cost"], COSTS * RESOURCES)
    for i in range(COSTS):
        t.price[i] = packed(t.cost[i])
    fill8(t.rate, d["rate"], RESOURCES)
    fill8(t.stock, d["stock"], UPGRADES)
    fill8(t.limit, d["limit"], UPGRADES)
    fill8(t.bonus, d["bonus"], UPGRADES)
    fill8(t.draws, d["draws"], 64)
    fill8(t.pair_total, d["pair_total"], PAIRS)
    fill8(t.pair_black, d["pair_black"], PAIRS)
    fill8(t.pair_looks, d["pair_looks"], PAIRS)
    t.fame_stock = d["fame_stock"]
    t.per_resource = d["per_resource"]
    t.per_pile = d["per_pile"]
    t.max_colonies = d["max_colonies"]
    t.max_stations = d["max_stations"]
    t.max_ports = d["max_ports"]
    t.hand_limit = d["hand_limit"]
    t.starting_cards = d["starting_cards"]
    t.starting_fame = d["starting_fame"]
    t.win = d["win"]
    t.points_colony = d["points_colony"]
    t.points_port = d["points_port"]
    t.points_marker = d["points_marker"]
    t.points_token = d["points_token"]
    t.fame_per_point = d["fame_per_point"]
    t.encounter_speed = d["encounter_speed"]
    return 0


cdef int fill_friends(tables_t* t, dict d) except -1:
    fill8(t.friend_people, d["friend_people"], FRIENDS)
    fill8(t.friend_copies, d["friend_copies"], FRIENDS)
    fill8(t.friend_boosters, d["friend_boosters"], FRIENDS)
    fill8(t.friend_cannons, d["friend_cannons"], FRIENDS)
    fill8(t.more_card, d["more_card"], RESOURCES)
    fill8(t.rate_card, d["rate_card"], RESOURCES)
    fill8(t.rate_cards, d["rate_cards"], RESOURCES)
    fill8(t.rate_once, d["rate_once"], RESOURCES)
    t.tribute_card = d["tribute_card"]
    t.tribute_limit = d["tribute_limit"]
    t.fame_card = d["fame_card"]
    t.help_card = d["help_card"]
    t.relief_card = d["relief_card"]
    return 0


cdef int fill_encounters(tables_t* t, dict d) except -1:
    cdef int i
    fill8(t.card_family, d["card_family"], CARDS)
    fill8(&t.branch[0][0], d["branch"], 4 * CARDS)
    fill8(t.family_ask, d["family_ask"], FAMILIES)
    fill8(t.family_needs, d["family_needs"], FAMILIES)
    for i, mask in enumerate(d["family_cards"]):
        t.family_cards[i] = mask
    for i, node in enumerate(d["nodes"]):
        fill_node(&t.nodes[i], node)
    return 0


cdef int fill_node(node_t* node, list values) except -1:
    cdef int i
    node.count = values[0]
    for i in range(4):
        node.ops[i] = values[1 + i]
        node.args[i] = values[5 + i]
    node.check = values[9]
    node.rival = values[10]
    node.family = values[11]
    for i in range(6):
        node.next[i] = values[12 + i]
    return 0


cdef int fill_options(tables_t* t, int players, dict options) except -1:
    t.players = players
    t.setup = SETUPS.index(options["setup"])
    t.flee_scientists = options["flee_scientists"]
    t.pirate_scientists = options["pirate_scientists"]
    t.base_scientists = options["base_scientists"]
    t.speed_black = options["speed_black"]
    t.max_offers = options["max_offers"]
    t.max_turns = options["max_rounds"] * players
    return 0
