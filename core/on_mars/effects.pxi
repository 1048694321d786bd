# Whether the minimum of an effect can be done.

cdef bint can_effect(T t, C s, int seat, const effect_t* effect, const means_t* means) noexcept nogil:
    cdef frame_t frame
    if effect.kind == K_NONE:
        return False
    frame = frame_of(effect, seat)
    return can_step(t, s, &frame, means)


cdef bint can_step(T t, C s, F f, const means_t* means) noexcept nogil:
    """One step of this effect, paid from these means."""
    cdef int kind = f.kind
    if kind == K_WAREHOUSE:
        return can_warehouse(t, s, f.seat, means)
    if kind == K_RESOURCE:
        return resource_room(t, s, f.seat, f.x[0])
    if kind == K_CHOOSE:
        return trade_room(t, s, f.seat, means)
    if kind == K_UPGRADE:
        return can_upgrade(t, s, f, means)
    if kind == K_BLUEPRINT:
        return can_blueprint(s, f.seat)
    if kind == K_DEVELOP:
        return can_develop(t, s, f, means)
    if kind == K_LEARN:
        return can_learn(t, s, f.seat, means)
    if kind == K_CONSTRUCT:
        return can_construct(t, s, f, means)
    if kind == K_SHIP:
        return can_ship(t, s, f, means)
    if kind == K_HIRE:
        return can_hire(t, s, f, means)
    if kind == K_COLONISTS:
        return colonist_room(s, f.seat)
    if kind == K_BUY_COLONIST:
        return colonist_room(s, f.seat) and means.resources[WATER] + means.resources[PLANT] + means.resources[MINERAL]
    if kind == K_RETRIEVE:
        return can_retrieve(s, f)
    if kind == K_PRODUCE:
        return can_produce(t, s, f.seat)
    if kind == K_TRADE:
        return can_trade(t, s, f.seat, means)
    if kind == K_RADAR:
        return can_radar(t, s, f.seat, means)
    if kind == K_MOVE:
        return move_remains_legal(t, s, f, means)
    if kind == K_TRAVEL:
        return f.x[0] == NONE or side_of(s, f.seat) != f.x[0]
    return kind != K_NONE       # Crystals, points and movement can always be had (ruling 18)
