"""The small drawings of the picture, each around its own (0, 0) and about 20 units wide, and what they mean."""

from __future__ import annotations

from core.picture import Pen, seat_mark

TINTS = {
    "mineral": "#8b6b52",
    "battery": "#c99a12",
    "water": "#2f7fc1",
    "plant": "#4b9447",
    "oxygen": "#5aa3a8",
    "crystal": "#8d5ad0",
}
PRODUCTS = {
    "mine": "mineral",
    "generator": "battery",
    "water_extractor": "water",
    "greenhouse": "plant",
    "oxygen_condenser": "oxygen",
    "shelter": "crystal",
}
BUILDINGS = tuple(PRODUCTS)
TECHS = (*BUILDINGS, "rover", "upgrade", "ship")

LOOK = (
    "".join(f".a-om-{name}{{fill:{tint}}}" for name, tint in TINTS.items())
    + """
.arena-on_mars{font-weight:bold;--ground:#e0b08f;--rim:#c58b66;--dust:#5c3a26;--halo:#f6e2d3;--teal:#0f8f8a}
.a-om-soft{fill:var(--soft);font-weight:400}.a-om-plain{font-weight:400}
.a-om-shelter{fill:#6f6a86}.a-om-map{fill:var(--ground)}
.a-om-white{fill:#fff}.a-om-ink{fill:var(--ink)}
.a-om-line{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.a-om-pale{fill:none;stroke:#fff;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.a-om-tile{stroke:#0007;stroke-width:1.5}.a-om-hull{fill:#f1ede4;stroke:#2b2320;stroke-width:1.2}
.a-om-dark{fill:#2b2320}.a-om-star{fill:var(--glow);stroke:#0009;stroke-width:.8}.a-om-red{fill:#c0392b}
.a-om-find{fill:#f4e3b5;stroke:#6b5320;stroke-width:1.2}.a-om-lab{fill:#d5e6ee;stroke:#3b6478;stroke-width:1.2}
.a-om-plan{fill:#2c5d9b;stroke:#123}.a-om-teal{fill:var(--teal)}.a-om-back{fill:#4a3a44;stroke:#9a8590}
.a-om-planet{fill:#c4683f}.a-om-hot{fill:#c0392b;stroke:#fff8}.a-om-over{fill:transparent;stroke:var(--rim);stroke-width:1.5}
.a-om-over text{fill:var(--dust);font-size:8.5px;text-anchor:middle;paint-order:stroke;stroke:var(--halo)}

.a-om-level{fill:none;stroke:#c0392b;stroke-width:3}.a-om-slot{stroke:#c0392b;stroke-width:1.5}
.a-om-onfind{color:#2b2320;fill:#2b2320;--ink:#2b2320;--card:#fff}
.a-om-pieces{pointer-events:none}.a-om-letter{fill:#2b2320;text-anchor:middle}
.a-om-lying{opacity:.45}
@media(prefers-color-scheme:dark){.arena-on_mars{--ground:#54301f;--rim:#7d4b33;--dust:#f0d3c0;--halo:#38200f;--teal:#4fd0c8}}
"""
)

HEXAGON = "M-11 0-5.5-9.5H5.5L11 0 5.5 9.5H-5.5Z"
GLYPHS = {  # white, on the tint of an item or building
    "mineral": '<path d="M-6 4-4-4 2-6 6-1 4 5Z" class="a-om-white"/>',
    "battery": '<path d="M1-7-5 1H-1L-2 7 5-2H1Z" class="a-om-white"/>',
    "water": '<path d="M0-7C4-2 5 0 5 2A5 5 0 0 1-5 2C-5 0-4-2 0-7Z" class="a-om-white"/>',
    "plant": '<path d="M-5 6C-6-3 0-6 6-6 6 1 3 6-3 5M-6 7-1 1" class="a-om-white"/>',
    "oxygen": '<circle cx="-2" cy="1" r="4" class="a-om-pale"/><circle cx="4.5" cy="-4" r="2" class="a-om-pale"/>',
    "crystal": '<path d="M0-7 5-1 0 7-5-1Z" class="a-om-white"/>',
    "shelter": '<path d="M-7 5A7 8 0 0 1 7 5Z" class="a-om-white"/><path d="M-2 5V0H2V5Z" class="a-om-shelter"/>',
}
PERSON = "M0-8a3.6 3.6 0 0 1 2.4 6.2C5.6-1 6.6 2 6.6 7H-6.6C-6.6 2-5.6-1-2.4-1.8A3.6 3.6 0 0 1 0-8Z"
BOT = (
    '<path d="M0-11V-15M-8-11H8V5H-8ZM-11 6H11V11H-11Z" class="a-om-hull"/><circle cy="-15.5" r="2" class="a-om-dark"/>'
)
ROVER = (
    '<path d="M-13 5V-3L-7-10H6L13-3V5Z" class="a-om-hull"/><circle cx="-9" cy="7" r="4.2" class="a-om-dark"/>'
    '<circle cy="7" r="4.2" class="a-om-dark"/><circle cx="9" cy="7" r="4.2" class="a-om-dark"/>'
)
MINER = '<circle cy="-10" r="5" class="a-om-hull"/><path d="M-11 11C-11-2-6-6 0-6S11-2 11 11Z" class="a-om-hull"/>'
BADGE = (
    '<path d="M0-14 4-9.5 10-10 9.5-4 14 0 9.5 4 10 10 4 9.5 0 14-4 9.5-10 10-9.5 4-14 0-9.5-4-10-10-4-9.5Z"'
    ' class="a-om-star"/>'
)


ICONS = {
    "colonist": f'<path d="{PERSON}" class="a-om-ink"/>',
    "bots": '<path d="M-7-4H7V6H-7ZM0-4V-8M-9 8H9" class="a-om-line"/><circle cx="-3" cy="1" r="1.3"'
    ' class="a-om-ink"/><circle cx="3" cy="1" r="1.3" class="a-om-ink"/>',
    "rover": '<path d="M-9 2V-2L-5-7H4L9-2V2Z" class="a-om-ink"/><circle cx="-6" cy="5" r="3" class="a-om-ink"/>'
    '<circle cx="6" cy="5" r="3" class="a-om-ink"/>',
    "upgrade": '<path d="M0-9 8 0H3V8H-3V0H-8Z" class="a-om-ink"/>',
    "ship": '<path d="M0-10C5-5 5 2 4 6H-4C-5 2-5-5 0-10ZM-4 1-8 9-4 7ZM4 1 8 9 4 7Z" class="a-om-ink"/>',
    "warehouse": '<path d="M-8-3 0-8 8-3V8H-8ZM-4 8V1H4V8M-4 4H4" class="a-om-line"/>',
    "any": '<circle r="9" class="a-card"/><path d="M-3-2C-3-6 3-6 3-2 3 0 0 0 0 3M0 6V6.2" class="a-om-line"/>',
    "control": '<path d="M-8-8H8V3H-8ZM0 3V7M-5 8H5M-4-3-1-5 2-1 5-4" class="a-om-line"/>',
    "blueprint": '<rect x="-8" y="-7" width="16" height="14" rx="1.5" class="a-om-plan"/>'
    '<path d="M-4 3V-2L0-5 4-2V3Z" class="a-om-pale"/>',
    "develop": '<path d="M-8-6-2 0-8 6M1-6 7 0 1 6" class="a-om-line"/>',
    "learn": '<path d="M-3-8H3M-2-8V-3L-7 6A2 2 0 0 0-5 8H5A2 2 0 0 0 7 6L2-3V-8M-5 3H5" class="a-om-line"/>',
    "construct": f'<path d="{HEXAGON}" class="a-card"/><path d="M0-5V5M-5 0H5" class="a-om-line"/>',
    "plus": '<path d="M0-4V4M-4 0H4" class="a-om-line"/>',
    "scientist": '<circle cy="-4" r="4.5" class="a-om-line"/><path d="M-7 9C-7 3-4 1 0 1S7 3 7 9M-6-4H6"'
    ' class="a-om-line"/>',
    "contract": '<path d="M-6-8H6V8H-6ZM-3-4H3M-3 0H3M-3 4H1" class="a-om-line"/>',
    "retrieve": f'<path d="{PERSON}" class="a-om-ink" transform="translate(3 0) scale(.85)"/>'
    '<path d="M-2-6C-9-5-9 4-4 6M-7 6H-3.5V2.5" class="a-om-line"/>',
    "points": '<path d="M0-9 2.6-3 9-2.6 4.2 1.8 5.7 8 0 4.6-5.7 8-4.2 1.8-9-2.6-2.6-3Z" class="a-om-star"/>',
    "produce": '<circle r="3.5" class="a-om-line"/><path d="M0-9V-6M0 6V9M-9 0H-6M6 0H9M-6-6-4-4M4 4 6 6M-6 6-4 4'
    'M4-4 6-6" class="a-om-line"/>',
    "trade": '<path d="M-8-3H6L2-7M8 4H-6L-2 8" class="a-om-line"/>',
    "radar": '<path d="M-7-7A10 10 0 0 0 7 7ZM0 0 6-6M-1 6-4 9H3" class="a-om-line"/>',
    "travel": '<path d="M-10 3 4-5C7-6 10-6 11-5L6 3-2 5-5 9H-8L-6 4Z" class="a-om-ink"/>',
    "boost": f'<circle r="8" class="a-om-teal"/><path d="{PERSON}" class="a-om-white" transform="scale(.7)"/>',
    "discovery": '<rect x="-9" y="-9" width="18" height="18" rx="3" class="a-om-find"/>',
    "research": '<rect x="-9" y="-9" width="18" height="18" rx="9" class="a-om-lab"/>',
    "complex": '<path d="M-9-3-6.5-7.5H-2L.5-3-2 1.5H-6.5ZM.5-3 3-7.5 7.5-7.5 9.5-3 7.5 1.5H3Z'
    'M-4.5 6-2 1.5H3L5.5 6 3 10H-2Z" class="a-om-line"/>',
    "cube": '<path d="M-7-4 0-8 7-4V5L0 9-7 5ZM-7-4 0 0 7-4M0 0V9" class="a-om-line"/>',
    "mark": '<path d="M-6 0-2 5 7-6" class="a-om-line"/>',
    "arrow": '<path d="M-6 0H5M1-4 5 0 1 4" class="a-om-line"/>',
    "level": '<path d="M-8 8H-3V3H2V-2H7V-7" class="a-om-line"/>',
    "marked": '<rect x="-8" y="-8" width="16" height="16" rx="4" class="a-om-line"/><circle r="3" class="a-om-red"/>',
    "shuttle": '<path d="M-12 4 3-7C7-9 11-9 13-8L8 3-1 7-5 12H-9L-7 6Z" class="a-om-star"/>',
}


# Cards, slots and cells. Dashed ones are empty places.
SIZES = {
    "lab": (43, 37),
    "slot": (34, 66),
    "item": (39, 30),
    "cell": (64, 44),
    "plan": (68, 52),
    "goal": (66, 46),
    "card": (81, 64),
    "chip": (92, 40),
    "note": (82, 23),
    "sheet": (110, 63),
    "space": (43, 64),
    "store": (58, 62),
    "main": (117, 52),
}
EMPTY = ("lab", "slot", "item", "cell", "goal", "card")
RECT = '<rect width="{}" height="{}" rx="5" class="a-{}"/>'
NEVER_FULL = ("slot", "item", "cell")
FRAMES = {f"k-{name}": RECT.format(*size, "card") for name, size in SIZES.items() if name not in NEVER_FULL}
FRAMES |= {f"f-{name}": RECT.format(*SIZES[name], "free") for name in EMPTY}
LEADS_TO = '<path d="M29 27h9M35 24l3 3-3 3" class="a-om-line"/>'  # from a Goal to its reward

PIECES = {"bot": BOT, "car": ROVER, "miner": MINER, "advanced": BADGE}
MARK_HEIGHTS = {"bot": -3, "car": -3, "miner": 2, "advanced": 0}
HEX = '<path d="M-32 0-16-28H16L32 0 16 28H-16Z"{}/>'
ASIDE = 14  # on the map icon and piece stand side by side
ICON_SIZE = 0.8


def sized(drawing: str, scale: float, x: float = 0, y: float = 0) -> str:
    moved = f"translate({x:g} {y:g})" if x or y else ""
    return f'<g transform="{moved}scale({scale:g})">{drawing}</g>'


def tint(building: str) -> str:
    """A Building has the colour and the glyph of what it produces, a Shelter its own."""
    return PRODUCTS[building] if building != "shelter" else building


def item(pen: Pen, name: str) -> str:
    return f'<circle r="7.6" class="a-om-{name} a-om-tile"/>' + pen.use(f"g-{name}", 0, 0, ICON_SIZE)


def building(pen: Pen, name: str) -> str:
    """The small hexagon that stands for a type."""
    shape = f'<path d="{HEXAGON}" class="a-om-{tint(name)} a-om-tile"/>'
    return sized(shape + pen.frame(f"g-{tint(name)}"), ICON_SIZE)


def on_map(pen: Pen, name: str, x: float) -> str:
    """A Building on its hex; a Shelter leaves room below for the mark of its seat."""
    scale, y = (1.1, -15 + bool(x) * 3) if name == "shelter" else (1.5, -5)
    ground = f'<use href="#{pen.prefix}h" class="a-om-{tint(name)} a-om-tile"/>'
    return ground + pen.use(f"g-{tint(name)}", x, y, scale)


DRAWINGS = {
    **{f"g-{name}": drawing for name, drawing in GLYPHS.items()},
    **{name: sized(drawing, ICON_SIZE) for name, drawing in ICONS.items()},
    **FRAMES,
    "k-goal": FRAMES["k-goal"] + LEADS_TO,
    "f-goal": FRAMES["f-goal"] + LEADS_TO,
    "k-built": FRAMES["k-plan"] + sized(ICONS["mark"], ICON_SIZE, 59, 10),
    "k-plan": FRAMES["k-plan"] + sized(BADGE, 0.5, 58, 11),
    "k-first": FRAMES["k-goal"],
    **PIECES,
    "tip": '<path d="M0-25-5-19H5Z" class="a-om-crystal"/>',
    **{f"s{seat}": seat_mark(seat, 0, 0, 0.8) for seat in range(4)},
    "h": HEX.format(""),
    "shuttles": "".join(f'<circle cx="{x}" r="9" class="a-card"/>' for x in (-53, -32, 32, 53)),
    "slots": "".join(f'<circle cx="{x}" r="9" class="a-free a-om-slot"/>' for x in (0, 22, 44)),
    "back": '<rect width="66" height="46" rx="5" class="a-om-back"/>'
    '<circle cx="33" cy="23" r="13" class="a-om-planet"/>',
}


def owned(pen: Pen, piece: str, seat: int) -> str:
    """A piece with the mark of its seat."""
    return pen.frame(piece) + pen.use(f"s{seat}", 0, MARK_HEIGHTS[piece])


def symbols(pen: Pen) -> dict[str, str]:
    return {
        **DRAWINGS,
        **{name: item(pen, name) for name in TINTS},
        **{name: building(pen, name) for name in BUILDINGS},
        **{f"map-{name}": on_map(pen, name, 0) for name in BUILDINGS},
        **{f"beside-{name}": on_map(pen, name, -ASIDE) for name in BUILDINGS},
        **{f"{piece}-{seat}": owned(pen, piece, seat) for piece in PIECES for seat in range(4)},
        "two": pen.use("colonist", 0, 0) + pen.use("colonist", 20, 0),
        **{f"t-{name}": pen.frame("k-lab") + pen.use(name, 21, 18, 1.6) for name in TECHS},
    }


MEANINGS = {
    "warehouse": "take from the Warehouse",
    "any": "any Resource",
    "bots": "Bots move",
    "rover": "Rover moves",
    "control": "Bots and Rover move",
    "upgrade": "upgrade a Building",
    "blueprint": "take a Blueprint",
    "develop": "develop Technology",
    "learn": "learn Technology",
    "construct": "construct",
    "ship": "Ship",
    "scientist": "Scientist",
    "contract": "Contract",
    "colonist": "Colonist",
    "retrieve": "Colonist comes home",
    "points": "points",
    "produce": "Buildings produce",
    "trade": "trade Resources",
    "radar": "use a Discovery tile again",
    "travel": "travel",
    "boost": "send Colonists for more",
    "discovery": "Discovery tile",
    "research": "Research tile",
    "complex": "Complex",
    "level": "Colony level",
    "marked": "Technology on a marked space",
    "cube": "Progress cube",
    "mark": "done",
}
