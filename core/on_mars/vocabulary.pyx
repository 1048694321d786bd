"""The words of the game for the numbers of state.pxd: the one place where the two meet."""
from core.on_mars.state cimport *


cdef tuple in_order(dict words, int count):
    """The words by number. A number without a word does not import."""
    return tuple([words[number] for number in range(count)])


NOTHING = NONE
HEX_COUNT, BLUEPRINT_COUNT, CONTRACT_COUNT = HEXES, BLUEPRINTS, CONTRACTS
DISCOVERY_COUNT, GOAL_COUNT = DISCOVERIES, GOALS

UNITS = in_order({
    MINERAL: "mineral", BATTERY: "battery", WATER: "water", PLANT: "plant", OXYGEN: "oxygen", CRYSTAL: "crystal",
    ANY: "any", EXTRA: "extra", COLONIST: "colonist",
}, COLONIST + 1)
ITEMS = UNITS[:CRYSTAL + 1]
TECH_TILES = in_order({
    MINE: "mine", GENERATOR: "generator", WATER_EXTRACTOR: "water_extractor", GREENHOUSE: "greenhouse",
    OXYGEN_CONDENSER: "oxygen_condenser", SHELTER: "shelter", ROVER_TECH: "rover", UPGRADE_TECH: "upgrade",
    SHIP_TECH: "ship",
}, TECHS)
BUILDINGS = TECH_TILES[:SHELTER + 1]
SIDES = in_order({ORBIT: "orbit", COLONY: "colony"}, COLONY + 1)
PHASES = in_order({SETUP: "setup", COLONIZATION: "colonization", SHUTTLE: "shuttle", OVER: "over"}, OVER + 1)
ENDS = in_order({RUNNING: "running", TRIGGERED: "triggered", LAST_ROUND: "last_round"}, LAST_ROUND + 1)
MAIN_ACTIONS = in_order({
    LANDING_POD: "landing_pod", OBTAIN_BLUEPRINT: "obtain_blueprint", LEARN_TECHNOLOGY: "learn_technology",
    RESEARCH_DEVELOPMENT: "research_development", RESUPPLY: "resupply", CONTROL_CENTER: "control_center",
    CONSTRUCT_MAIN: "construct", UPGRADE_MAIN: "upgrade", WELCOME_SHIP: "welcome_ship",
    HIRE_OR_CONTRACT: "hire_or_contract",
}, MAINS)
RED = in_order({
    BLUEPRINT_SLOT: "obtain_blueprint", RND_SLOT: "research_development", CONSTRUCT_SLOT: "construct",
    UPGRADE_SLOT: "upgrade", HIRE_SLOT: "hire_or_contract",
}, RED_ACTIONS)
MISSION_CARDS = in_order({
    M_RESEARCH: "research_tiles", M_BLUEPRINTS: "blueprints", M_ADVANCED: "advanced_buildings", M_BOTS: "bots",
    M_DISCOVERIES: "discovery_tiles", M_TECHS: "techs", M_PROGRESS: "progress_cubes", M_SCIENTISTS: "scientists",
    M_CONTRACTS: "contracts",
}, MISSIONS)
REWARDS = in_order({
    PER_TECH_LEVEL: "best_tech_level", PER_SHIP: "ship_in_hangar", PER_ADVANCED: "advanced_building",
    PER_MINE: "mine_with_own_piece", PER_BOT: "bot_on_mars", PER_DISCOVERY: "discovery_tile", PER_SHELTER: "shelter",
    PER_COLONIST: "colonist_in_quarters",
}, PER_COLONIST + 1)
CONDITIONS = in_order({
    G_BLUEPRINTS: "blueprints", G_ADVANCED: "advanced", G_MINES: "mines", G_DISCOVERIES: "discoveries",
    G_MARKER_IN_COMPLEX: "marker_in_complex", G_ONE_RESOURCE: "one_resource", G_SHELTERS: "shelters",
    G_COLONY_LEVEL: "colony_level", G_QUARTERS: "quarters", G_TECHS: "techs", G_HANGAR: "hangar",
    G_RESEARCH: "research", G_SCIENTIST_AND_CONTRACT: "scientist_and_contract", G_MARKED_SPACES: "marked_spaces",
    G_PROGRESS: "progress", G_COMPLEXES_OF_THREE: "complexes_of_three",
}, G_COMPLEXES_OF_THREE + 1)
TASKS = in_order({
    T_LEARN: "learn", T_TRAVEL: "travel", T_SHELTER: "construct_shelter", T_HIRE: "hire",
    T_RND: "research_development", T_CONTROL: "control_center", T_COLLECT: "collect_discovery",
    T_BLUEPRINT: "blueprint",
}, T_BLUEPRINT + 1)
FRAMES = in_order({
    K_NONE: "none", K_WAREHOUSE: "warehouse", K_CRYSTALS: "crystals", K_RESOURCE: "resource", K_CHOOSE: "choose",
    K_BOTS: "bots", K_ROVER: "rover", K_CONTROL: "control", K_UPGRADE: "upgrade", K_BLUEPRINT: "blueprint",
    K_DEVELOP: "develop", K_LEARN: "learn", K_CONSTRUCT: "construct", K_SHIP: "ship", K_HIRE: "hire",
    K_COLONISTS: "colonists", K_BUY_COLONIST: "buy_colonist", K_RETRIEVE: "retrieve", K_POINTS: "points",
    K_PRODUCE: "produce", K_TRADE: "trade", K_RADAR: "radar", K_TRAVEL: "travel",
    K_MENU: "menu", K_PAY: "pay", K_MOVE: "move", K_CLAIM: "claim", K_CLAIM_BOTS: "claim_bots",
    K_PLACE_TECH: "place_tech", K_DO_DEVELOP: "do_develop", K_DO_UPGRADE: "do_upgrade",
    K_PLACE_BUILDING: "place_building", K_AFTER_BUILDING: "after_building", K_DISPLACE: "displace",
    K_SHIP_REWARD: "ship_reward", K_BOT_PLACE: "bot_place", K_DO_HIRE: "do_hire", K_USE_BUILDING: "use_building",
    K_LSS: "lss", K_GOAL_REWARD: "goal_reward", K_SPACE: "space", K_SHUTTLE_SIDE: "shuttle_side",
    K_TRAVEL_CHOICE: "travel_choice", K_PLACE_TILE: "place_tile", K_TRAVEL_HOME: "travel_home", K_REFILL: "refill",
    K_OWNER: "owner", K_SWEEP: "sweep", K_TASK: "task", K_REVEAL: "reveal", K_LACERDA_UPGRADE: "lacerda_upgrade",
    K_LACERDA_BUILD: "lacerda_build", K_LACERDA_DEVELOP: "lacerda_develop", K_LACERDA_SHIP: "lacerda_ship",
}, KINDS)
EFFECTS = FRAMES[:LAST_EFFECT + 1]
FLAGS = {
    "boost": F_BOOST, "free": F_FREE, "anywhere": F_ANYWHERE, "plus": F_PLUS, "collect": F_PLUS, "best": F_PLUS,
    "tech": F_TECH,
}
MASKS = {
    "scientist": SCIENTIST_CARD, "contract": CONTRACT_CARD, "slots": FROM_SLOTS, "working_area": FROM_WORKING_AREA,
}
