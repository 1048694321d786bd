# What a position is worth to a seat, and a quick policy for playouts. All worths are in points: those scored so far,
# and what the things on the board are likely to bring by the end. Time runs from 1 (the start) to 0 (the last turn).

# ---- how much of the game is left
cdef double STEPS_TO_END = 3.0          # of the Remaining Missions marker (R16)
cdef double UNDER_WAY = 0.6             # of a Mission: all its contributions but the last
cdef double CAP_IN_SIGHT = 10.0         # so many rounds before the cap the rounds tell more than the Missions
cdef double ALMOST_OVER = 0.05          # once the end is triggered; before that it is never less

# ---- what is used up: things fade in the last part of the game, for want of turns to use them
cdef double STOCK_FADES = 3.0           # in the last third
cdef double WORKS_FADE = 2.0            # in the last half: they need several turns to pay back
cdef double GOAL_FADES = 4.0            # in the last quarter: completing one takes a single choice

# ---- stock
cdef double MEAN = 0.5                  # of two rungs of the Living Quarters ladder
cdef double COLONIST_AT_HAND = 0.5      # at home he can be sent at once
cdef double RESOURCE = 0.75
cdef double CROWDING = 0.08             # the more of one type, the less each further one
cdef double ANY_COST = 0.3              # a Mineral besides: it pays for any other Resource (R28)
cdef double DEPOT_CRYSTAL = 0.7
cdef double WAITING_CRYSTAL = 0.6       # usable from the next turn on (R33)
cdef double OPEN_GOAL_CARD = 0.95       # a Crystal, or a reward to come
cdef double IDLE_GOAL_CARD = 0.45       # only a Crystal, once a Goal is completed (R146)

# ---- Blueprints not yet built
cdef double SWING = 2.0                 # from minus to plus its points (R165)
cdef double PLAN_LIKELY = 0.65          # early in the game
cdef double PLAN_FADES = 2.0
cdef double BOT_READY = 0.1             # more likely with a Building in a Bot's zone
cdef double COMPLEX_LACKING = 0.6       # of the chance, while no Complex is large enough (R119)
cdef double NEXT_PLAN = 0.8             # of the worth of the one before: there is not time for all

# ---- what goes on working
cdef double MORE_SHELTER = 2.2          # room in Storage and Living Quarters
cdef double MINER = 1.6
cdef double ADVANCED = 1.2              # produces, and has an action
cdef double MORE_BOT = 1.6              # another zone to build in
cdef double DEPOT_SLOT = 0.5            # room, and an Executive action (R128)
cdef double TECH = 0.5                  # beyond its column's points
cdef double RESEARCH_TILE = 1.2
cdef double DISCOVERY_TILE = 1.0
cdef double LEVEL_OF_USE = 0.3          # Upgrade and Rover Tech add their level every time
cdef double CUBES_AGAIN = 0.8           # of the Progress points, for each update at which they will score (R115)
cdef int LAST_SCORING_LEVEL = 3

# ---- on the map
cdef double READY_SITE = 0.7            # a type the colony wants, and a Bot where it may be built
cdef double NEW_RESEARCH = 6.0          # what lies there, over its distance from the Rover
cdef double DISCOVERY = 4.0
cdef double LYING_CRYSTAL = 0.9
cdef double UNDER_THE_ROVER = 1.5       # even what lies there takes a grant to claim

# ---- Scientists, Contracts, Goals
cdef double FREE_USES = 1.2             # a Scientist spares the 2 Crystals (R139)
cdef double MATCH_PLANNED = 0.6         # of his points, for each Blueprint of his type somebody owns
cdef double MATCHES_TO_COME = 0.7       # ... and for those nobody has taken yet
cdef double DELIVERY_SURE = 0.97        # everything is there; only not yet delivered
cdef double DELIVERY_LIKELY = 0.9
cdef double DELIVERY_FADES = 1.5
cdef double ITEM_MISSING = 0.13         # less likely by so much for each
cdef double UPGRADE_LIKELY = 0.5        # of an Upgrade Contract
cdef double COMPLEX_NEAR = 0.2          # more likely when one Building is missing
cdef int NEARLY_FOUR = 3                # Buildings of the four it needs (R134)
cdef double GOAL_DONE = 3.0             # so that taking the reward is worth more than keeping the cards
cdef double GOAL_READY = 2.0            # its condition holds

# ---- the colony, the same for all
cdef double MISSION_DONE = 3.0          # each step of the Remaining Missions marker
cdef double LEVEL_REACHED = 1.5
cdef double MISSION_PROGRESS = 5.0      # of a whole Mission
cdef double WANTED_ROW = 0.5            # of an LSS column, up to the Colony level marker
cdef double ROUND_TO_COME = 2.0         # up to the usual end
cdef int USUAL_END = 24                 # rounds
cdef double PART_IN_MISSION = 12.0      # of a whole Mission, to who does it


cdef inline double least(double a, double b) noexcept nogil:
    return a if a < b else b


cdef inline double fading(double time, double speed) noexcept nogil:
    return least(1.0, speed * time)


cdef double time_left(const tables_t* t, const state_t* s) noexcept nogil:
    """From 1 (the start) to 0 (the last turn): missions and levels to go, or rounds up to the cap."""
    cdef double done = 0, left
    cdef int i
    if s.end == LAST_ROUND or s.phase == OVER:
        return 0.0
    if s.end == TRIGGERED:
        return ALMOST_OVER
    for i in range(3):
        if s.mission_left[i]:
            done += 1.0 - <double>s.mission_left[i] / t.mission_need[s.mission[i]]
    left = (s.remaining - UNDER_WAY * done) / STEPS_TO_END
    left = least(left, (t.round_cap - s.round) / CAP_IN_SIGHT)
    return left if left > ALMOST_OVER else ALMOST_OVER


cdef double colonists_worth(const tables_t* t, const state_t* s, int seat, double time) noexcept nogil:
    """All come home in the end as far as there is room; those at home can be used at once."""
    cdef const board_t* board = &s.boards[seat]
    cdef int count = board.quarters + board.working, limit = quarters_limit(s, seat), i
    for i in range(RED_ACTIONS):
        count += board.slots[i]
    if count > limit:
        count = limit
    # Half-way between the rungs of the ladder: each Colonist counts.
    return (MEAN * (t.quarters_points[count] + t.quarters_points[count + 1 if count < 12 else 12])
            - t.quarters_points[board.quarters] + COLONIST_AT_HAND * fading(time, STOCK_FADES) * board.quarters)


cdef double stock_worth(const state_t* s, int seat, double time) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef double worth = ANY_COST * board.resources[MINERAL]
    cdef int item, room = depot_limit(s, seat) - board.crystals
    for item in range(5):
        worth += RESOURCE * board.resources[item] - CROWDING * board.resources[item] * board.resources[item]
    worth += DEPOT_CRYSTAL * board.crystals + WAITING_CRYSTAL * (board.waiting if board.waiting < room else room)
    worth += (IDLE_GOAL_CARD if goal_completed(s, seat) else OPEN_GOAL_CARD) * goals_in_hand(s, seat)
    return worth * fading(time, STOCK_FADES)


cdef bint complex_exists(const tables_t* t, const state_t* s, int seat, int type_, int size) noexcept nogil:
    cdef hexset_t kind = of_type(s, type_, seat), left = kind, it
    while left:
        it = connected(t, kind, hs_bit(hs_first(left)))
        if hs_count(it) >= size:
            return True
        left &= ~it
    return False


cdef double plans_worth(const tables_t* t, const state_t* s, int seat, double time) noexcept nogil:
    """Unbuilt Blueprints cost points now and will probably be built; near a Bot more probably."""
    cdef double worth = 0, chance, weight = 1.0
    cdef hexset_t zone = bot_zone(t, s, seat)
    cdef int card
    for card in range(1, 25):
        if s.card[card] != OWNED + seat:
            continue
        chance = least(PLAN_LIKELY, PLAN_FADES * time)
        if upgrade_hexes(t, s, seat, card, zone):
            chance += BOT_READY
        elif t.card_complex[card] > 1 and not complex_exists(t, s, seat, t.card_type[card], t.card_complex[card]):
            chance *= COMPLEX_LACKING
        worth += SWING * t.card_points[card] * chance * weight
        weight *= NEXT_PLAN
    return worth


cdef double works_worth(const tables_t* t, const state_t* s, int seat, double time) noexcept nogil:
    """Shelters, Miners, Advanced Buildings, Bots, Techs: they go on working."""
    cdef const board_t* board = &s.boards[seat]
    cdef double worth = MORE_SHELTER * (board.shelters - 1) + MINER * hs_count(hs_load(s.miners[seat]))
    worth += ADVANCED * hs_count(hs_load(s.advanced[seat])) + MORE_BOT * (bots_on_map(s, seat) - 1)
    worth += DEPOT_SLOT * (5 - popcount(board.ships)) + TECH * techs_of(s, seat)
    worth += RESEARCH_TILE * popcount(board.research) + DISCOVERY_TILE * popcount(board.discoveries)
    worth += LEVEL_OF_USE * (tech_level(t, s, seat, UPGRADE_TECH) + tech_level(t, s, seat, ROVER_TECH))
    if colony_level(s) < LAST_SCORING_LEVEL:
        worth += CUBES_AGAIN * t.progress_points[popcount(board.progress)] * (LAST_SCORING_LEVEL - colony_level(s))
    return worth * fading(time, WORKS_FADE)


cdef double sites_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Wanted Buildings for which a Bot stands ready."""
    cdef hexset_t free = sites(t, s, seat), adjacent, apart
    cdef double worth = 0
    cdef int type_
    for type_ in range(GENERATOR, OXYGEN_CONDENSER + 1):
        if s.lss[type_ - 1] >= s.colony_row or s.tile_next[type_] == 6:
            continue
        adjacent = hs_load(s.beside[set_of(type_, seat)])
        apart = hs_load(s.in_two[set_of(type_, seat)]) & ~adjacent
        if apart & free or (adjacent & free and best_level(t, s, seat, type_)):
            worth += READY_SITE
    return worth


cdef double rover_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """The tile most worth going for."""
    cdef hexset_t hexes = hs_load(s.grounds)
    cdef int here = rover_hex(t, s, seat), hex, what
    cdef double best = 0, value
    while hexes:
        hex = hs_first(hexes)
        hexes &= hexes - 1
        what = s.ground[hex]
        if what >= RESEARCH_THERE:
            value = 0.0 if s.boards[seat].research >> (what - RESEARCH_THERE) & 1 else NEW_RESEARCH
        else:
            value = LYING_CRYSTAL if what == CRYSTAL_THERE else DISCOVERY
        value /= UNDER_THE_ROVER + t.distance[here][hex]
        if value > best:
            best = value
    return best


cdef double scientists_worth(const tables_t* t, const state_t* s, int seat, double time) noexcept nogil:
    cdef double worth = 0
    cdef int i, card, planned
    for i in range(6):
        if s.scientist_owner[i] != seat:
            continue
        planned = 0
        for card in range(1, 25):
            planned += t.card_type[card] == t.scientist_scores[i] and OWNED <= s.card[card] < BUILT
        worth += FREE_USES + t.scientist_points * (MATCH_PLANNED * planned + MATCHES_TO_COME)
    return worth * fading(time, WORKS_FADE)


cdef double delivery_chance(const tables_t* t, const state_t* s, int seat, int contract, double time) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int missing = 0, item, lack, have
    for item in range(6):
        lack = lacking(t, s, contract, item)
        have = board.crystals + board.waiting if item == CRYSTAL else board.resources[item]
        missing += lack - have if lack > have else 0
    if missing == 0:
        return DELIVERY_SURE
    return least(DELIVERY_LIKELY, DELIVERY_FADES * time) * (1.0 - ITEM_MISSING * missing)


cdef double contracts_worth(const tables_t* t, const state_t* s, int seat, double time) noexcept nogil:
    cdef double worth = 0, chance
    cdef const contract_t* it
    cdef int contract
    for contract in range(1, 13):
        if s.contract_owner[contract] != seat or s.contracts_done >> contract & 1:
            continue
        it = &t.contract[contract]
        if it.building == NONE:
            chance = delivery_chance(t, s, seat, contract, time)
        else:
            chance = least(UPGRADE_LIKELY, time)
            if complex_exists(t, s, seat, it.building, NEARLY_FOUR):
                chance += COMPLEX_NEAR
        worth += chance * (it.done - it.failed)
    return worth


cdef double goals_worth(const tables_t* t, const state_t* s, int seat, double time) noexcept nogil:
    cdef int i
    if goal_completed(s, seat):
        return GOAL_DONE * fading(time, GOAL_FADES)
    for i in range(3):
        if s.boards[seat].goal_status[i] == IN_HAND and s.boards[seat].goal[i] != NONE:
            if goal_holds(t, s, seat, s.boards[seat].goal[i]):
                return GOAL_READY * fading(time, GOAL_FADES)
    return 0.0


cdef double progress_worth(const tables_t* t, const state_t* s) noexcept nogil:
    """The same for all: carrying the colony on brings the game nearer to its end."""
    cdef double worth = MISSION_DONE * (STEPS_TO_END - s.remaining) + LEVEL_REACHED * colony_level(s)
    cdef int i
    for i in range(3):
        worth += MISSION_PROGRESS * (1.0 - <double>s.mission_left[i] / t.mission_need[s.mission[i]])
    for i in range(4):
        worth += WANTED_ROW * (s.lss[i] if s.lss[i] < s.colony_row else s.colony_row)
    return worth


cdef int mission_count(const tables_t* t, const state_t* s, int seat, int mission) noexcept nogil:
    """How much of what a Mission asks for a player has."""
    cdef const board_t* board = &s.boards[seat]
    if mission == M_RESEARCH:
        return popcount(board.research)
    if mission == M_BLUEPRINTS:
        return cards_owned(s, seat)
    if mission == M_ADVANCED:
        return hs_count(hs_load(s.advanced[seat]))
    if mission == M_BOTS:
        return bots_on_map(s, seat) - 1
    if mission == M_DISCOVERIES:
        return popcount(board.discoveries)
    if mission == M_TECHS:
        return techs_of(s, seat) - 1
    if mission == M_PROGRESS:
        return popcount(board.progress)
    return scientists_of(s, seat) if mission == M_SCIENTISTS else contracts_completed(s, seat)


cdef double missions_worth(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Having a part in the Missions: it pays, and who carries the game on decides when it ends."""
    cdef double worth = 0
    cdef int i
    for i in range(3):
        worth += PART_IN_MISSION * mission_count(t, s, seat, s.mission[i]) / t.mission_need[s.mission[i]]
    return worth


cdef double PENDING[KINDS]  # what a pending decision will still bring, roughly
# a Building with its gain, LSS reward and cube, or a card that turns from minus to plus
PENDING[K_CONSTRUCT] = PENDING[K_PLACE_BUILDING] = PENDING[K_UPGRADE] = 5.0
PENDING[K_AFTER_BUILDING], PENDING[K_DO_UPGRADE] = 4.0, 6.0
# a Ship: points in the Hangar, a Depot slot, Colonists and a Bot
PENDING[K_SHIP], PENDING[K_SHIP_REWARD], PENDING[K_BOT_PLACE] = 5.0, 3.0, 2.0
PENDING[K_HIRE] = PENDING[K_DO_HIRE] = 4.0
# cards and tiles
PENDING[K_BLUEPRINT] = PENDING[K_LEARN] = PENDING[K_PLACE_TECH] = PENDING[K_CLAIM] = PENDING[K_RADAR] = 2.0
PENDING[K_DEVELOP], PENDING[K_DO_DEVELOP] = 1.8, 1.5
# an effect not chosen yet
PENDING[K_GOAL_REWARD], PENDING[K_TRAVEL_HOME], PENDING[K_USE_BUILDING], PENDING[K_LSS] = 3.0, 3.0, 2.0, 1.0
# one item, one Colonist, or something like it
PENDING[K_WAREHOUSE] = PENDING[K_CHOOSE] = PENDING[K_OWNER] = PENDING[K_BUY_COLONIST] = 0.8
PENDING[K_TASK], PENDING[K_RETRIEVE], PENDING[K_MOVE] = 0.7, 0.5, 0.3


cdef double pending_worth(const state_t* s, int seat) noexcept nogil:
    cdef double worth = 0
    cdef int i, kind
    for i in range(s.depth):
        if s.frames[i].seat != seat:
            continue
        kind = s.frames[i].kind
        if kind <= K_TRAVEL and s.frames[i].left == 0 and kind != K_CONSTRUCT and kind != K_HIRE:
            continue
        worth += PENDING[kind]
    return worth


cdef double rounds_worth(const state_t* s) noexcept nogil:
    """The same for all, whatever they do."""
    return ROUND_TO_COME * (USUAL_END - s.round) if s.round < USUAL_END else 0.0


cdef double expected_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef double time = time_left(t, s)
    cdef double worth = total_points(t, s, seat)
    if s.phase == OVER:
        return worth
    if is_lacerda(t, seat):
        return worth + rounds_worth(s)
    worth += colonists_worth(t, s, seat, time) + stock_worth(s, seat, time) + plans_worth(t, s, seat, time)
    worth += works_worth(t, s, seat, time) + scientists_worth(t, s, seat, time) + contracts_worth(t, s, seat, time)
    worth += goals_worth(t, s, seat, time) + missions_worth(t, s, seat) + pending_worth(s, seat)
    if s.end == RUNNING:
        worth += sites_worth(t, s, seat) + rover_worth(t, s, seat)
    return worth + progress_worth(t, s) + rounds_worth(s)


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    if t.solo:
        return expected_points(t, s, 0) - expected_points(t, s, LACERDA)
    return expected_points(t, s, seat)


# ---- playouts: a move drawn by rough weights, so that they build and finish

cdef int[MAINS] MAIN_WEIGHT
MAIN_WEIGHT[LANDING_POD] = 2            # gives up the rest of the turn
MAIN_WEIGHT[OBTAIN_BLUEPRINT] = 12
MAIN_WEIGHT[LEARN_TECHNOLOGY] = 14
MAIN_WEIGHT[RESEARCH_DEVELOPMENT] = 10
MAIN_WEIGHT[RESUPPLY] = 6
MAIN_WEIGHT[CONTROL_CENTER] = 8         # always legal, so the others must outweigh it
MAIN_WEIGHT[CONSTRUCT_MAIN] = 40        # what carries the colony on
MAIN_WEIGHT[UPGRADE_MAIN] = 60          # saves a Blueprint's minus
MAIN_WEIGHT[WELCOME_SHIP] = 40
MAIN_WEIGHT[HIRE_OR_CONTRACT] = 24

cdef enum:
    EXECUTIVE_WEIGHT = 6
    SURE_GAIN = 60          # a Goal or a delivery
    TURN_END = 8
    TO_SOMETHING = 20       # a Rover to a hex with something on it
    TO_NOTHING = 4
    ONTO_TILE = 1           # a Bot, which would destroy the tile
    BOT_STEP = 3
    STOP_MOVING = 2
    MORE_MOVEMENT = 1       # bought points and Tech
    WANTED_TYPE = 24        # below the Colony level marker: it earns the reward (R107)
    SHELTER_TYPE = 12
    OTHER_TYPE = 8
    MINE_TYPE = 6
    STOP_EARLY = 2
    SEND_COLONIST = 3
    GIVE_UP = 1             # a tile left, a card kept, a Goal card spent
    PLAIN = 6               # anything else


cdef int menu_weight(action_t action) noexcept nogil:
    if kind_of(action) == A_MAIN:
        return MAIN_WEIGHT[arg_a(action)]
    if kind_of(action) == A_EXECUTIVE:
        return EXECUTIVE_WEIGHT
    return SURE_GAIN if kind_of(action) == A_GOAL or kind_of(action) == A_DELIVER else TURN_END


cdef int move_weight(const tables_t* t, const state_t* s, action_t action) noexcept nogil:
    """What lies where a Rover goes, and what a Bot would stand on."""
    if kind_of(action) == A_MOVE_ROVER:
        return TO_SOMETHING if s.ground[arg_a(action)] else TO_NOTHING
    if kind_of(action) == A_MOVE_BOT:
        return ONTO_TILE if is_tile(s.ground[arg_b(action)]) else BOT_STEP
    return STOP_MOVING if kind_of(action) == A_STOP else MORE_MOVEMENT


cdef int type_weight(const state_t* s, int type_) noexcept nogil:
    if type_ == MINE:
        return MINE_TYPE
    if type_ == SHELTER:
        return SHELTER_TYPE
    return WANTED_TYPE if s.lss[type_ - 1] < s.colony_row else OTHER_TYPE


cdef int weight_of(const tables_t* t, const state_t* s, action_t action) noexcept nogil:
    cdef int kind = s.frames[s.depth - 1].kind
    if kind == K_MENU:
        return menu_weight(action)
    if kind == K_MOVE:
        return move_weight(t, s, action)
    if kind_of(action) == A_TYPE:
        return type_weight(s, arg_a(action))
    if kind_of(action) == A_STOP:
        return STOP_EARLY
    if kind_of(action) == A_SEND:
        return SEND_COLONIST
    if kind_of(action) == A_LEAVE or kind_of(action) == A_KEEP or kind_of(action) == A_PAY_GOAL:
        return GIVE_UP
    return PLAIN


cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count,
                      rng_t* rng) noexcept nogil:
    cdef int weights[MAX_ACTIONS]
    cdef int total = 0, i, picked
    for i in range(count):
        weights[i] = weight_of(<const tables_t*>tables, <const state_t*>memory, actions[i])
        total += weights[i]
    picked = rng_below(rng, total)
    for i in range(count):
        picked -= weights[i]
        if picked < 0:
            return actions[i]
    return actions[count - 1]
