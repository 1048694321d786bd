# Whether the minimum of an effect can be done.

cdef bint can_effect(T t, C s, int seat, const effect_t* effect, const means_t* means) noexcept nogil:
    cdef frame_t frame = frame_of(effect, seat)
    return can_step(t, s, &frame, means)


cdef inline bint can_step(T t, C s, F f, const means_t* means) noexcept nogil:
    """One step of this effect, paid from these means. Crystals, points and movement can always be had (ruling 18)."""
    return CAN[f.kind] == NULL or CAN[f.kind](t, s, f, means)


cdef bint can_nothing(T t, C s, F f, const means_t* means) noexcept nogil:
    return False


cdef bint can_gain_resource(T t, C s, F f, const means_t* means) noexcept nogil:
    return resource_room(t, s, f.seat, f.x[0])


cdef bint can_gain_colonists(T t, C s, F f, const means_t* means) noexcept nogil:
    return colonist_room(s, f.seat)


cdef bint can_buy_colonist(T t, C s, F f, const means_t* means) noexcept nogil:
    return colonist_room(s, f.seat) and means.resources[WATER] + means.resources[PLANT] + means.resources[MINERAL]


cdef bint can_travel(T t, C s, F f, const means_t* means) noexcept nogil:
    return f.x[0] == NONE or side_of(s, f.seat) != f.x[0]


ctypedef bint (*can_f)(T t, C s, F f, const means_t* means) noexcept nogil
cdef can_f CAN[64]
CAN[K_NONE] = can_nothing
CAN[K_WAREHOUSE] = can_warehouse
CAN[K_RESOURCE] = can_gain_resource
CAN[K_CHOOSE] = can_choose
CAN[K_UPGRADE] = can_upgrade
CAN[K_BLUEPRINT] = can_blueprint
CAN[K_DEVELOP] = can_develop
CAN[K_LEARN] = can_learn
CAN[K_CONSTRUCT] = can_construct
CAN[K_SHIP] = can_ship
CAN[K_HIRE] = can_hire
CAN[K_COLONISTS] = can_gain_colonists
CAN[K_BUY_COLONIST] = can_buy_colonist
CAN[K_RETRIEVE] = can_retrieve
CAN[K_PRODUCE] = can_produce
CAN[K_TRADE] = can_trade
CAN[K_RADAR] = can_radar
CAN[K_MOVE] = move_remains_legal
CAN[K_TRAVEL] = can_travel
