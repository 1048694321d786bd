# The tables of decisions, and the loop that carries the game to the next one.

ctypedef int (*list_f)(T t, C s, F f, action_t* out) noexcept nogil
ctypedef void (*do_f)(T t, S s, action_t action) noexcept nogil
ctypedef void (*run_f)(T t, S s) noexcept nogil

cdef list_f LIST[64]        # the legal actions of a decision
cdef do_f DO[64]            # what an action does
cdef run_f RUN[64]          # what happens by itself

RUN[K_RESOURCE] = run_resource
RUN[K_BOTS] = run_bots
RUN[K_ROVER] = run_rover
RUN[K_CONTROL] = run_control
RUN[K_COLONISTS] = run_colonists
RUN[K_POINTS] = run_points
RUN[K_TRADE] = run_trade
RUN[K_TRAVEL] = run_travel
RUN[K_DO_DEVELOP] = run_do_develop
RUN[K_DO_UPGRADE] = run_do_upgrade
RUN[K_PLACE_BUILDING] = run_place_building
RUN[K_AFTER_BUILDING] = run_after_building
RUN[K_DO_HIRE] = run_do_hire
RUN[K_TRAVEL_HOME] = run_travel_home
RUN[K_SWEEP] = run_sweep
RUN[K_REVEAL] = run_reveal
RUN[K_LACERDA_UPGRADE] = run_lacerda_upgrade
RUN[K_LACERDA_BUILD] = run_lacerda_build
RUN[K_LACERDA_DEVELOP] = run_lacerda_develop
RUN[K_LACERDA_SHIP] = run_lacerda_ship

LIST[K_WAREHOUSE], DO[K_WAREHOUSE] = list_warehouse, do_warehouse
LIST[K_CRYSTALS], DO[K_CRYSTALS] = list_crystals, do_crystals
LIST[K_CHOOSE], DO[K_CHOOSE] = list_choose, do_choose
LIST[K_UPGRADE], DO[K_UPGRADE] = list_upgrade, do_upgrade
LIST[K_BLUEPRINT], DO[K_BLUEPRINT] = list_blueprint, do_blueprint
LIST[K_DEVELOP], DO[K_DEVELOP] = list_develop, do_develop
LIST[K_LEARN], DO[K_LEARN] = list_learn, do_learn
LIST[K_CONSTRUCT], DO[K_CONSTRUCT] = list_construct, do_construct
LIST[K_SHIP], DO[K_SHIP] = list_ship, do_ship
LIST[K_HIRE], DO[K_HIRE] = list_hire, do_hire
LIST[K_BUY_COLONIST], DO[K_BUY_COLONIST] = list_buy_colonist, do_buy_colonist
LIST[K_RETRIEVE], DO[K_RETRIEVE] = list_retrieve, do_retrieve
LIST[K_PRODUCE], DO[K_PRODUCE] = list_produce, do_produce
LIST[K_RADAR], DO[K_RADAR] = list_radar, do_radar
LIST[K_MENU], DO[K_MENU] = list_menu, do_menu
LIST[K_PAY], DO[K_PAY] = list_pay, do_pay
LIST[K_MOVE], DO[K_MOVE] = list_move, do_move
LIST[K_CLAIM], DO[K_CLAIM] = list_claim, do_claim
LIST[K_CLAIM_BOTS], DO[K_CLAIM_BOTS] = list_claim_bots, do_claim_bots
LIST[K_PLACE_TECH], DO[K_PLACE_TECH] = list_place_tech, do_place_tech
LIST[K_DISPLACE], DO[K_DISPLACE] = list_displace, do_displace
LIST[K_SHIP_REWARD], DO[K_SHIP_REWARD] = list_ship_reward, do_ship_reward
LIST[K_BOT_PLACE], DO[K_BOT_PLACE] = list_bot_place, do_bot_place
LIST[K_USE_BUILDING], DO[K_USE_BUILDING] = list_uses, do_use
LIST[K_LSS], DO[K_LSS] = list_lss, do_lss
LIST[K_GOAL_REWARD], DO[K_GOAL_REWARD] = list_goal_reward, do_goal_reward
LIST[K_SPACE], DO[K_SPACE] = list_space, do_space
LIST[K_SHUTTLE_SIDE], DO[K_SHUTTLE_SIDE] = list_shuttle_side, do_shuttle_side
LIST[K_TRAVEL_CHOICE], DO[K_TRAVEL_CHOICE] = list_travel_choice, do_travel_choice
LIST[K_PLACE_TILE], DO[K_PLACE_TILE] = list_place_tile, do_place_tile
LIST[K_REFILL], DO[K_REFILL] = list_refill, do_refill
LIST[K_OWNER], DO[K_OWNER] = list_owner, do_owner
LIST[K_TASK], DO[K_TASK] = list_task, do_task


cdef int list_crystals(T t, C s, F f, action_t* out) noexcept nogil:
    return list_boost(t, s, f, out, 0)


cdef void do_crystals(T t, S s, action_t action) noexcept nogil:
    do_common(t, s, action)


cdef bint runs_first(T t, S s) noexcept nogil:
    """Crystals and Automated Production happen by themselves; then their boosts are asked."""
    if top(s).kind == K_CRYSTALS and top(s).left:
        run_crystals(t, s)
    elif top(s).kind == K_PRODUCE and not top(s).flags & F_DONE:
        run_produce(t, s)
    else:
        return False
    return True


# ---- quick proofs that a decision leaves a choice, which spare listing it twice

cdef bint always_open(T t, C s, F f) noexcept nogil:
    return True


cdef bint space_open(T t, C s, F f) noexcept nogil:
    """Four spaces on a side, at most two of them taken by others; with four players perhaps three."""
    return t.boards <= 3 or f.x[0] == NONE


cdef bint owner_open(T t, C s, F f) noexcept nogil:
    """A move of his tile, or Oxygen."""
    return destinations(t, s, f.seat, f.x[0]) != 0


cdef bint tile_open(T t, C s, F f) noexcept nogil:
    return s.exploration[0] and s.exploration[1] and tile_places(t, s, f.seat) != 0


cdef bint step_or_stop(T t, C s, F f) noexcept nogil:
    cdef means_t means
    if f.left == 0 or not may_stop(f):
        return False
    means = means_of(s, f.seat)
    return can_step(t, s, f, &means)


ctypedef bint (*open_f)(T t, C s, F f) noexcept nogil
cdef open_f OPEN[64]

OPEN[K_MENU] = OPEN[K_TRAVEL_CHOICE] = OPEN[K_LSS] = OPEN[K_SHIP_REWARD] = always_open
OPEN[K_SHUTTLE_SIDE] = OPEN[K_TASK] = always_open
OPEN[K_MOVE] = move_surely_open
OPEN[K_SPACE] = space_open
OPEN[K_OWNER] = owner_open
OPEN[K_PLACE_TILE] = tile_open
OPEN[K_WAREHOUSE] = OPEN[K_BLUEPRINT] = OPEN[K_DEVELOP] = OPEN[K_LEARN] = step_or_stop


cdef inline bint surely_open(T t, C s, F f) noexcept nogil:
    return OPEN[f.kind] != NULL and OPEN[f.kind](t, s, f)


cdef void settle(T t, S s) noexcept nogil:
    """Carries on until there is something to choose: decisions with one legal action are made (ruling 16)."""
    while True:
        while s.depth == 0:
            if s.phase == OVER:
                return
            advance(t, s)
        if RUN[top(s).kind] != NULL:
            RUN[top(s).kind](t, s)
        elif surely_open(t, s, top(s)) or not forced(t, s):
            return


cdef bint forced(T t, S s) noexcept nogil:
    """Makes the decision on top if it leaves no choice; False if it does."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int kind = top(s).kind, count
    if runs_first(t, s):
        return True
    count = LIST[kind](t, s, top(s), actions)
    if count > 1:
        return False
    if count == 1:
        DO[kind](t, s, actions[0])
    else:
        pop(s)
    return True


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef C s = <C>memory
    if s.depth == 0:
        return GAME_OVER
    return s.frames[s.depth - 1].seat


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef C s = <C>memory
    cdef F f = &s.frames[s.depth - 1]
    return LIST[f.kind](<T>tables, s, f, actions)


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef S s = <S>memory
    DO[top(s).kind](<T>tables, s, action)
    settle(<T>tables, s)
