# cython: language_level=3
"""The state of On Mars: one flat struct, the tables it is played on, and the smallest helpers over both."""
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from core.bits cimport popcount
from core.game cimport action_t

# ---- sets of hexes

cdef extern from *:
    """
    #include <stdint.h>
    typedef unsigned __int128 hexset_t;
    static inline hexset_t hs_load(const uint64_t* w) { return ((hexset_t)w[1] << 64) | w[0]; }
    static inline void hs_store(uint64_t* w, hexset_t s) { w[0] = (uint64_t)s; w[1] = (uint64_t)(s >> 64); }
    static inline hexset_t hs_bit(int h) { return (hexset_t)1 << h; }
    static inline int hs_has(hexset_t s, int h) { return (int)(s >> h) & 1; }
    static inline int hs_first(hexset_t s) {
        uint64_t low = (uint64_t)s;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(s >> 64));
    }
    typedef uint64_t words_t __attribute__((vector_size(16), aligned(8), may_alias));
    static inline hexset_t hs_union(const uint64_t* sets, int count) {
        words_t all = {0, 0};
        for (int i = 0; i < count; i++) all |= ((const words_t*)sets)[i];
        return ((hexset_t)all[1] << 64) | all[0];
    }
    static inline int any_of_8(const uint8_t* bytes, int value) {
        uint64_t x;
        __builtin_memcpy(&x, bytes, 8);
        x ^= 0x0101010101010101u * (uint64_t)value;
        return ((x - 0x0101010101010101u) & ~x & 0x8080808080808080u) != 0;
    }
    """
    ctypedef unsigned long long hexset_t
    hexset_t hs_load(const uint64_t* words) noexcept nogil
    hexset_t hs_union(const uint64_t* sets, int count) noexcept nogil      # of sets stored one after the other
    void hs_store(uint64_t* words, hexset_t hexes) noexcept nogil
    hexset_t hs_bit(int hex) noexcept nogil
    bint hs_has(hexset_t hexes, int hex) noexcept nogil
    int hs_first(hexset_t hexes) noexcept nogil
    bint any_of_8(const uint8_t* bytes, int value) noexcept nogil           # whether one of eight bytes has a value


cdef inline int hs_count(hexset_t hexes) noexcept nogil:
    return popcount(<uint64_t>hexes) + popcount(<uint64_t>(hexes >> 64))


cdef enum:
    HEXES = 91
    FARTHEST = 13           # more than the longest distance on the map
    NONE = 0xFF             # no hex, space, owner ...; in views also: unknown
    BOARDS = 4
    STACK = 32              # pending decisions
    USES = 32               # uses of other players' Tech in one turn
    LACERDA = 1             # the automatic opponent's board in a solo game
    SPACES = 13             # of a Laboratory
    BLUEPRINTS = 24         # cards and tiles count from 1, so their arrays have one entry more
    CONTRACTS = 12
    DISCOVERIES = 19
    GOALS = 16
    MARKERS = 8             # Advanced Building markers of a player

# ---- vocabulary

cdef enum:                  # items; a building type's product has the type's number
    MINERAL, BATTERY, WATER, PLANT, OXYGEN, CRYSTAL
    ANY                     # as a unit of a cost: one Resource of choice
    EXTRA                   # one Crystal or one Colonist (extra cost of an Action slot)
    COLONIST

cdef enum:
    MINE, GENERATOR, WATER_EXTRACTOR, GREENHOUSE, OXYGEN_CONDENSER, SHELTER

cdef enum:                  # Tech types: the building types, then
    ROVER_TECH = 6
    UPGRADE_TECH = 7
    SHIP_TECH = 8
    TECHS = 9

cdef enum:                  # sides
    ORBIT, COLONY

cdef enum:                  # phases
    SETUP, COLONIZATION, SHUTTLE, OVER

cdef enum:                  # steps inside a turn or a travel
    NEXT, ACTING, AFTER, OWNERS, UPDATE, DONE_STEP

cdef enum:                  # end: how far the game is from its end
    RUNNING, TRIGGERED, LAST_ROUND

cdef enum:                  # what lies on a hex
    BARE, CRYSTAL_THERE, DISCOVERY_THERE    # DISCOVERY_THERE + id; RESEARCH_THERE + type
    RESEARCH_THERE = 32

cdef enum:                  # where a Blueprint is
    IN_DECK, DISPLAYED, GONE
    OWNED = 4               # + seat
    BUILT = 8               # + seat

cdef enum:                  # what became of a dealt Private Goal
    NO_GOAL, IN_HAND, COMPLETED, DISCARDED

cdef enum:                  # red main actions, in the order of the slots of a board
    BLUEPRINT_SLOT, RND_SLOT, CONSTRUCT_SLOT, UPGRADE_SLOT, HIRE_SLOT
    RED_ACTIONS
    WORKING_AREA = RED_ACTIONS

cdef enum:                  # main actions
    LANDING_POD, OBTAIN_BLUEPRINT, LEARN_TECHNOLOGY, RESEARCH_DEVELOPMENT, RESUPPLY
    CONTROL_CENTER, CONSTRUCT_MAIN, UPGRADE_MAIN, WELCOME_SHIP, HIRE_OR_CONTRACT
    MAINS

cdef enum:                  # missions
    M_RESEARCH, M_BLUEPRINTS, M_ADVANCED, M_BOTS, M_DISCOVERIES, M_TECHS, M_PROGRESS, M_SCIENTISTS, M_CONTRACTS
    MISSIONS

cdef enum:                  # tasks of First Colonist B cards
    T_LEARN, T_TRAVEL, T_SHELTER, T_HIRE, T_RND, T_CONTROL, T_COLLECT, T_BLUEPRINT

cdef enum:                  # what a Reward tile counts
    PER_TECH_LEVEL, PER_SHIP, PER_ADVANCED, PER_MINE, PER_BOT, PER_DISCOVERY, PER_SHELTER, PER_COLONIST

cdef enum:                  # conditions of Private Goals
    G_BLUEPRINTS, G_ADVANCED, G_MINES, G_DISCOVERIES, G_MARKER_IN_COMPLEX, G_ONE_RESOURCE, G_SHELTERS
    G_COLONY_LEVEL, G_QUARTERS, G_TECHS, G_HANGAR, G_RESEARCH, G_SCIENTIST_AND_CONTRACT, G_MARKED_SPACES
    G_PROGRESS, G_COMPLEXES_OF_THREE

# ---- pending decisions and effects

cdef enum:                  # kinds of frame; up to LAST_EFFECT they are also the kinds of effect
    K_NONE, K_WAREHOUSE, K_CRYSTALS, K_RESOURCE, K_CHOOSE, K_BOTS, K_ROVER, K_CONTROL, K_UPGRADE, K_BLUEPRINT
    K_DEVELOP, K_LEARN, K_CONSTRUCT, K_SHIP, K_HIRE, K_COLONISTS, K_BUY_COLONIST, K_RETRIEVE, K_POINTS
    K_PRODUCE, K_TRADE, K_RADAR, K_TRAVEL
    K_MENU, K_PAY, K_MOVE, K_CLAIM, K_CLAIM_BOTS, K_PLACE_TECH, K_DO_DEVELOP, K_DO_UPGRADE, K_PLACE_BUILDING
    K_AFTER_BUILDING, K_DISPLACE, K_SHIP_REWARD, K_BOT_PLACE, K_DO_HIRE, K_USE_BUILDING, K_LSS, K_GOAL_REWARD
    K_SPACE, K_SHUTTLE_SIDE, K_TRAVEL_CHOICE, K_PLACE_TILE, K_TRAVEL_HOME, K_REFILL, K_OWNER, K_SWEEP, K_TASK
    K_REVEAL, K_LACERDA_UPGRADE, K_LACERDA_BUILD, K_LACERDA_DEVELOP, K_LACERDA_SHIP
    KINDS
    LAST_EFFECT = K_TRAVEL

cdef enum:                  # flags of effects and their frames
    F_OPTIONAL = 1          # may be stopped before the first step
    F_BOOST = 2             # Colonists may be sent for more
    F_FREE = 4
    F_ANYWHERE = 8          # Upgrade: Bot zones do not matter
    F_PLUS = 16             # Ship: one Colonist more; Bots: they collect like Rovers; Rover: best Tech level in play
    F_DONE = 32             # a step has been made
    F_MUST = 64             # the next step is compulsory
    F_TECH = 128            # Upgrade, Ship: a Tech was used; Rover: Tech may be used

cdef enum:                  # flags of a movement grant
    MV_BOTS = 1
    MV_ROVER = 2
    MV_TECH = 4             # a Rover Tech may still be used
    MV_COLLECT = 8          # Bots collect
    MV_TRANSIT = 16         # the piece at x[1] (NONE: the Rover) may not stop where it stands

cdef enum:                  # who may be hired, a mask
    SCIENTIST_CARD = 1
    CONTRACT_CARD = 2

cdef enum:                  # from where Colonists are retrieved, a mask
    FROM_SLOTS = 1
    FROM_WORKING_AREA = 2

cdef enum:                  # context of a payment: 1 + main action, or
    FOR_EFFECT = 0x80       # the effect below on the stack, which must stay possible

ctypedef struct effect_t:   # laid out like the frame it becomes
    uint8_t kind
    uint8_t nobody
    uint8_t flags
    uint8_t n
    uint8_t arg             # item, type, mask or side; NONE: any
    uint8_t unused[3]

ctypedef struct frame_t:
    uint8_t kind
    uint8_t seat            # who decides
    uint8_t flags
    uint8_t left            # steps still granted
    uint8_t x[4]            # operands, by kind

ctypedef struct means_t:    # what a player can pay with; laid out like the same part of a board
    int8_t resources[5]
    int8_t purse            # Depot Crystals and, in his own turn, Goal cards
    int8_t goals            # how many of these are Goal cards
    int8_t quarters

# ---- the state

ctypedef struct board_t:
    int16_t points
    uint16_t lab            # occupied Laboratory spaces, a mask
    uint32_t discoveries    # collected tiles, a mask
    uint8_t tech[TECHS]        # Laboratory space of each Tech type, or NONE
    uint8_t resources[5]    # to quarters: see means_t
    uint8_t crystals        # in the Depot
    uint8_t waiting         # Crystals below the Depot
    uint8_t quarters        # Colonists in Living Quarters
    uint8_t working
    uint8_t supply
    uint8_t slots[RED_ACTIONS]       # Colonists on red actions
    uint8_t gained          # Colonists gained this turn
    uint8_t ships           # covered Depot slots, a mask
    uint8_t hangar
    uint8_t shelters        # on the map
    uint8_t bots[4]         # hexes, ascending; NONE: not on the map
    uint8_t rover           # hex, or NONE while unplaced
    uint8_t progress        # types in the Progress area, a mask
    uint8_t research        # types taken, a mask
    uint8_t goal[3]         # cards dealt, by status, then number
    uint8_t goal_status[3]
    uint8_t space           # Turn Order space, 0: none yet
    uint8_t standing
    uint8_t constructed     # types built, a mask
    uint8_t a_card          # First Colonist A card 1..4, 0: none
    uint8_t b_cards[2]      # ascending, 0: none
    uint8_t b_done          # a B card was done this turn
    uint8_t markers         # Advanced Building markers not yet on a Blueprint or on the map
    uint8_t unused[3]

ctypedef struct state_t:
    uint64_t seed
    uint64_t buildings[9][2]    # by type; from SHELTER on by owner
    uint64_t beside[9][2]       # the hexes of these and their neighbours
    uint64_t in_two[9][2]       # the hexes at most two from one of these
    uint64_t miners[4][2]
    uint64_t advanced[4][2]
    uint64_t grounds[2]         # hexes with something on the ground
    uint64_t built[2]           # hexes with a Building
    uint64_t pieces[2]          # hexes with a Bot, Rover, Miner or Advanced marker
    uint32_t discoveries_gone   # a mask
    uint16_t contracts_done     # a mask
    uint16_t solo_seen          # solo cards drawn in this pass, a mask
    uint16_t ties               # how many of Lacerda's ties were drawn
    uint16_t unused
    board_t boards[BOARDS]
    frame_t frames[STACK]
    uint8_t ground[HEXES]
    uint8_t depth
    uint8_t uses[USES][2]         # owner, Tech type
    uint8_t use_count
    uint8_t refills[6]
    uint8_t refill_count
    uint8_t card[BLUEPRINTS + 1]            # where each Blueprint is
    uint8_t display[2][6]       # Blueprints: top row, bottom row, left to right
    uint8_t deck[BLUEPRINTS]            # Blueprints, what is drawn is 0
    uint8_t deck_next
    uint8_t discovery[DISCOVERIES]       # stack, what is drawn is 0
    uint8_t discovery_next
    uint8_t exploration[2]
    uint8_t radar
    uint8_t tiles[5][6]         # Building stacks, what is drawn is 0
    uint8_t tile_next[5]
    uint8_t tile_used[5]        # masks
    uint8_t grid[8]             # Tech type + 1
    uint8_t tech_deck[8]        # Tech type + 1, what is drawn is 0
    uint8_t tech_next
    uint8_t slots[6]            # Scientist display: 1..6 scientist, 7..18 contract
    uint8_t scientist_owner[6]
    uint8_t scientist_at[6]     # Blueprint, 0: on nobody's
    uint8_t contract_owner[CONTRACTS + 1]
    uint8_t delivered[CONTRACTS + 1][2]    # the contract's own item, Minerals
    uint8_t mission[3]
    uint8_t mission_left[3]
    uint8_t remaining
    uint8_t lss[4]
    uint8_t rewards[4]
    uint8_t colony_row
    uint8_t warehouse[6]
    uint8_t shuttle_side
    uint8_t shuttle_space       # 0: not placed yet
    uint8_t travelled           # side the Shuttle left this phase, or NONE
    uint8_t phase
    uint8_t step
    uint8_t turn                # seat whose turn or travel it is, or NONE
    uint8_t round
    uint8_t end
    uint8_t order[4]
    uint8_t next
    uint8_t b_deck[8]
    uint8_t b_next
    uint8_t b_gone              # B cards done, a mask
    uint8_t a_gone              # A cards revealed, a mask
    uint8_t bots_taken          # Bots on Lacerda's board
    uint8_t icon                # where Lacerda's Bot stands
    uint8_t solo_deck[12]
    uint8_t solo_next
    uint8_t passes              # how often the solo deck was reshuffled
    uint8_t travels             # what the latest solo card says
    uint8_t sharing             # pieces less hexes with a piece: one is in transit or about to be displaced
    uint8_t spare

# ---- the tables

ctypedef struct cost_t:
    uint8_t count
    uint8_t units[4]

ctypedef struct contract_t:
    uint8_t building            # NONE: a delivery
    uint8_t complex
    uint8_t item                # the contract's own item, besides Minerals
    uint8_t count
    uint8_t minerals
    int8_t done
    int8_t failed

ctypedef struct solo_goal_t:
    uint8_t wanted
    uint8_t colony_level, contracts, contracts_of_each_type, private_goals, techs_at_level_6, research_tiles
    uint8_t shelters, mines, advanced_buildings, scientist, advanced_greenhouses, greenhouse_complex, plants
    uint8_t greenhouse_tech, in_orbit, margin
    uint16_t contract_ids

ctypedef struct tables_t:
    hexset_t all
    hexset_t only[256]          # one hex as a set; NONE: the empty one
    hexset_t around[HEXES]
    hexset_t zone[HEXES]
    hexset_t within_two[HEXES]
    hexset_t at_distance[HEXES][FARTHEST]
    hexset_t reach[HEXES][FARTHEST]      # at most so far away
    action_t bot_steps[HEXES][6]   # to the neighbours, ascending
    action_t rover_steps[HEXES][6]
    uint8_t neighbours[HEXES]      # how many
    uint8_t distance[HEXES][HEXES]
    uint8_t neighbour[HEXES][6]    # N NE SE S SW NW
    uint8_t near[HEXES][7]         # the neighbours, ascending; NONE ends them
    int8_t q[HEXES]
    int8_t r[HEXES]
    uint8_t boards              # 2 in a solo game
    uint8_t seats
    uint8_t solo
    uint8_t short_missions
    uint8_t first_colonists
    uint8_t space_oddity
    uint8_t round_cap
    uint8_t mine_hex
    uint8_t start_hexes[4]
    uint8_t shelter_hexes[4]
    uint8_t research_hexes[8]
    effect_t space_effect[9]
    effect_t main_effect[MAINS]
    uint8_t mains[2][MAINS]       # Main actions of each side; NONE ends them
    uint8_t main_slot[MAINS]      # Action slots of a red Main action, or NONE
    effect_t executive[9]
    uint8_t executive_cost[9]
    uint8_t executive_least     # the lowest of these costs
    effect_t card_effect[BLUEPRINTS + 1]
    uint8_t card_type[BLUEPRINTS + 1]
    uint8_t card_level[BLUEPRINTS + 1]
    uint8_t card_complex[BLUEPRINTS + 1]
    uint8_t card_points[BLUEPRINTS + 1]
    effect_t discovery_effect[DISCOVERIES + 1]
    effect_t research_effect
    effect_t goal_effect[GOALS + 1]
    effect_t goal_develop
    uint8_t goal_condition[GOALS + 1]
    uint8_t goal_count[GOALS + 1]
    effect_t lab_effect[SPACES]
    uint16_t lab_right[256]     # of NONE: nothing
    uint8_t lab_column[256]
    uint16_t lab_marked
    cost_t lab_cost[7]
    uint8_t lab_points[7]
    uint8_t shelter_tech_space
    cost_t grid_cost[8]
    uint8_t grid_refill[8]
    cost_t building_cost[6]
    uint8_t arrows[7]           # of tiles 1..6, a mask of directions
    cost_t scientist_cost[6]
    uint8_t scientist_scores[6]
    uint8_t scientist_points
    cost_t contract_cost
    contract_t contract[CONTRACTS + 1]
    uint8_t mission_need[MISSIONS]
    uint8_t mission_crystals[MISSIONS]
    uint8_t mission_short[MISSIONS]
    uint8_t first_missions[3]
    uint8_t reward_per[9]
    uint8_t reward_each[9]
    uint8_t landing[6]
    uint8_t warehouse
    uint8_t slot_count
    uint8_t quarters_points[13]
    uint8_t progress_points[6]
    uint8_t a_types[5]
    effect_t b_effect[9]
    uint8_t b_task[9]
    uint8_t first_spaces[6]
    uint8_t solo_action[13]
    uint8_t solo_mission[13]
    uint8_t solo_travels[13]
    uint8_t solo_main[2][3]
    uint8_t solo_scientists
    solo_goal_t solo_goal[4]
