# Check: what must hold of any state that is played on, whoever made it.

cdef enum: DEEPEST = 18         # pending frames at a decision; the rest of the stack is room to work in


cdef const char* check(const void* tables, const void* memory) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef const char* problem = check_parts(t, s)
    if problem != NULL or s.over:
        return problem
    return check_decision(t, s)


cdef const char* check_parts(const tables_t* t, const state_t* s) noexcept nogil:
    """Everything but that the next pending entry is a real decision."""
    cdef const char* problem = check_turn(t, s)
    if problem == NULL:
        problem = check_tiles(t, s)
    if problem == NULL:
        problem = check_discs(t, s)
    if problem == NULL:
        problem = check_sites(t, s)
    if problem == NULL:
        problem = check_ships(t, s)
    if problem == NULL:
        problem = check_cards(t, s)
    if problem == NULL:
        problem = check_players(t, s)
    if problem == NULL:
        problem = check_derived(t, s)
    if problem == NULL:
        problem = check_encounter(t, s)
    if problem == NULL:
        problem = check_offer(t, s)
    if problem == NULL:
        problem = check_pending(t, s)
    return problem


cdef const char* check_decision(const tables_t* t, const state_t* s) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef const frame_t* top
    if s.depth == 0:
        return b"pending: nothing is pending and the game is not over"
    top = &s.frames[s.depth - 1]
    if top.kind < FIRST_DECISION:
        return b"pending: the last entry is no decision"
    if is_won(t, s):
        return b"active: this seat has enough points to have won"
    if ASK[top.kind](t, s, top, actions) < 1:
        return b"pending: the last entry leaves nothing to choose"
    return NULL


cdef const char* check_turn(const tables_t* t, const state_t* s) noexcept nogil:
    if s.unused[0] or s.unused[1]:
        return b"unused: padding must be zero"
    if s.active >= t.players:
        return b"active: there is no such seat"
    if s.starter >= t.players:
        return b"starter: there is no such seat"
    if s.turn > t.max_turns:
        return b"turn: beyond the last round"
    if s.over > 1 or s.jump > 1 or s.spent > 7:
        return b"over, jump, spent: out of range"
    if s.winner != NONE and (s.winner >= t.players or not s.over):
        return b"winner: a seat, and only when the game is over"
    if s.dice[0] > 6 or s.dice[1] > 6 or (s.dice[0] == 0) != (s.dice[1] == 0):
        return b"dice: two numbers from 1 to 6"
    if s.pair > PAIRS or (s.pair and t.pair_looks[s.pair - 1] != s.pair - 1):
        return b"balls: there is no such pair"
    if s.base_speed > 5:
        return b"base_speed: at most 5"
    if s.offers > t.max_offers:
        return b"offers: more than max_offers"
    if s.steals >= 0xFF00 or s.shuffles >= 0xFF00 or s.builds >= 0xFF00:
        return b"steals, shuffles, pile_builds: too many"
    return NULL


cdef const char* check_tiles(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint32_t seen = 0
    cdef int area
    if s.box >= SECTORS:
        return b"box: there is no such sector"
    seen = <uint32_t>1 << s.box
    for area in range(VACANT):
        if s.tile[area] >= SECTORS:
            return b"tiles: there is no such sector"
        if seen >> s.tile[area] & 1:
            return b"tiles: a sector lies in two places"
        seen |= <uint32_t>1 << s.tile[area]
        if s.rotation[area] > 2 or (s.rotation[area] and t.sector_kind[s.tile[area]] != SYSTEM):
            return b"tiles: rotation is 0, 1 or 2, and 0 for what is no system"
        if s.stars[area] != t.sector_stars[s.tile[area]]:
            return b"tiles: stars are those of the sector"
        if s.face[area] > OPEN or (s.face[area] == UNEXPLORED and t.sector_kind[s.tile[area]] != SYSTEM):
            return b"tiles: only systems have discs face down"
    for area in range(VACANT, AREAS):
        if s.face[area] != OPEN:
            return b"systems: they are always open"
    return NULL


cdef const char* check_discs(const tables_t* t, const state_t* s) noexcept nogil:
    """Every disc is where it can be, once."""
    cdef int left[ICONS + 1][DISC_CODES]
    cdef int group, i
    cdef const char* problem
    memset(left, 0, sizeof(left))
    for group in range(ICONS + 1):
        for i in range(t.front_count[group]):
            left[group][t.fronts[group][i]] += 1
    problem = take_stacks(t, s, left)
    if problem == NULL:
        problem = take_tokens(t, s, left)
    if problem == NULL:
        problem = take_laid(t, s, left)
    if problem != NULL:
        return problem
    for group in range(ICONS + 1):
        for i in range(DISC_CODES):
            if left[group][i]:
                return b"tiles: the discs do not add up"
    return check_greek(t, s)


cdef const char* take_stacks(const tables_t* t, const state_t* s, int left[][DISC_CODES]) noexcept nogil:
    cdef int group, i
    for group in range(ICONS + 1):
        if s.stack_size[group] > t.front_count[group]:
            return b"stacks: too many discs"
        for i in range(GROUP):
            if (s.stack[group][i] == NONE) != (i >= s.stack_size[group]):
                return b"stacks: no gaps"
            if s.stack[group][i] != NONE and s.stack[group][i] >= DISC_CODES:
                return b"stacks: there is no such disc"
            if s.stack[group][i] != NONE:
                left[group][s.stack[group][i]] -= 1
    return NULL


cdef const char* take_tokens(const tables_t* t, const state_t* s, int left[][DISC_CODES]) noexcept nogil:
    """A special that has fallen is in front of its conqueror."""
    cdef int group, i, token
    for token in range(TOKENS):
        if s.token[token] == NONE:
            continue
        if s.token[token] >= t.players:
            return b"tokens: there is no such seat"
        for group in range(ICONS):
            for i in range(t.front_count[group]):
                if t.fronts[group][i] == t.token_disc[token]:
                    left[group][t.token_disc[token]] -= 1
    return NULL


cdef inline int tokens_taken(const state_t* s) noexcept nogil:
    cdef int token, taken = 0
    for token in range(TOKENS):
        taken += s.token[token] != NONE
    return taken


cdef const char* take_laid(const tables_t* t, const state_t* s, int left[][DISC_CODES]) noexcept nogil:
    cdef int planet, from_reserve = 0
    for planet in range(3 * VACANT):
        if s.face[planet // 3] == FACE_DOWN or t.sector_kind[s.tile[planet // 3]] != SYSTEM:
            if s.disc[planet] != NONE:
                return b"tiles: discs lie on the planets of systems that are face up"
            continue
        if s.disc[planet] >= DISC_CODES:
            return b"tiles: a planet without a disc"
        if s.disc[planet] & FROM_RESERVE:
            from_reserve += 1
            left[RESERVE_GROUP][s.disc[planet] & ~FROM_RESERVE] -= 1
            if s.face[planet // 3] != OPEN:
                return b"tiles: a disc from the reserve lies face up"
        else:
            left[planet_icon(t, s, planet)][s.disc[planet]] -= 1
    if tokens_taken(s) != from_reserve:
        return b"tokens: for each token taken one disc from the reserve was laid"
    return NULL


cdef const char* check_greek(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int count[256]
    cdef int i, code
    for i in range(0, SITES - 3 * VACANT):
        if i % 3 == 0:
            memset(count, 0, sizeof(count))
        count[t.greek_disc[i]] += 1
        count[s.disc[3 * VACANT + i]] -= 1
        if i % 3 == 2:
            for code in range(256):
                if count[code]:
                    return b"systems: each has its own three discs"
    return NULL


cdef const char* check_sites(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int colonies[SEATS]
    cdef int ports[SEATS]
    cdef int site, owner, seat
    memset(colonies, 0, sizeof(colonies))
    memset(ports, 0, sizeof(ports))
    for site in range(SITES):
        if s.site[site] == 0:
            continue
        owner = site_owner(s, site)
        if s.site[site] & ~(PORT | 0x0F) or not 0 <= owner < SEATS:
            return b"colonies: there is no such seat"
        if owner >= t.players and site < 3 * VACANT:
            return b"dummy: its colonies stand in Catanian systems"
        if s.face[site // 3] != OPEN or area_kind(t, s, site // 3) != SYSTEM:
            return b"colonies: they stand in explored systems"
        colonies[owner] += 1
        ports[owner] += (s.site[site] & PORT) != 0
    for seat in range(SEATS):
        if s.colonies[seat] != colonies[seat] or s.ports[seat] != ports[seat]:
            return b"colonies: the counts do not fit the map"
        if ports[seat] > t.max_ports or colonies[seat] > t.max_colonies:
            return b"colonies: more colonies or spaceports than pieces"
    return NULL


cdef const char* check_ships(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint8_t taken[INTERSECTIONS]
    cdef const ship_t* ship
    cdef int seat, i, last
    memset(taken, 0, sizeof(taken))
    for seat in range(SEATS):
        last = -1
        for i in range(TRANSPORTS):
            ship = &s.ships[seat][i]
            if ship.kind == NO_SHIP:
                if ship.at != NOWHERE or ship.flags:
                    return b"ships: an empty place is empty"
                last = NOWHERE
                continue
            if seat >= t.players or ship.kind > TRADE_SHIP or ship.flags > (MOVED | LOCKED):
                return b"ships: no such ship"
            if ship.at >= INTERSECTIONS or <int>ship.at <= last or taken[ship.at]:
                return b"ships: each at an intersection of its own, in order"
            if not may_enter(t, s, ship.at) or (t.site_at[ship.at] != NONE and s.site[t.site_at[ship.at]]):
                return b"ships: not in the middle of a system, not on a colony"
            if ship.flags and seat != s.active:
                return b"ships: only the active player's have moved or are locked"
            taken[ship.at] = 1
            last = ship.at
    return check_flying(t, s)


cdef const char* check_flying(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int seat
    if s.flying_kind > TRADE_SHIP or s.flying_steps > 40:
        return b"flying: no such ship"
    if s.flying_kind == NO_SHIP and (s.flying_at != NOWHERE or s.flying_from != NOWHERE or s.flying_steps):
        return b"flying: nothing flies"
    if s.flying_kind and (s.flying_at >= INTERSECTIONS or s.flying_from >= INTERSECTIONS
                          or not may_enter(t, s, s.flying_at)):
        return b"flying: it is at an intersection"
    for seat in range(t.players):
        if transports_left(s, seat) < 0:
            return b"ships: more than 3 of one player"
        if colonies_left(t, s, seat) < 0:
            return b"colonies: more colonies than pieces, those on ships included"
        if stations_left(t, s, seat) < 0:
            return b"stations: more trade stations than pieces, those on ships included"
    return NULL


cdef const char* check_cards(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int left[RESOURCES]
    cdef int made[RESOURCES]
    cdef int kind, seat, i
    if s.pile_size > PILE:
        return b"pile: too many cards"
    for kind in range(RESOURCES):
        left[kind] = t.per_resource - s.supply[kind]
        made[kind] = s.made[kind]
        for seat in range(SEATS):
            left[kind] -= s.hand[seat][kind]
            made[kind] -= s.drawn[seat][kind]
    for i in range(PILE):
        if i >= s.pile_size:
            if s.pile[i] != NONE:
                return b"pile: cards beyond its size"
            continue
        if s.pile[i] >= RESOURCES:
            return b"pile: no such card"
        left[s.pile[i]] -= 1
        made[s.pile[i]] -= 1
    for kind in range(RESOURCES):
        if left[kind]:
            return b"supply: supply, pile and hands do not add up to 20 of each kind"
        if made[kind] or s.made[kind] > t.per_pile:
            return b"pile_made: it is the pile and what was drawn from it, at most 8 of a kind"
    for seat in range(SEATS):
        if s.hand_size[seat] != count_cards(s.hand[seat]):
            return b"cards: the size of a hand is the sum of its cards"
        if s.drawn_cards[seat] != count_cards(s.drawn[seat]):
            return b"drawn_cards: the sum of drawn"
        if seat >= t.players and (s.hand_size[seat] or s.drawn_cards[seat]):
            return b"seats: an empty seat holds cards"
    return check_knowledge(t, s)


cdef const char* check_knowledge(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int observer, owner, kind, known
    for observer in range(SEATS + 1):
        for owner in range(SEATS):
            for kind in range(RESOURCES):
                known = s.known[observer][owner][kind]
                if known > s.hand[owner][kind] or (known and observer == owner):
                    return b"knows: more than the hand holds"
                if observer < t.players and observer != owner and known < s.known[PUBLIC][owner][kind]:
                    return b"public: what everybody knows every seat knows"
                if observer < SEATS and observer >= t.players and known != s.known[PUBLIC][owner][kind]:
                    return b"knows: an empty seat knows what everybody knows"
    return NULL


cdef const char* check_players(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int seat, kind, used, fame = 0
    for kind in range(UPGRADES):
        used = 0
        for seat in range(SEATS):
            used += s.upgrades[seat][kind]
            if s.upgrades[seat][kind] > (t.limit[kind] if seat < t.players else 0):
                return b"boosters, cannons, pods: more than fit on a mothership"
        if used > t.stock[kind]:
            return b"boosters, cannons, pods: more than there are"
        if s.bonus[kind] > t.bonus[kind]:
            return b"bonus: more upgrades than the pool had"
    for seat in range(SEATS):
        fame += s.fame[seat]
        if seat >= t.players and (s.fame[seat] or s.ship_markers[seat] or s.shakes[seat]):
            return b"seats: an empty seat has something"
        if s.shakes[seat] >= 0xFF00:
            return b"shakes: too many"
        if s.ship_markers[seat] > 200:
            return b"ship_markers: too many"
    if fame > t.fame_stock:
        return b"fame: more pieces than there are"
    return check_stations(t, s)


cdef const char* check_stations(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int seat, people, card, all_there, most, cards
    for people in range(PEOPLES):
        all_there = 0
        most = 0
        for seat in range(SEATS):
            all_there += s.stations[seat][people]
            most = max(most, s.stations[seat][people])
            if seat >= t.players and s.stations[seat][people]:
                return b"stations: an empty seat has one"
            cards = 0
            for card in range(FRIENDS):
                if t.friend_people[card] == people:
                    cards += s.friends[seat][card]
            if (s.stations[seat][people] - cards != awaits_friend(s, seat, people)
                    and not was_won_docking(s, seat, people, cards)):
                return b"friends: one card for each trade station"
        if all_there > t.docks:
            return b"stations: more than docks"
        if (s.marker[people] == NONE) != (all_there == 0):
            return b"markers: held by somebody as soon as there is a station"
        if s.marker[people] != NONE and (s.marker[people] >= t.players or s.stations[s.marker[people]][people] < most):
            return b"markers: held by a seat with the most stations there"
    for card in range(FRIENDS):
        if friends_left(t, s, card) < 0:
            return b"friends: more copies than there are"
    return NULL


cdef int awaits_friend(const state_t* s, int seat, int people) noexcept nogil:
    cdef int i, count = 0
    for i in range(min(s.depth, FRAMES)):
        count += s.frames[i].kind == FRIENDSHIP and s.frames[i].seat == seat and s.frames[i].a == people
    return count


cdef bint was_won_docking(const state_t* s, int seat, int people, int cards) noexcept nogil:
    """The marker won the game before the card was chosen."""
    return s.over and s.winner == seat and s.stations[seat][people] - cards == 1


cdef const char* check_derived(const tables_t* t, const state_t* s) noexcept nogil:
    cdef state_t anew = s[0]
    derive(t, &anew)
    if memcmp(&anew.derived, &s.derived, sizeof(derived_t)):
        return b"derived: it does not follow from the rest"
    return NULL


cdef const char* check_encounter(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint32_t seen = 0
    cdef int i
    if s.deck_next > CARDS:
        return b"encounters: more cards drawn than there are"
    for i in range(CARDS):
        if s.deck[i] >= CARDS or seen >> s.deck[i] & 1:
            return b"encounters: each of the 32 cards once"
        seen |= <uint32_t>1 << s.deck[i]
    if count_cards(s.gift) > 3 or count_cards(s.swap) > 3:
        return b"encounters: at most 3 cards are given or gained"
    if s.card == NONE:
        if s.family != NONE or s.card_public or count_cards(s.gift) or count_cards(s.swap):
            return b"encounters: without a card nothing else"
        return NULL
    if s.deck_next == 0 or s.card != s.deck[s.deck_next - 1] or s.card_public > 1:
        return b"encounters: the card is the one drawn last"
    if s.family >= FAMILIES or not t.family_cards[s.family] >> s.card & 1:
        return b"encounters: the card is not of this family"
    return NULL


cdef const char* check_offer(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int kind, seat
    cdef bint offered = False
    for kind in range(s.depth):
        offered |= OFFER_GIVE <= s.frames[min(kind, FRAMES - 1)].kind <= CLOSE
    if offered != (count_cards(s.give) > 0):
        return b"offer: there is one while it is pending, and only then"
    if count_cards(s.give) > 2 or count_cards(s.want) > 2:
        return b"offer: at most 2 cards on each side"
    if not offered and count_cards(s.want):
        return b"offer: there is one while it is pending, and only then"
    for kind in range(RESOURCES):
        if s.give[kind] and s.want[kind]:
            return b"offer: no kind on both sides"
        if s.give[kind] > s.hand[s.active][kind]:
            return b"offer: the active player holds what is given"
    for seat in range(SEATS):
        if s.answers[seat] > DECLINED or (s.answers[seat] and (seat == s.active or seat >= t.players or not offered)):
            return b"offer: answers are the opponents'"
        if s.answers[seat] == ACCEPTED and not can_pay(s, seat, s.want):
            return b"offer: who accepts holds what is wanted"
    return NULL


cdef const char* check_pending(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int i, skeleton = -1, flying = 0
    cdef const char* problem
    if s.depth > DEEPEST:
        return b"pending: too many entries"
    if not all_zero(&s.frames[s.depth], (FRAMES - s.depth) * sizeof(frame_t)):
        return b"pending: entries beyond the last"
    if s.over and s.depth:
        return b"pending: nothing is pending when the game is over"
    if s.over:
        return NULL
    if s.depth and s.frames[0].kind != (END_TURN if s.turn else SETUP):
        return b"pending: the first entry is end_turn, or setup before turn 1"
    for i in range(s.depth):
        problem = check_frame(t, s, &s.frames[i])
        if problem != NULL:
            return problem
        if skeleton_rank(s.frames[i].kind) >= 0:
            if skeleton_rank(s.frames[i].kind) <= skeleton or (i and skeleton < 0):
                return b"pending: end_turn, flight, shake, trade_build, each once and in this order"
            skeleton = skeleton_rank(s.frames[i].kind)
        else:
            skeleton = 99
        flying += is_in_flight(&s.frames[i])
    if flying != (s.flying_kind != NO_SHIP):
        return b"flying: a ship is in mid-move while its target or founding is pending"
    problem = check_encounter_frames(t, s)
    return problem if problem != NULL else check_offer_frames(s)


cdef const char* check_encounter_frames(const tables_t* t, const state_t* s) noexcept nogil:
    """Everything of an encounter lies above its encounter_over; questions, branches and checks directly."""
    cdef uint32_t effects = 0
    cdef int i, kind, base = -1
    for i in range(s.depth):
        kind = s.frames[i].kind
        if kind == ENCOUNTER_OVER:
            if base >= 0:
                return b"pending: encounter_over twice"
            base = i
        elif belongs_to_encounter(kind) and base < 0:
            return b"pending: part of an encounter before encounter_over"
        elif kind == EFFECT:
            if effects >> s.frames[i].a & 1 or not s.card_public:
                return b"pending: an effect twice, or of a card not yet read"
            effects |= <uint32_t>1 << s.frames[i].a
            if s.frames[i].a == OP_NEW_ENCOUNTER and i != base + 1:
                return b"pending: the next encounter comes last"
            if s.frames[i].a == OP_PAY and count_cards(s.gift):
                return b"pending: paid already"
            if s.frames[i].a == OP_SWAP and count_cards(s.swap):
                return b"pending: swapped already"
        elif (kind == GIFT or kind == YESNO or kind == BRANCH or kind == CHECK) and i != base + 1:
            return b"pending: a question or check stands directly on encounter_over"
        elif (kind == GIFT or kind == YESNO) and (i != s.depth - 1 or s.card_public):
            return b"pending: a question comes first, before the card is public"
        elif kind == BRANCH and (s.card_public or not branch_is_due(t, s, i)):
            return b"pending: a branch follows the payment of its gift"
        elif (kind == PAY or kind == GAIN) and i != s.depth - 1:
            return b"pending: paying and gaining come first"
    if (base >= 0) != (s.card != NONE):
        return b"encounters: a card is being resolved while encounter_over is pending"
    return NULL


cdef inline bint belongs_to_encounter(int kind) noexcept nogil:
    return kind == BRANCH or kind == CHECK or kind == EFFECT or GIFT <= kind <= UPGRADE


cdef bint branch_is_due(const tables_t* t, const state_t* s, int index) noexcept nogil:
    """The gift chosen is what has been paid and what is still to be paid."""
    cdef int due = count_cards(s.gift)
    if t.family_ask[t.card_family[s.card]] == ASK_NOTHING:
        return index == s.depth - 1 and due == 0 and s.frames[index].a == 0
    if index + 1 < s.depth:
        if index + 2 != s.depth or s.frames[index + 1].kind != PAY:
            return False
        due += s.frames[index + 1].a
    return t.family_ask[t.card_family[s.card]] == ASK_AMOUNT and due == s.frames[index].a


cdef const char* check_offer_frames(const state_t* s) noexcept nogil:
    """An offer is at one stage: being made card by card, being answered, or being closed."""
    cdef int i, kind, stage = 0, given = count_cards(s.give), wanted = count_cards(s.want)
    for i in range(s.depth):
        kind = s.frames[i].kind
        if kind == OFFER_REPLY and (stage != CLOSE or s.answers[s.frames[i].seat] != NOT_ASKED):
            return b"pending: answers come before close, one of each seat"
        if kind == OFFER_GIVE or kind == OFFER_WANT or kind == OFFER_WANT_MORE or kind == CLOSE:
            if stage or (kind != CLOSE and i != s.depth - 1):
                return b"pending: one offer at a time"
            stage = kind
    for i in range(SEATS):
        if stage != CLOSE and s.answers[i] != NOT_ASKED:
            return b"offer: nobody is asked before it is complete"
    if stage == OFFER_GIVE and (given != 1 or wanted):
        return b"offer: one card is given so far"
    if stage == OFFER_WANT and wanted:
        return b"offer: nothing is wanted yet"
    if (stage == OFFER_WANT_MORE and wanted != 1) or (stage == CLOSE and not wanted):
        return b"offer: something is wanted"
    return NULL


cdef inline int skeleton_rank(int kind) noexcept nogil:
    if kind == END_TURN or kind == SETUP:
        return 0
    return 1 if kind == FLIGHT else 2 if kind == SHAKE else 3 if kind == TRADE_BUILD else -1


cdef inline bint is_in_flight(const frame_t* frame) noexcept nogil:
    return frame.kind == TARGET or frame.kind == JUMP_TARGET or (frame.kind == FOUND and frame.b == 0)


cdef bint may_be_others(int kind) noexcept nogil:
    """Decisions of seats that need not be the active one."""
    return (SETUP_COLONY <= kind <= DISCARD or kind == OFFER_REPLY or kind == HAND_OVER or kind == DOWNGRADE
            or kind == SETUP)


cdef const char* check_frame(const tables_t* t, const state_t* s, const frame_t* frame) noexcept nogil:
    cdef int kind = frame.kind
    if kind >= KINDS or kind == START_TURN:
        return b"pending: no such entry"
    if frame.seat >= t.players or (frame.seat != s.active and not may_be_others(kind)):
        return b"pending: not this seat's"
    if (kind == OFFER_REPLY or kind == HAND_OVER) and frame.seat == s.active:
        return b"pending: only opponents answer or hand over"
    if (SETUP_COLONY <= kind <= SETUP_UPGRADE or kind == SETUP) != (s.turn == 0):
        return b"pending: set-up is before turn 1, everything else after"
    if (kind == BRANCH or kind == CHECK or kind == EFFECT or GIFT <= kind <= UPGRADE) and s.card == NONE:
        return b"pending: there is no encounter"
    if not operands_fit(t, s, frame):
        return b"pending: a or b out of range"
    return NULL


cdef bint operands_fit(const tables_t* t, const state_t* s, const frame_t* frame) noexcept nogil:
    cdef int kind = frame.kind, a = frame.a, b = frame.b
    if kind == SETUP:
        return a <= 4 * t.players and b == 0
    if kind == SETUP_SHIP:
        return a < SITES and b == 0
    if kind == DISCARD or kind == PAY:
        return 1 <= a <= s.hand_size[frame.seat] and b < RESOURCES and (kind == DISCARD or a + count_cards(s.gift) <= 3)
    if kind == GAIN:
        return 1 <= a and a + count_cards(s.swap) <= 3 and b <= RESOURCES
    if kind == FOUND:
        return a < SITES and (b == 1 or (b == 0 and s.flying_kind == COLONY_SHIP and t.site_at[s.flying_at] == a
                                         and may_found(t, s, a)))
    if kind == FRIENDSHIP:
        return a < PEOPLES and b == 0
    if kind == HELP_AGAIN:
        return a < t.players and b == 0
    if kind == OFFER_GIVE or kind == OFFER_WANT_MORE:
        return a < RESOURCES and b == 0
    return encounter_operands_fit(t, s, frame)


cdef bint encounter_operands_fit(const tables_t* t, const state_t* s, const frame_t* frame) noexcept nogil:
    cdef int kind = frame.kind, a = frame.a, b = frame.b
    if kind == BRANCH:
        return a < 4 and b == 0 and t.branch[s.card][a] != NONE
    if kind == CHECK:
        return a < NODES and b == 0 and COMBAT <= t.nodes[a].check <= ROLL
    if kind == EFFECT:
        return a < OPS and effect_fits(a, <int8_t>b)
    if kind == YESNO and a == 1:
        return b == 0 and t.card_family[s.card] != s.family and leads_to_question(t, s)
    if kind == YESNO:
        return a == 0 and b == 0 and t.family_ask[t.card_family[s.card]] == ASK_YESNO
    if kind == GIFT:
        return a == 0 and b == 0 and t.family_ask[t.card_family[s.card]] == ASK_AMOUNT and count_cards(s.gift) == 0
    return a == 0 and b == 0


cdef bint effect_fits(int op, int amount) noexcept nogil:
    if op == OP_GAIN:
        return amount >= 0 and (amount & 0x0F) < RESOURCES and amount >> 4 <= 3
    if op == OP_FAME or op == OP_WEAR:
        return -9 <= amount <= 9
    return 1 <= amount <= 3


cdef bint leads_to_question(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int node = t.branch[s.card][count_cards(s.gift)]
    return node != NONE and t.nodes[node].check == QUESTION
