# Filling the read-only tables from the component files.

cdef void put_effect(effect_t* effect, given):
    effect.kind, effect.n, effect.arg, effect.flags = given


cdef void put_cost(cost_t* cost, units):
    cost.count = len(units)
    for i, unit in enumerate(units):
        cost.units[i] = unit


cdef void fill_hexes(tables_t* t, list cells):
    cdef int a, b
    at = {cell: i for i, cell in enumerate(cells)}
    for a, (q, r) in enumerate(cells):
        t.q[a], t.r[a] = q, r
        t.all |= hs_bit(a)
        t.only[a] = hs_bit(a)
        for i, (dq, dr) in enumerate(components.DIRECTIONS.values()):
            t.neighbour[a][i] = at.get((q + dq, r + dr), NONE)
        beside = [(q + dq, r + dr) for dq, dr in components.DIRECTIONS.values()]
        near = sorted(at[cell] for cell in beside if cell in at)
        for i in range(7):
            t.near[a][i] = near[i] if i < len(near) else NONE
        for b in range(HEXES):
            t.distance[a][b] = components.distance(cells[a], cells[b])
            t.at_distance[a][t.distance[a][b]] |= hs_bit(b)
        t.around[a] = t.at_distance[a][1]
        for b in range(len(near)):
            t.bot_steps[a][b] = act(A_MOVE_BOT, a, near[b], 0)
            t.rover_steps[a][b] = act(A_MOVE_ROVER, near[b], 0, 0)
        t.neighbours[a] = len(near)
        t.reach[a][0] = hs_bit(a)
        for b in range(1, FARTHEST):
            t.reach[a][b] = t.reach[a][b - 1] | t.at_distance[a][b]
        t.zone[a] = t.around[a] | hs_bit(a)
        t.within_two[a] = t.zone[a] | t.at_distance[a][2]


cdef void fill_board(tables_t* t, dict d):
    fill_hexes(t, d["hexes"])
    t.mine_hex = d["mine_hex"]
    for i in range(4):
        t.start_hexes[i] = d["start_hexes"][i]
    for i, hex_ in enumerate(d["shelter_hexes"]):
        t.shelter_hexes[i] = hex_
    for i in range(8):
        t.research_hexes[i] = d["research_hexes"][i]
        put_effect(&t.space_effect[i + 1], d["spaces"][i])
        put_effect(&t.executive[i + 1], d["executive"][i])
        t.executive_cost[i + 1] = d["executive_cost"][i]
        t.reward_per[i + 1] = d["reward_per"][i]
        t.reward_each[i + 1] = d["reward_each"][i]
    for i in range(MAINS):
        put_effect(&t.main_effect[i], d["mains"][i])
        t.main_slot[i] = NONE
    for side in (ORBIT, COLONY):
        mains = [i for i in range(MAINS) if d["main_sides"][i] == side]
        for i in range(MAINS):
            t.mains[side][i] = mains[i] if i < len(mains) else NONE
    t.main_slot[OBTAIN_BLUEPRINT] = BLUEPRINT_SLOT
    t.main_slot[RESEARCH_DEVELOPMENT] = RND_SLOT
    t.main_slot[CONSTRUCT_MAIN] = CONSTRUCT_SLOT
    t.main_slot[UPGRADE_MAIN] = UPGRADE_SLOT
    t.main_slot[HIRE_OR_CONTRACT] = HIRE_SLOT
    t.executive_least = min(d["executive_cost"])
    for i in range(5):
        t.landing[i + 1] = d["landing"][i]
    for i in range(13):
        t.quarters_points[i] = d["quarters_points"][i]
    for i in range(6):
        t.progress_points[i] = d["progress_points"][i]
    t.warehouse = d["warehouse"]
    t.slot_count = d["slots"]


cdef void fill_technology(tables_t* t, dict d):
    for i in range(SPACES):
        put_effect(&t.lab_effect[i], d["lab"][i])
        t.lab_right[i] = d["lab_right"][i]
        t.lab_column[i] = d["lab_column"][i]
    for i in range(6):
        put_cost(&t.lab_cost[i + 1], d["lab_costs"][i])
        t.lab_points[i + 1] = d["lab_points"][i]
    for i in range(8):
        put_cost(&t.grid_cost[i], d["grid_costs"][i])
        t.grid_refill[i] = d["grid_refill"][i]
    t.lab_marked = d["lab_marked"]
    t.shelter_tech_space = d["shelter_tech_space"]


cdef void fill_cards(tables_t* t, dict d):
    for i in range(24):
        put_effect(&t.card_effect[i + 1], d["cards"][i])
        t.card_type[i + 1] = d["card_type"][i]
        t.card_level[i + 1] = d["card_level"][i]
        t.card_complex[i + 1] = d["card_complex"][i]
        t.card_points[i + 1] = d["card_points"][i]
    for i in range(19):
        put_effect(&t.discovery_effect[i + 1], d["discoveries"][i])
    for i in range(16):
        put_effect(&t.goal_effect[i + 1], d["goals"][i])
        t.goal_condition[i + 1] = d["goal_condition"][i]
        t.goal_count[i + 1] = d["goal_count"][i]
    for i in range(6):
        put_cost(&t.building_cost[i], d["building_cost"][i])
        put_cost(&t.scientist_cost[i], d["scientist_cost"][i])
        t.scientist_scores[i] = d["scientist_scores"][i]
        t.arrows[i + 1] = d["arrows"][i]
    put_effect(&t.research_effect, d["research"])
    put_effect(&t.goal_develop, d["goal_develop"])
    put_cost(&t.contract_cost, d["contract_cost"])
    t.scientist_points = d["scientist_points"]


cdef void fill_contracts(tables_t* t, dict d):
    cdef contract_t* it
    t.contract[0].building = NONE
    for i in range(12):
        it = &t.contract[i + 1]
        given = d["contracts"][i]
        it.building, it.complex, it.item = given["building"], given["complex"], given["item"]
        it.count, it.minerals = given["count"], given["minerals"]
        it.done, it.failed = given["done"], given["failed"]


cdef void fill_missions(tables_t* t, dict d):
    for i in range(MISSIONS):
        t.mission_need[i] = d["mission_need"][i]
        t.mission_crystals[i] = d["mission_crystals"][i]
        t.mission_short[i] = d["mission_short"][i]
    for i in range(3):
        t.first_missions[i] = d["first_missions"][i]


cdef void fill_variants(tables_t* t, dict d):
    for i in range(4):
        t.a_types[i + 1] = d["a_types"][i]
    for i in range(8):
        put_effect(&t.b_effect[i + 1], d["b_cards"][i])
        t.b_task[i + 1] = d["b_tasks"][i]
    for i in range(6):
        t.first_spaces[i] = d["first_spaces"][i]
    for i in range(12):
        t.solo_action[i + 1] = d["solo_action"][i]
        t.solo_mission[i + 1] = d["solo_mission"][i]
        t.solo_travels[i + 1] = d["solo_travels"][i]
    for i in range(3):
        t.solo_main[ORBIT][i] = d["solo_main"][ORBIT][i]
        t.solo_main[COLONY][i] = d["solo_main"][COLONY][i]
    t.solo_scientists = d["solo_scientists"]


cdef void fill_solo_goals(tables_t* t, dict d, str chosen):
    cdef solo_goal_t* goal
    for i in range(4):
        goal = &t.solo_goal[i]
        given = d["solo_goals"][i]
        goal.wanted = chosen in ("any", components.SOLO_GOALS[i])
        goal.colony_level, goal.contracts = given["colony_level"], given["contracts"]
        goal.contracts_of_each_type, goal.private_goals = given["contracts_of_each_type"], given["private_goals"]
        goal.techs_at_level_6, goal.research_tiles = given["techs_at_level_6"], given["research_tiles"]
        goal.shelters, goal.mines = given["shelters"], given["mines"]
        goal.advanced_buildings, goal.scientist = given["advanced_buildings"], given["scientist"]
        goal.advanced_greenhouses = given["advanced_greenhouses"]
        goal.greenhouse_complex, goal.plants = given["greenhouse_complex"], given["plants"]
        goal.greenhouse_tech, goal.in_orbit = given["greenhouse_tech"], given["in_orbit"]
        goal.margin, goal.contract_ids = given["margin"], given["contract_ids"]
