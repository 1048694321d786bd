# The automatic opponent (R169-R194, ruling 24).

# ---- ties (R194)

cdef int tie(state_t* s, int count) noexcept nogil:
    """One of `count` choices, uniformly, from Lacerda's own stream."""
    cdef int picked
    if count <= 1:
        return 0
    picked = draw(s.seed, SRC_TIES, s.ties, count)
    s.ties += 1
    return picked


cdef int lacerda_pick(const tables_t* t, state_t* s, hexset_t hexes) noexcept nogil:
    cdef int skip
    if not hexes:
        return NONE
    skip = tie(s, hs_count(hexes))
    while skip:
        hexes &= hexes - 1
        skip -= 1
    return hs_first(hexes)


# ---- small things

cdef inline int lacerda_bots(const state_t* s) noexcept nogil:
    return 1 + s.bots_taken


cdef void lacerda_lss(state_t* s) noexcept nogil:
    """R180."""
    if s.boards[LACERDA].slots[HIRE_SLOT]:
        s.boards[LACERDA].slots[HIRE_SLOT] = 0
    else:
        gain_crystals(s, LACERDA, 1)


cdef int lacerda_item(const tables_t* t, const state_t* s) noexcept nogil:
    """What there is most of in the Warehouse, Crystals first, then from the left (R183); NONE if nothing."""
    cdef int best = NONE, item, i
    cdef means_t means = means_of(s, LACERDA)
    for i in range(5):
        item = CRYSTAL if i == 0 else i
        if item == CRYSTAL and not crystal_room(s, LACERDA, &means):
            continue
        if s.warehouse[item] and (best == NONE or s.warehouse[item] > s.warehouse[best]):
            best = item
    return best


cdef void lacerda_warehouse(const tables_t* t, state_t* s, int count) noexcept nogil:
    cdef int item
    while count > 0:
        item = lacerda_item(t, s)
        if item == NONE:
            return
        s.warehouse[item] -= 1
        if item == CRYSTAL:
            gain_crystals(s, LACERDA, 1)
        count -= 1


cdef bint lacerda_scores(const tables_t* t, const state_t* s, int type_) noexcept nogil:
    cdef int i
    for i in range(6):
        if s.scientist_owner[i] == LACERDA and t.scientist_scores[i] == type_:
            return True
    return False


# ---- Orbit 1: Blueprint (R186)

cdef int row_length(const state_t* s, int row) noexcept nogil:
    cdef int i
    for i in range(6):
        if not s.display[row][i]:
            return i
    return 6


cdef int lacerda_card(const tables_t* t, const state_t* s) noexcept nogil:
    """A type his Scientists score, else any; leftmost of the longer row, the bottom one if both are equal."""
    cdef int first = 1 if row_length(s, 1) >= row_length(s, 0) else 0, row, i
    for row in range(2):
        for i in range(6):
            if s.display[first ^ row][i] and lacerda_scores(t, s, t.card_type[s.display[first ^ row][i]]):
                return s.display[first ^ row][i]
    return s.display[first][0]


cdef void lacerda_blueprints(const tables_t* t, state_t* s, int count) noexcept nogil:
    while count > 0 and blueprint_free(s, LACERDA):
        take_blueprint(t, s, LACERDA, lacerda_card(t, s))
        count -= 1


# ---- Orbit 2: Technology (R187)

cdef int lacerda_tech_space(const tables_t* t, const state_t* s) noexcept nogil:
    """Cheapest, leftmost tile of a type he lacks; NONE if there is none or no room."""
    cdef int best = NONE, space
    if not lab_open(s, LACERDA):
        return NONE
    for space in range(8):
        if s.grid[space] and s.boards[LACERDA].tech[s.grid[space] - 1] == NONE:
            if best == NONE or t.grid_cost[space].count < t.grid_cost[best].count:
                best = space
    return best


cdef void lacerda_learns(const tables_t* t, state_t* s) noexcept nogil:
    cdef int space = lacerda_tech_space(t, s), lab_space
    if space == NONE:
        return
    lab_space = s.boards[LACERDA].lab & 1
    learn(t, s, LACERDA, space, lab_space)
    lacerda_benefit(t, s, &t.lab_effect[lab_space])


# ---- Orbit 3: develop (R188)

cdef bint lacerda_can_develop(const tables_t* t, const state_t* s, int tech) noexcept nogil:
    """He pays no Resource; the Crystal of column 6 he must have."""
    cdef const cost_t* cost
    cdef int i
    if not destinations(t, s, LACERDA, tech):
        return False
    cost = develop_cost(t, s, LACERDA, tech)
    for i in range(cost.count):
        if cost.units[i] == CRYSTAL and s.boards[LACERDA].crystals == 0:
            return False
    return True


cdef int lacerda_develop_tech(const tables_t* t, const state_t* s, bint most) noexcept nogil:
    """The most or least developed able Tech, the bottom one of equals; NONE if there is none."""
    cdef int best = NONE, tech, space, better
    for tech in range(TECHS):
        if not lacerda_can_develop(t, s, tech):
            continue
        if best == NONE:
            best = tech
            continue
        space = s.boards[LACERDA].tech[tech]
        better = t.lab_column[space] - t.lab_column[s.boards[LACERDA].tech[best]]
        if better == 0:
            better = 1 if space > s.boards[LACERDA].tech[best] else -1
        elif not most:
            better = -better
        if better > 0:
            best = tech
    return best


cdef int lacerda_destination(const tables_t* t, state_t* s, int tech) noexcept nogil:
    """Rather a space with a benefit he can use."""
    cdef uint16_t spaces = destinations(t, s, LACERDA, tech), useful = 0
    cdef int space
    for space in range(SPACES):
        if spaces >> space & 1 and lacerda_can(t, s, &t.lab_effect[space]):
            useful |= 1 << space
    return lacerda_pick(t, s, useful if useful else spaces)


cdef void lacerda_develops(const tables_t* t, state_t* s, int tech, bint paid) noexcept nogil:
    cdef const cost_t* cost = develop_cost(t, s, LACERDA, tech)
    cdef int space = lacerda_destination(t, s, tech), i
    if paid:
        for i in range(cost.count):
            if cost.units[i] == CRYSTAL and s.boards[LACERDA].crystals:
                s.boards[LACERDA].crystals -= 1
    put_tech(s, LACERDA, tech, space)
    lacerda_benefit(t, s, &t.lab_effect[space])


cdef void settle_lacerda_develop(const tables_t* t, state_t* s) noexcept nogil:
    """left 2: the most developed, left 1: the least developed."""
    cdef frame_t* f = top(s)
    cdef int left = f.left, tech
    if left <= 1:
        pop(s)
    else:
        f.left -= 1
    tech = lacerda_develop_tech(t, s, left > 1)
    if tech != NONE:
        lacerda_develops(t, s, tech, True)


cdef void lacerda_owner(const tables_t* t, state_t* s, int tech) noexcept nogil:
    """The human used his Tech: he develops it if able, else nothing."""
    if s.boards[LACERDA].tech[tech] != NONE and destinations(t, s, LACERDA, tech):
        lacerda_develops(t, s, tech, False)


# ---- Colony 1: construct (R190)

cdef hexset_t lacerda_hexes(const tables_t* t, const state_t* s, int type_) noexcept nogil:
    """Anywhere on the map; those making the largest Complex."""
    cdef hexset_t kind = of_type(s, type_, LACERDA), free = t.all & ~all_buildings(s)
    cdef hexset_t adjacent = hs_load(s.beside[set_of(type_, LACERDA)])
    cdef hexset_t hexes = adjacent & free, largest = 0
    cdef int level = best_level(t, s, LACERDA, type_), most = 0, size, hex
    if not in_stock(s, LACERDA, type_):
        return 0
    while hexes:
        hex = hs_first(hexes)
        hexes &= hexes - 1
        size = needed_level(t, kind, hex)
        if size > level or size < most:
            continue
        if size > most:
            most, largest = size, 0
        largest |= hs_bit(hex)
    return largest if largest else hs_load(s.in_two[set_of(type_, LACERDA)]) & ~adjacent & free


cdef int lacerda_type(const tables_t* t, const state_t* s) noexcept nogil:
    """The icon's type, or the next that is wanted and possible; NONE after a full cycle."""
    cdef int i, type_
    for i in range(5):
        type_ = (s.icon + i) % 5
        if type_ != MINE and s.lss[type_ - 1] >= s.colony_row:
            continue
        if lacerda_hexes(t, s, type_):
            return type_
    return NONE


cdef void lacerda_constructs(const tables_t* t, state_t* s, int type_) noexcept nogil:
    """Own Tech if sufficient, else the human's."""
    cdef int hex = lacerda_pick(t, s, lacerda_hexes(t, s, type_))
    cdef int need
    if hex == NONE:
        return
    need = needed_level(t, of_type(s, type_, LACERDA), hex)
    if need > tech_level(t, s, LACERDA, type_):
        use_tech(s, LACERDA, 0, type_)
    place_building(t, s, LACERDA, type_, hex)


cdef void settle_lacerda_build(const tables_t* t, state_t* s) noexcept nogil:
    """On arriving in the Colony; x[0] NONE: by his icon, otherwise that type."""
    cdef int type_ = top(s).x[0]
    pop(s)
    if type_ == NONE:
        type_ = lacerda_type(t, s)
        if type_ == NONE:
            lacerda_rover(t, s)
            return
    lacerda_constructs(t, s, type_)


# ---- Colony 2: upgrade (R191)

cdef inline hexset_t lacerda_upgrade_hexes(const tables_t* t, const state_t* s, int card) noexcept nogil:
    return upgrade_hexes(t, s, LACERDA, card, t.all) if s.card[card] == OWNED + LACERDA else 0


cdef int lacerda_upgrade_choices(const tables_t* t, const state_t* s, bint scoring) noexcept nogil:
    """Blueprints on Buildings; scoring: only of types his Scientists score."""
    cdef int count = 0, card
    for card in range(1, 25):
        if not scoring or lacerda_scores(t, s, t.card_type[card]):
            count += hs_count(lacerda_upgrade_hexes(t, s, card))
    return count


cdef void lacerda_upgrades(const tables_t* t, state_t* s) noexcept nogil:
    """Rather a type his Scientists score; Blueprint and Building are one choice (ruling 35)."""
    cdef int scoring = lacerda_upgrade_choices(t, s, True), card, skip
    cdef hexset_t hexes
    skip = tie(s, scoring if scoring else lacerda_upgrade_choices(t, s, False))
    for card in range(1, 25):
        hexes = lacerda_upgrade_hexes(t, s, card)
        if scoring and not lacerda_scores(t, s, t.card_type[card]):
            continue
        while hexes:
            if skip == 0:
                upgrade(t, s, LACERDA, card, hs_first(hexes))
                return
            skip -= 1
            hexes &= hexes - 1


cdef bint lacerda_any_upgrade(const tables_t* t, const state_t* s) noexcept nogil:
    return lacerda_upgrade_choices(t, s, False) > 0


cdef int lacerda_most_upgrades(const tables_t* t, const state_t* s) noexcept nogil:
    """How many more he could make: those that need a Complex first, they have the fewer Buildings to go on."""
    cdef int total = 0, type_, card, hexes, demanding, easy
    for type_ in range(6):
        demanding = easy = hexes = 0
        for card in range(1, 25):
            if t.card_type[card] == type_ and s.card[card] == OWNED + LACERDA:
                if t.card_complex[card] > 1:
                    demanding = min(demanding + 1, hs_count(lacerda_upgrade_hexes(t, s, card)))
                else:
                    easy += 1
        hexes = hs_count(of_type(s, type_, LACERDA) & ~all_advanced(s))
        total += demanding + min(easy, hexes - demanding)
    return total


cdef int lacerda_upgrade_tech(const tables_t* t, const state_t* s) noexcept nogil:
    """Whose Upgrade Tech he uses: his own if it suffices or is no worse (ruling 24)."""
    cdef int own = tech_level(t, s, LACERDA, UPGRADE_TECH), other = usable_level(t, s, LACERDA, 0, UPGRADE_TECH)
    return LACERDA if own >= min(other, lacerda_most_upgrades(t, s)) else 0


cdef void settle_lacerda_upgrade(const tables_t* t, state_t* s) noexcept nogil:
    """left: upgrades still granted; when they are used up the Upgrade Tech, once, gives more."""
    cdef frame_t* f = top(s)
    cdef int owner
    if not lacerda_any_upgrade(t, s) or (f.left == 0 and f.flags & F_TECH):
        pop(s)
        return
    if f.left == 0:
        owner = lacerda_upgrade_tech(t, s)
        f.left = usable_level(t, s, LACERDA, owner, UPGRADE_TECH)
        f.flags |= F_TECH
        if f.left:
            use_tech(s, LACERDA, owner, UPGRADE_TECH)
        return
    f.left -= 1
    lacerda_upgrades(t, s)


# ---- Colony 3: Scientist or Contract (R192)

cdef int potential(const tables_t* t, const state_t* s, int type_) noexcept nogil:
    """Blueprints of a type owned by anybody, used or not."""
    cdef int count = 0, card
    for card in range(1, 25):
        count += t.card_type[card] == type_ and s.card[card] >= OWNED
    return count


cdef int lacerda_worth(const tables_t* t, const state_t* s, int slot) noexcept nogil:
    """Scientists before Contracts until he has two; -1 for what he cannot take."""
    cdef int card = s.slots[slot]
    cdef bint wants_scientists = scientists_of(s, LACERDA) < t.solo_scientists
    if card == 0 or (card > 6 and s.boards[LACERDA].crystals < t.contract_cost.count):
        return -1
    if card <= 6:
        return 1000 + potential(t, s, t.scientist_scores[card - 1]) if wants_scientists else -1
    return t.contract[card - 6].done


cdef int lacerda_slot(const tables_t* t, state_t* s) noexcept nogil:
    """The display slot he takes from; NONE if there is nothing. Ties are drawn."""
    cdef int best = -1, mask = 0, slot, worth
    for slot in range(6):
        worth = lacerda_worth(t, s, slot)
        if worth > best:
            best, mask = worth, 0
        if worth == best and worth >= 0:
            mask |= 1 << slot
    return lacerda_pick(t, s, mask)


cdef bint lacerda_can_hire(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int slot
    for slot in range(6):
        if lacerda_worth(t, s, slot) >= 0:
            return True
    return False


cdef void lacerda_hires(const tables_t* t, state_t* s) noexcept nogil:
    cdef int slot = lacerda_slot(t, s)
    if slot == NONE:
        return
    if s.slots[slot] > 6:
        s.boards[LACERDA].crystals -= t.contract_cost.count
    take_from_display(t, s, LACERDA, slot)


cdef void lacerda_refills(const tables_t* t, state_t* s) noexcept nogil:
    """From the shuffled pile (R192)."""
    cdef int i
    for i in range(s.refill_count):
        if pile(s):
            s.slots[s.refills[i]] = lacerda_pick(t, s, pile(s)) + 6


# ---- the Rover (R185)

ctypedef struct route_t:
    uint16_t count              # ways
    uint8_t crystals            # on each of them


cdef bint lacerda_collects(const tables_t* t, const state_t* s, int hex, hexset_t blocked) noexcept nogil:
    """A tile he may stop on, of a Research type he lacks, and of use to him."""
    cdef int what = s.ground[hex]
    if not is_tile(what) or hs_has(blocked, hex):
        return False
    if what >= RESEARCH_THERE:
        if s.boards[LACERDA].research >> (what - RESEARCH_THERE) & 1:
            return False
        return lacerda_can(t, s, &t.research_effect)
    return lacerda_can(t, s, &t.discovery_effect[what - DISCOVERY_THERE])


cdef int lacerda_target(const tables_t* t, state_t* s, int here, hexset_t blocked) noexcept nogil:
    """The closest collectible tile; NONE if there is none."""
    cdef hexset_t tiles = 0, hexes = hs_load(s.grounds)
    cdef int hex, d
    while hexes:
        hex = hs_first(hexes)
        hexes &= hexes - 1
        if lacerda_collects(t, s, hex, blocked):
            tiles |= hs_bit(hex)
    for d in range(FARTHEST):
        if tiles & t.at_distance[here][d]:
            return lacerda_pick(t, s, tiles & t.at_distance[here][d])
    return NONE


cdef int lacerda_points(const tables_t* t, state_t* s, int distance) noexcept nogil:
    """2 points; Tech if that is not enough, own if it suffices; Crystals only if he then arrives."""
    cdef int own = tech_level(t, s, LACERDA, ROVER_TECH), other = usable_level(t, s, LACERDA, 0, ROVER_TECH)
    cdef int points = 2, owner
    if distance <= points:
        return distance
    owner = LACERDA if own and (own >= other or own + points >= distance) else 0
    if own or other:
        points += own if owner == LACERDA else other
        use_tech(s, LACERDA, owner, ROVER_TECH)
    if points < distance <= points + s.boards[LACERDA].crystals:
        s.boards[LACERDA].crystals -= distance - points
        points = distance
    return min(points, distance)


cdef bint lacerda_may_stop(const tables_t* t, const state_t* s, int hex, hexset_t blocked) noexcept nogil:
    """He does not stop on a tile he cannot collect (R89)."""
    return not hs_has(blocked, hex) and (not is_tile(s.ground[hex]) or lacerda_collects(t, s, hex, blocked))


cdef void lacerda_drives(const tables_t* t, state_t* s, int target, int points, hexset_t blocked) noexcept nogil:
    """Along a shortest way that collects most Crystals and ends where he may stop; fewer steps if it must be."""
    cdef route_t routes[FARTHEST + 1][HEXES]
    cdef int here = rover_hex(t, s, LACERDA), ways = 0, skip
    while points > 0:
        find_routes(t, s, routes, here, target, points, blocked)
        ways = routes[points][here].count
        if ways:
            break
        points -= 1
    skip = tie(s, ways)
    while points > 0:
        points -= 1
        here = next_on_route(t, s, routes[points], here, &skip)
        collect_crystal(s, LACERDA, here)
        s.boards[LACERDA].rover = here
    note_pieces(t, s)


cdef void find_routes(const tables_t* t, const state_t* s, route_t[FARTHEST + 1][HEXES] routes, int here, int target,
                      int points,
                      hexset_t blocked) noexcept nogil:
    """From each hex between here and the target with so many steps left: most Crystals ahead, and on how many ways."""
    cdef int length = t.distance[here][target], left, hex, i
    for left in range(points + 1):
        for hex in range(HEXES):
            memset(&routes[left][hex], 0, sizeof(route_t))
            if t.distance[here][hex] != points - left or t.distance[hex][target] != length - points + left:
                continue
            if left == 0:
                routes[left][hex].count = lacerda_may_stop(t, s, hex, blocked)
                continue
            for i in range(t.neighbours[hex]):
                add_route(s, &routes[left][hex], &routes[left - 1][t.near[hex][i]], t.near[hex][i])


cdef void add_route(const state_t* s, route_t* route, const route_t* rest, int hex) noexcept nogil:
    cdef int crystals = rest.crystals + (s.ground[hex] == CRYSTAL_THERE)
    if rest.count == 0 or (route.count and crystals < route.crystals):
        return
    if crystals > route.crystals:
        route.count = 0
    route.crystals = crystals
    route.count += rest.count


cdef int next_on_route(const tables_t* t, const state_t* s, const route_t* rest, int here, int* skip) noexcept nogil:
    """The first step of one of the best ways: they are counted in the order of the hexes."""
    cdef int best = 0, i, hex
    for i in range(t.neighbours[here]):
        hex = t.near[here][i]
        if rest[hex].count:
            best = max(best, rest[hex].crystals + (s.ground[hex] == CRYSTAL_THERE))
    for i in range(t.neighbours[here]):
        hex = t.near[here][i]
        if rest[hex].count == 0 or rest[hex].crystals + (s.ground[hex] == CRYSTAL_THERE) < best:
            continue
        if skip[0] < rest[hex].count:
            return hex
        skip[0] -= rest[hex].count
    return here


cdef void lacerda_rover(const tables_t* t, state_t* s) noexcept nogil:
    cdef hexset_t blocked = beside_rover(t, s, LACERDA)
    cdef int here = rover_hex(t, s, LACERDA)
    cdef int target = lacerda_target(t, s, here, blocked)
    if target == NONE:
        return
    lacerda_drives(t, s, target, lacerda_points(t, s, t.distance[here][target]), blocked)
    if s.boards[LACERDA].rover == target:
        lacerda_claims(t, s, target)


cdef void lacerda_claims(const tables_t* t, state_t* s, int hex) noexcept nogil:
    cdef int what = s.ground[hex]
    take_tile(t, s, LACERDA, hex)
    lacerda_benefit(t, s, &t.research_effect if what >= RESEARCH_THERE
                    else &t.discovery_effect[what - DISCOVERY_THERE])


# ---- benefits (R183, ruling 24)

cdef bint lacerda_can(const tables_t* t, const state_t* s, const effect_t* effect) noexcept nogil:
    """Whether a benefit is of any use to him."""
    cdef int kind = effect.kind, type_
    if kind == K_WAREHOUSE:
        return lacerda_item(t, s) != NONE
    if kind == K_UPGRADE:
        return lacerda_any_upgrade(t, s)
    if kind == K_BLUEPRINT:
        return blueprint_free(s, LACERDA)
    if kind == K_DEVELOP:
        return lacerda_develop_tech(t, s, True) != NONE
    if kind == K_LEARN:
        return lacerda_tech_space(t, s) != NONE
    if kind == K_HIRE:
        return lacerda_can_hire(t, s)
    if kind == K_CONSTRUCT:
        type_ = effect.arg
        return lacerda_type(t, s) != NONE if type_ == NONE else lacerda_hexes(t, s, type_) != 0
    return kind == K_CRYSTALS or kind == K_BOTS or kind == K_BUY_COLONIST


cdef void lacerda_benefit(const tables_t* t, state_t* s, const effect_t* effect) noexcept nogil:
    cdef int kind = effect.kind
    if not lacerda_can(t, s, effect):
        return
    if kind == K_WAREHOUSE:
        lacerda_warehouse(t, s, effect.n)
    elif kind == K_CRYSTALS:
        gain_crystals(s, LACERDA, effect.n)
    elif kind == K_BOTS:
        s.icon = (s.icon + 1) % 5
    elif kind == K_BUY_COLONIST:
        lacerda_rover(t, s)
    elif kind == K_UPGRADE:
        push(s, K_LACERDA_UPGRADE, LACERDA).left = effect.n
    elif kind == K_BLUEPRINT:
        lacerda_blueprints(t, s, effect.n)
    elif kind == K_DEVELOP:
        push(s, K_LACERDA_DEVELOP, LACERDA).left = effect.n
    elif kind == K_LEARN:
        lacerda_learns(t, s)
    elif kind == K_HIRE:
        lacerda_hires(t, s)
    elif kind == K_CONSTRUCT:
        push(s, K_LACERDA_BUILD, LACERDA).x[0] = effect.arg


# ---- his turn (R171, R172, R184)

cdef int draw_solo_card(state_t* s) noexcept nogil:
    """When the deck is empty it is reshuffled: the k-th time from its k-th stream."""
    cdef rng_t rng
    cdef int i, card
    if s.solo_next == 12:
        s.passes += 1
        rng = stream(s.seed, SRC_SOLO, s.passes)
        for i in range(12):
            s.solo_deck[i] = i + 1
        rng_shuffle(&rng, s.solo_deck, 12)
        s.solo_next = 0
        s.solo_seen = 0
    card = s.solo_deck[s.solo_next]
    s.solo_deck[s.solo_next] = 0
    s.solo_next += 1
    s.solo_seen |= 1 << card
    return card


cdef bint lacerda_enters(const tables_t* t, state_t* s, int slot, const effect_t* effect) noexcept nogil:
    """His Colonist on a slot, the extra cost in Crystals; False if that leaves nothing to do (R184)."""
    cdef int cleared, cost
    if slot == HIRE_SLOT and s.boards[LACERDA].slots[slot]:
        return False
    cleared = clearing(t, s, slot)
    cost = extra_cost(t, s, LACERDA, slot, cleared)
    if cost > s.boards[LACERDA].crystals:
        return False
    s.boards[LACERDA].crystals -= cost
    if not lacerda_can(t, s, effect):
        s.boards[LACERDA].crystals += cost
        return False
    clear_slots(t, s, slot, cleared)
    s.boards[LACERDA].slots[slot] += 1
    return True


cdef void lacerda_acts(const tables_t* t, state_t* s, int action) noexcept nogil:
    """A Main action that is unpayable or not allowed becomes a Rover move."""
    cdef int slot = t.main_slot[action]
    cdef const effect_t* effect = &t.main_effect[action]
    if lacerda_can(t, s, effect) if slot == NONE else lacerda_enters(t, s, slot, effect):
        lacerda_benefit(t, s, effect)
    else:
        lacerda_rover(t, s)


cdef void lacerda_turn(const tables_t* t, state_t* s) noexcept nogil:
    cdef int card = draw_solo_card(s), mission = t.solo_mission[card]
    s.travels = t.solo_travels[card]
    if s.passes and s.mission_left[mission]:
        gain_crystals(s, LACERDA, t.mission_crystals[s.mission[mission]])
        lower_mission(s, mission)
    lacerda_acts(t, s, t.solo_main[side_of(s, LACERDA)][t.solo_action[card] - 1])


# ---- travelling and level-ups (R173-R176, R193)

cdef void lacerda_places_tile(const tables_t* t, state_t* s) noexcept nogil:
    """The leftmost tile, 3 from his Rover and as far as possible from the human's."""
    cdef hexset_t places = tile_places(t, s, LACERDA)
    cdef int place = 0 if s.exploration[0] else 1, hex, d
    if not s.exploration[place] or not places:
        return
    for d in range(FARTHEST - 1, -1, -1):
        if places & t.at_distance[rover_hex(t, s, 0)][d]:
            hex = lacerda_pick(t, s, places & t.at_distance[rover_hex(t, s, 0)][d])
            lay(s, hex, DISCOVERY_THERE + s.exploration[place])
            refill_exploration(s, place)
            return


cdef void lacerda_travels(const tables_t* t, state_t* s) noexcept nogil:
    cdef int side = COLONY if side_of(s, LACERDA) == ORBIT else ORBIT, space, free = 0
    if not s.travels or s.travelled != side_of(s, LACERDA):
        return
    if side == COLONY:
        lacerda_places_tile(t, s)
        push(s, K_LACERDA_BUILD, LACERDA).x[0] = NONE
    for space in range(1, 9):
        if (side == COLONY) == (space > 4) and not taken_spaces(t, s) >> space & 1:
            free |= 1 << space
    space = lacerda_pick(t, s, free)
    s.boards[LACERDA].space = space
    lacerda_benefit(t, s, &t.space_effect[space])


cdef void lacerda_levels_up(const tables_t* t, state_t* s) noexcept nogil:
    """A Shelter, a Ship, a Bot."""
    push(s, K_LACERDA_SHIP, LACERDA)
    push(s, K_LACERDA_BUILD, LACERDA).x[0] = SHELTER


cdef void settle_lacerda_ship(const tables_t* t, state_t* s) noexcept nogil:
    pop(s)
    if s.boards[LACERDA].ships:
        s.boards[LACERDA].ships &= s.boards[LACERDA].ships - 1
        s.boards[LACERDA].hangar += 1
    if s.bots_taken < 3:
        s.bots_taken += 1
        contribute(t, s, LACERDA, M_BOTS)
