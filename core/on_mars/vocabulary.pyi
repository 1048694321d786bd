NOTHING: int
HEX_COUNT: int
BLUEPRINT_COUNT: int
CONTRACT_COUNT: int
DISCOVERY_COUNT: int
GOAL_COUNT: int
UNITS: tuple[str, ...]
ITEMS: tuple[str, ...]
TECH_TILES: tuple[str, ...]
BUILDINGS: tuple[str, ...]
SIDES: tuple[str, ...]
PHASES: tuple[str, ...]
ENDS: tuple[str, ...]
MAIN_ACTIONS: tuple[str, ...]
RED: tuple[str, ...]
MISSION_CARDS: tuple[str, ...]
REWARDS: tuple[str, ...]
CONDITIONS: tuple[str, ...]
TASKS: tuple[str, ...]
FRAMES: tuple[str, ...]
EFFECTS: tuple[str, ...]
FLAGS: dict[str, int]
MASKS: dict[str, int]
