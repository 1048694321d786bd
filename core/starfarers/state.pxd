# cython: language_level=3
"""The state of a game of Starfarers, its read-only tables, and the words both are written in."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 4
    RESOURCES = 5               # ore, fuel, carbon, food, goods
    UPGRADES = 3
    PEOPLES = 4
    TRANSPORTS = 3
    INTERSECTIONS = 320
    VACANT = 15                 # areas for sectors; the Catanian systems follow as areas 15 to 18
    AREAS = 19
    SITES = 57                  # also planets: area * 3 + place
    SECTORS = 16
    ICONS = 6
    RESERVE_GROUP = 6           # the reserve discs stand behind the icons
    GROUP = 5                   # most discs of one icon
    TOKENS = 5
    FRIENDS = 17                # kinds of friendship cards
    CARDS = 32
    FAMILIES = 16
    NODES = 160
    PILE = 40
    FRAMES = 32
    COSTS = 7
    COLUMNS = 24                # of at most 16 intersections each
    WORDS = 8                   # of 64 bits: one bit for every intersection, every eighth column in the same word
    LANE = 20                   # bits from one column of a word to the next
    PAIRS = 10
    ROLLS = 13                  # of two dice, from 0 so that they count themselves
    NONE = 0xFF
    NOWHERE = 0xFFFF
    PUBLIC = SEATS              # the observer who was never concerned

cdef enum: ORE, FUEL, CARBON, FOOD, GOODS

cdef enum: BOOSTER, CANNON, POD

cdef enum: NO_SHIP, COLONY_SHIP, TRADE_SHIP

cdef enum:                      # flags of a ship
    MOVED = 1
    LOCKED = 2

cdef enum: FACE_DOWN, UNEXPLORED, OPEN          # an area: tile down; discs down; nothing hidden

cdef enum: SYSTEM, OUTPOST, EMPTY

cdef enum:                      # a disc: its number, or one of these
    DISC_3_12 = 13
    DISC_2_11 = 14
    PIRATE = 0x10               # + strength
    ICE = 0x20                  # + pods
    FROM_RESERVE = 0x40         # + number
    DISC_CODES = 0x50

cdef enum:                      # a site: 0 free, else owner + 1, with this flag for a spaceport
    PORT = 0x10

cdef enum: SPENT_FAME = 1, SPENT_HELP = 2, SPENT_GOODS = 4

cdef enum: NOT_ASKED, ACCEPTED, DECLINED

cdef enum: COST_COLONY_SHIP, COST_TRADE_SHIP, COST_SPACEPORT, COST_BOOSTER, COST_CANNON, COST_POD, COST_FAME

cdef enum: ASK_AMOUNT, ASK_YESNO, ASK_NOTHING

cdef enum: NO_CHECK, COMBAT, SPEED, FLEE, ROLL, QUESTION

cdef enum: RIGHT1, LEFT1, RIGHT2, LEFT2

cdef enum:                      # effects of encounter cards
    OP_FAME, OP_GAIN, OP_GAIN_ANY, OP_SWAP, OP_PAY, OP_RETURN_GIFT, OP_LOSE_SWAP, OP_LOCK, OP_UPGRADE, OP_DOWNGRADE,
    OP_FREE_SHIP, OP_JUMP, OP_ROB_ALL, OP_OPPONENTS_GIVE, OP_WEAR, OP_FAME_FOR_PODS, OP_RESHUFFLE, OP_NEW_ENCOUNTER, OPS

cdef enum:                      # what can be pending; first what needs no decision
    END_TURN, START_TURN, SETUP, SHAKE, RESERVE_DRAW, OPPONENTS_DRAW, FREE_SHIPS, BRANCH, CHECK, EFFECT, ENCOUNTER_OVER,
    SETUP_COLONY, SETUP_SPACEPORT, SETUP_SHIP, SETUP_UPGRADE,
    RELIEF, DISCARD, ROB, TRADE_BUILD, HELP_AGAIN, OFFER_GIVE, OFFER_WANT, OFFER_WANT_MORE, OFFER_REPLY, CLOSE,
    PLACE_SHIP, FLIGHT, TARGET, JUMP_TARGET, FOUND, FRIENDSHIP,
    GIFT, YESNO, PAY, GAIN, HAND_OVER, LOCK, UPGRADE, DOWNGRADE,
    KINDS
    FIRST_DECISION = SETUP_COLONY

cdef enum:                      # actions: kind << 16 | operand
    A_END_BUILD, A_BUILD_COLONY_SHIP, A_BUILD_TRADE_SHIP, A_BUILD_SPACEPORT, A_BUILD_UPGRADE, A_SUPPLY, A_BUY_FAME,
    A_HELP, A_OFFER, A_STOP, A_AND, A_NO_MORE, A_WANT, A_ACCEPT, A_DECLINE, A_DEAL, A_WITHDRAW,
    A_COLONY_AT, A_SPACEPORT_AT, A_COLONY_SHIP_AT, A_TRADE_SHIP_AT, A_TAKE_UPGRADE, A_TAKE, A_DISCARD, A_ROB,
    A_FLY, A_JUMP, A_END_FLIGHT, A_TO, A_FOUND, A_NOT_FOUND, A_FRIEND, A_GIVE_COUNT, A_YES, A_NO, A_PAY, A_GIVE, A_LOCK,
    A_ADD, A_REMOVE, ACTIONS

cdef enum:                      # sources of chance
    FROM_START, FROM_DICE, FROM_SHAKE, FROM_STEAL, FROM_PILE, FROM_ENCOUNTERS, FROM_TILES, FROM_ROTATION, FROM_GREEK,
    FROM_DISCS                  # + icon; the reserve discs last


ctypedef struct ship_t:
    uint16_t at                 # intersection, NOWHERE if there is no ship
    uint8_t kind                # NO_SHIP, COLONY_SHIP, TRADE_SHIP
    uint8_t flags               # MOVED, LOCKED


ctypedef struct frame_t:
    uint8_t kind
    uint8_t seat
    uint8_t a
    uint8_t b


ctypedef struct bits_t:         # a set of intersections
    uint64_t w[WORDS]


ctypedef struct derived_t:      # follows from the rest of the state: kept, so that no decision works it out again
    bits_t enter                # where a ship may fly
    bits_t stops                # where a colony ship may end its move, were there no other ships and spaceports
    bits_t notches              # of systems and face-down tiles: not for trade ships
    bits_t unknown              # notches and centres of face-down tiles
    bits_t unexplored           # where arriving explores or discovers
    bits_t ships                # where one stands
    bits_t docks[SEATS]         # beside the spaceports of a player
    uint64_t bases[SEATS]       # sites with a colony or spaceport of a player, one bit each
    uint64_t specials           # planets with an open pirate base or ice, one bit each
    uint64_t yields[ROLLS]      # planets that produce on a roll of two dice, one bit each
    uint16_t points[SEATS]
    uint8_t outposts[PEOPLES]   # the area, NONE while it is not known
    uint8_t borrowed[SEATS][UPGRADES]       # boosters and cannons on Scientists cards
    uint8_t rates[SEATS][RESOURCES]         # cards for one of another kind
    uint8_t single[SEATS]       # kinds with a better rate once per turn, one bit each


ctypedef struct state_t:
    uint64_t seed
    # ---- the turn
    uint16_t turn               # turns begun; 0 during set-up
    uint16_t steals             # random draws from hands so far
    uint16_t shuffles           # of the encounter cards
    uint16_t builds             # of the reserve pile
    uint16_t shakes[SEATS]      # of each mothership
    uint16_t flying_at          # the ship in mid-move; NOWHERE if there is none
    uint16_t flying_from
    ship_t ships[SEATS][TRANSPORTS]     # by intersection, empty places last
    frame_t frames[FRAMES]      # what is pending, the next last
    uint8_t depth
    uint8_t starter
    uint8_t active
    uint8_t over
    uint8_t winner              # NONE while nobody has won
    uint8_t dice[2]             # 0 before the first roll
    uint8_t pair                # balls of the flight shake, 1 to 10; 0 before it
    uint8_t base_speed
    uint8_t offers
    uint8_t spent               # SPENT_FAME, SPENT_HELP, SPENT_GOODS
    uint8_t jump
    uint8_t flying_kind
    uint8_t flying_steps
    # ---- cards
    uint8_t supply[RESOURCES]
    uint8_t hand[SEATS][RESOURCES]
    uint8_t hand_size[SEATS]
    uint8_t known[SEATS + 1][SEATS][RESOURCES]      # by observer, then owner: at least so many
    uint8_t drawn[SEATS][RESOURCES]                 # from the present pile
    uint8_t drawn_cards[SEATS]
    uint8_t made[RESOURCES]     # the pile when it was built
    uint8_t pile[PILE]          # the next card last
    uint8_t pile_size
    # ---- players
    uint8_t upgrades[SEATS][UPGRADES]
    uint8_t fame[SEATS]
    uint8_t friends[SEATS][FRIENDS]
    uint8_t stations[SEATS][PEOPLES]
    uint8_t marker[PEOPLES]
    uint8_t ship_markers[SEATS]
    uint8_t colonies[SEATS]     # on the map, under spaceports too
    uint8_t ports[SEATS]
    uint8_t bonus[UPGRADES]
    # ---- the map
    uint8_t site[SITES]
    uint8_t disc[SITES]         # by planet; NONE while none is laid
    uint8_t tile[VACANT]        # sector
    uint8_t rotation[VACANT]
    uint8_t stars[VACANT]
    uint8_t face[AREAS]         # FACE_DOWN, UNEXPLORED, OPEN
    uint8_t box
    uint8_t stack[ICONS + 1][GROUP]     # discs beside the board, the next last
    uint8_t stack_size[ICONS + 1]
    uint8_t token[TOKENS]       # the seat that took it
    # ---- the encounter
    uint8_t deck[CARDS]         # drawn ones first
    uint8_t deck_next
    uint8_t card                # being resolved; NONE
    uint8_t family
    uint8_t card_public
    uint8_t gift[RESOURCES]
    uint8_t swap[RESOURCES]
    # ---- the offer
    uint8_t give[RESOURCES]
    uint8_t want[RESOURCES]
    uint8_t answers[SEATS]
    uint8_t unused[2]           # padding, named so that it stays zero
    derived_t derived


ctypedef struct node_t:         # a text box of an encounter card
    uint8_t count
    uint8_t ops[4]
    int8_t args[4]
    uint8_t check               # NO_CHECK, COMBAT, SPEED, FLEE, ROLL, QUESTION
    uint8_t rival
    uint8_t family              # what a QUESTION narrows the card to
    uint8_t next[6]             # lose, win; or no, yes; or by ball total


ctypedef struct tables_t:
    int players
    # ---- options
    int setup                   # 0 beginner, 1 strategic, 2 explorer, 3 wild
    int flee_scientists
    int pirate_scientists
    int base_scientists
    int speed_black
    int max_offers
    int max_turns
    # ---- the map
    uint16_t neighbours[INTERSECTIONS][3]
    uint8_t degree[INTERSECTIONS]
    uint8_t area_at[INTERSECTIONS]          # whose outer corner or notch it is
    uint8_t site_at[INTERSECTIONS]          # whose notch it is
    uint8_t centre_at[INTERSECTIONS]
    uint8_t dock_at[INTERSECTIONS]          # the site it lies beside
    uint8_t planets_at[INTERSECTIONS][2]
    uint16_t site_vertex[SITES]
    uint16_t site_docks[SITES][2]
    uint16_t centre_vertex[AREAS]
    uint16_t bit_of[INTERSECTIONS]
    uint16_t spot_of[64 * WORDS]
    uint32_t fly_to[COLUMNS]                # the flight to the first place of a column, were it an intersection
    uint32_t bits_of[4][16][4]              # of each four bits of sixteen: those that are set, in order
    uint8_t bit_count[16]
    bits_t valid
    bits_t ring[AREAS]                      # outer corners and notches
    bits_t planet_ring[SITES]
    # ---- components
    uint8_t sector_kind[SECTORS]
    uint8_t sector_stars[SECTORS]
    uint8_t sector_people[SECTORS]
    uint8_t sector_resource[SECTORS][3]
    uint8_t sector_icon[SECTORS][3]
    uint8_t area_stars[VACANT]
    uint8_t beginner_sector[VACANT]
    uint8_t box
    uint8_t greek_resource[SITES - 3 * VACANT]
    uint8_t greek_disc[SITES - 3 * VACANT]
    uint8_t greek_beginner[SITES - 3 * VACANT]
    uint8_t fronts[ICONS + 1][GROUP]
    uint8_t front_count[ICONS + 1]
    uint8_t token_disc[TOKENS]
    uint16_t rolls[256]                     # disc -> bits of the rolls it produces on
    uint8_t pips[256]                       # disc -> how many of the 36 throws of two dice those are
    uint8_t start_port[SEATS]
    uint8_t start_colony[SEATS][2]
    uint16_t start_ship[SEATS]
    uint8_t cost[COSTS][RESOURCES]
    uint64_t price[COSTS]                   # the same, packed
    uint8_t rate[RESOURCES]
    uint8_t stock[UPGRADES]
    uint8_t limit[UPGRADES]
    uint8_t bonus[UPGRADES]
    uint8_t fame_stock
    uint8_t per_resource
    uint8_t per_pile
    uint8_t max_colonies
    uint8_t max_stations
    uint8_t max_ports
    uint8_t hand_limit
    uint8_t starting_cards
    uint8_t starting_fame
    uint8_t win
    uint8_t points_port                     # beyond the colony under it
    uint8_t points_colony
    uint8_t points_marker
    uint8_t points_token
    uint8_t fame_per_point
    uint8_t draws[64]                       # reserve cards by points
    uint8_t pair_total[PAIRS]
    uint8_t pair_black[PAIRS]
    uint8_t pair_looks[PAIRS]               # the first pair of the same colours
    uint8_t encounter_speed
    uint8_t docks
    # ---- friendship cards
    uint8_t friend_people[FRIENDS]
    uint8_t friend_copies[FRIENDS]
    uint8_t friend_boosters[FRIENDS]
    uint8_t friend_cannons[FRIENDS]
    uint8_t more_card[RESOURCES]            # the card that gives one more of this
    uint8_t rate_card[RESOURCES]
    uint8_t rate_cards[RESOURCES]
    uint8_t rate_once[RESOURCES]
    uint8_t tribute_card
    uint8_t tribute_limit
    uint8_t fame_card
    uint8_t help_card
    uint8_t relief_card
    # ---- encounter cards
    uint8_t card_family[CARDS]
    uint8_t branch[CARDS][4]                # by amount; or no, yes
    uint8_t family_ask[FAMILIES]
    uint8_t family_needs[FAMILIES]
    uint32_t family_cards[FAMILIES]
    node_t nodes[NODES]
    # ---- last, being large
    uint8_t distance[INTERSECTIONS][INTERSECTIONS]      # around all centres
    uint8_t to_site[INTERSECTIONS][3 * VACANT]          # the same, at most 63
    uint8_t to_centre[INTERSECTIONS][VACANT]
