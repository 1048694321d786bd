"""Reads the TOML files, checks them, and lays them out as the flat tables the rules work on."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from core.errors import BadOption

RESOURCES = ["ore", "fuel", "carbon", "food", "goods"]
COLOURS = ["yellow", "red", "white", "blue"]
UPGRADES = ["booster", "cannon", "pod"]
PEOPLES = ["green_folk", "diplomats", "merchants", "scientists"]
ICONS = ["triangle1", "square1", "hexagon1", "triangle2", "square2", "hexagon2"]
TOKENS = ["pirate 4", "pirate 5", "pirate 6", "ice 3", "ice 4"]
COSTS = ["colony_ship", "trade_ship", "spaceport", "booster", "cannon", "pod", "fame"]
SECTOR_KINDS = ["system", "outpost", "empty"]
RIVALS = ["right1", "left1", "right2", "left2"]
ASKS = ["amount", "yesno", "nothing"]
CHECKS = ["", "combat", "speed", "flee", "roll", "ask"]
EFFECTS = [
    "fame", "gain", "gain_any", "swap", "pay", "return_gift", "lose_swap", "lock", "upgrade", "downgrade", "free_ship",
    "jump", "rob_all", "opponents_give", "wear", "fame_for_pods", "reshuffle", "new_encounter",
]  # fmt: skip
CORNERS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
LEAN = [(1, -1), (-1, 1), (1, 1), (-1, -1)]  # of the odd neighbour: to which side, how many places further
NONE, NOWHERE = 0xFF, 0xFFFF
PIRATE, ICE, FROM_RESERVE = 0x10, 0x20, 0x40
DOUBLE_DISCS = {"3/12": 13, "2/11": 14}

Corner = tuple[int, int]


def own_file(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def require(holds: bool, what: str) -> None:
    if not holds:
        raise BadOption(f"{what}.")


def flat(rows: Iterable[Iterable[int]]) -> list[int]:
    return [value for row in rows for value in row]


def disc_code(text: str) -> int:
    """A disc as the state holds it: its number, a double number, or a special with its strength."""
    kind, _, value = text.rpartition(" ")
    if text in DOUBLE_DISCS:
        return DOUBLE_DISCS[text]
    if text.startswith("r"):
        return FROM_RESERVE + int(text[1:])
    return {"": 0, "pirate": PIRATE, "ice": ICE}[kind] + int(value)


def disc_rolls(text: str) -> int:
    """Bits of the rolls a disc produces on."""
    return 0 if " " in text else sum(1 << int(number) for number in text.lstrip("r").split("/"))


def pips(rolls: int) -> int:
    """How many of the 36 throws of two dice make one of these rolls."""
    return sum(6 - abs(7 - roll) for roll in range(2, 13) if rolls >> roll & 1)


ALL_DISCS = [str(n) for n in range(2, 13)] + list(DOUBLE_DISCS) + TOKENS + [f"r{n}" for n in range(2, 13)]
DISC_NAMES = {disc_code(text): text for text in ALL_DISCS}


class Board:
    """Intersections and connections out of the hexes, and the role of each intersection."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        hexes = [(col, row) for col, low, high in data["columns"] for row in range(low, high + 1)]
        self.corners_of = {(col, row): [corner(col, row, step) for step in CORNERS] for col, row in hexes}
        self.corners = sorted({spot for spots in self.corners_of.values() for spot in spots})
        self.index = {spot: i for i, spot in enumerate(self.corners)}
        self.names = [f"v{x}_{y}" for x, y in self.corners]
        self.by_name = {name: i for i, name in enumerate(self.names)}
        self.neighbours = self._connect()
        self._check_size(data)
        self.areas = [*data["area"], *data["system"]]
        self.area_ids = [area["id"] for area in self.areas]
        self.trefoils = [self._trefoil(area) for area in self.areas]
        self._check_areas()

    def _connect(self) -> list[list[int]]:
        linked: list[set[int]] = [set() for _ in self.corners]
        for spots in self.corners_of.values():
            for here, there in zip(spots, spots[1:] + spots[:1], strict=True):
                linked[self.index[here]].add(self.index[there])
                linked[self.index[there]].add(self.index[here])
        return [sorted(links) for links in linked]

    def _trefoil(self, area: Mapping[str, Any]) -> tuple[int, list[int], list[list[int]]]:
        """Centre, notches (the k-th between hexes k and k + 1), and the corners of each hex but the centre."""
        corners = [set(map(self.index.__getitem__, self.corners_of[tuple(place)])) for place in area["hexes"]]
        (centre,) = corners[0] & corners[1] & corners[2]
        notches = [next(iter(corners[k] & corners[(k + 1) % 3] - {centre})) for k in range(3)]
        return centre, notches, [sorted(spots - {centre}) for spots in corners]

    def _check_size(self, data: Mapping[str, Any]) -> None:
        links = sum(map(len, self.neighbours))
        require(len(self.corners) == data["intersections"] == 320, f"board: {len(self.corners)} intersections, not 320")
        require(links == 2 * data["connections"] == 908, f"board: {links / 2:g} connections, not 454")
        require(
            len(data["area"]) == 15 and len(data["system"]) == 4, "board: there are 15 areas and 4 Catanian systems"
        )

    def _check_areas(self) -> None:
        reach = [set(flat(planets)) for _, _, planets in self.trefoils]
        require(all(not one & other for one, other in combinations(reach, 2)), "board: two areas share a corner")
        for centre, notches, _ in self.trefoils:
            require(
                sorted(notches) == self.neighbours[centre],
                "board: a centre leads to the three notches and nowhere else",
            )
            require(all(len(self.neighbours[notch]) == 3 for notch in notches), "board: a notch has three connections")

    def distances(self) -> list[list[int]]:
        """Steps between intersections on ways around the centres of all tiles."""
        return [self._distances_from(start) for start in range(len(self.corners))]

    def _distances_from(self, start: int) -> list[int]:
        steps = [NONE] * len(self.corners)
        steps[start] = 0
        queue = deque([start])
        centres = {centre for centre, _, _ in self.trefoils} - {start}
        while queue:
            here = queue.popleft()
            if here in centres:
                continue
            for there in self.neighbours[here]:
                if steps[there] == NONE:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps

    def tables(self) -> dict[str, list[int]]:
        size = len(self.corners)
        area_at, site_at, centre_at, dock_at = ([NONE] * size for _ in range(4))
        planets_at: list[list[int]] = [[] for _ in range(size)]
        site_docks = []
        for area, (centre, notches, planets) in enumerate(self.trefoils):
            centre_at[centre] = area
            for place, notch in enumerate(notches):
                site_at[notch] = area * 3 + place
                docks = [spot for spot in self.neighbours[notch] if spot != centre]
                site_docks.append(docks)
                for dock in docks:
                    dock_at[dock] = area * 3 + place
            for place, spots in enumerate(planets):
                for spot in spots:
                    area_at[spot] = area
                    planets_at[spot].append(area * 3 + place)
        return {
            "neighbours": flat((*links, *[NOWHERE] * (3 - len(links))) for links in self.neighbours),
            "degree": list(map(len, self.neighbours)),
            "area_at": area_at,
            "site_at": site_at,
            "centre_at": centre_at,
            "dock_at": dock_at,
            "planets_at": flat((*near, *[NONE] * (2 - len(near))) for near in planets_at),
            "site_vertex": flat(notches for _, notches, _ in self.trefoils),
            "site_docks": flat(site_docks),
            "centre_vertex": [centre for centre, _, _ in self.trefoils],
            "distance": flat(self.distances()),
            **self._bits(area_at, planets_at),
        }

    def _bits(self, area_at: list[int], planets_at: list[list[int]]) -> dict[str, Any]:
        """Sets of intersections as bits: every eighth column in the same word, so that neighbours are shifts apart.

        Of an intersection's neighbours two lie in the column on one side, in the same place and the one before or
        after it, and one on the other side in the same place; `LEAN` says where the odd one is, by column.
        """
        columns = sorted({x for x, _ in self.corners})
        place = [(columns.index(x), (y + 1) // 2) for x, y in self.corners]
        require(
            len(columns) == 24 and all(0 <= row < 16 for _, row in place),
            "board: 24 columns of at most 16 intersections",
        )
        require(
            all(after in ((column, row + 1), (column + 1, after[1])) for (column, row), after in pairwise(place)),
            "board: a column of intersections has a gap",
        )
        require(
            all(
                {place[other] for other in links} == neighbours_in_columns(*place[spot]) & set(place)
                for spot, links in enumerate(self.neighbours)
            ),
            "board: neighbours are not where the columns have them",
        )
        return {
            "bit_of": [64 * (column % 8) + 20 * (column // 8) + row for column, row in place],
            "ring": [[spot for spot, at in enumerate(area_at) if at == area] for area in range(len(self.areas))],
            "planet_ring": [[spot for spot, near in enumerate(planets_at) if planet in near] for planet in range(57)],
        }


def corner(col: int, row: int, step: Corner) -> Corner:
    return 3 * col + step[0], 2 * row + col % 2 + step[1]


def neighbours_in_columns(column: int, row: int) -> set[tuple[int, int]]:
    side, lean = LEAN[column % 4]
    return {(column - 1, row), (column + 1, row), (column + side, row + lean)}


class Components:
    """Everything the game is made of, checked, as names for people and as flat tables for the rules."""

    def __init__(self, options: Mapping[str, Any], players: int) -> None:
        self.options = options
        board, parts, cards = (options[name] or own_file(name) for name in ("board", "components", "encounters"))
        try:
            self.board = Board(board)
            self.sectors = [sector["id"] for sector in parts["sector"]]
            self.friends = [friend["id"] for friend in parts["friend"]]
            self.families = list(cards["families"])
            self.tables: dict[str, Any] = {
                **self.board.tables(),
                **self._sectors(board, parts),
                **self._discs(board, parts),
                **self._starts(board),
                **self._numbers(parts),
                **self._friends(parts),
                **Encounters(cards, options).tables(),
            }
            self._check_pips(board)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadOption(f"board, components or encounters: {type(error).__name__} {error}.") from None

    def _sectors(self, board: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
        sectors = parts["sector"]
        kinds = [SECTOR_KINDS.index(sector["kind"]) for sector in sectors]
        require(
            len(sectors) == 16 and kinds.count(0) == 8 and kinds.count(1) == 4,
            "components: 8 systems, 4 outposts, 4 empties",
        )
        planets = [sector.get("planets", [["ore", "triangle1"]] * 3) for sector in sectors]
        require(all(len(three) == 3 for three in planets), "components: a system has three planets")
        require([area["stars"] for area in board["area"]].count(1) == 8, "board: 8 near areas and 7 far ones")
        return {
            "sector_kind": kinds,
            "sector_stars": [sector["stars"] for sector in sectors],
            "sector_people": [PEOPLES.index(sector["people"]) if "people" in sector else NONE for sector in sectors],
            "sector_resource": flat([RESOURCES.index(resource) for resource, _ in three] for three in planets),
            "sector_icon": flat([ICONS.index(icon) for _, icon in three] for three in planets),
            "area_stars": [area["stars"] for area in board["area"]],
            "beginner_sector": [self.sectors.index(area["beginner"]) for area in board["area"]],
            "box": self.sectors.index(parts["box"]),
            "docks": min(sector["docks"] for sector in sectors if sector["kind"] == "outpost"),
        }

    def _discs(self, board: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
        groups = [list(map(disc_code, parts["discs"][icon])) for icon in [*ICONS, "reserve"]]
        self._check_discs(parts, groups)
        systems = board["system"]
        for system in systems:
            require(sorted(system["discs"]) == sorted(system["beginner"]), f"board: the discs of {system['id']} differ")
        rolls = [0] * 256
        for code, text in DISC_NAMES.items():
            rolls[code] = disc_rolls(text)
        return {
            "fronts": flat(group + [NONE] * (5 - len(group)) for group in groups),
            "front_count": list(map(len, groups)),
            "token_disc": list(map(disc_code, TOKENS)),
            "rolls": rolls,
            "pips": list(map(pips, rolls)),
            "greek_resource": [RESOURCES.index(planet) for system in systems for planet in system["planets"]],
            "greek_disc": [disc_code(disc) for system in systems for disc in system["discs"]],
            "greek_beginner": [disc_code(disc) for system in systems for disc in system["beginner"]],
        }

    def _check_discs(self, parts: Mapping[str, Any], groups: list[list[int]]) -> None:
        require(sum(map(len, groups)) == 29 and len(groups[6]) == 5, "components: 24 discs with icons and 5 in reserve")
        specials = sorted(code for group in groups for code in group if PIRATE <= code < FROM_RESERVE)
        require(specials == sorted(map(disc_code, TOKENS)), "components: the specials are pirates 4, 5, 6 and ice 3, 4")
        require(all(code <= 12 for code in groups[6]), "components: reserve discs show one number")
        planets = [icon for sector in parts["sector"] for _, icon in sector.get("planets", [])]
        for icon, group in zip(ICONS, groups, strict=False):
            require(planets.count(icon) == len(group), f"components: as many {icon} discs as planets")

    def _starts(self, board: Mapping[str, Any]) -> dict[str, Any]:
        starts = board["start"]
        require([start["colour"] for start in starts] == COLOURS, f"board: starts for {', '.join(COLOURS)}")
        spot = self.board.by_name
        site_at = {notch: 3 * area + place for area, (_, notches, _) in enumerate(self.board.trefoils)
                   for place, notch in enumerate(notches)}  # fmt: skip
        return {
            "start_port": [site_at[spot[start["spaceport"]]] for start in starts],
            "start_colony": [site_at[spot[colony]] for start in starts for colony in start["colonies"]],
            "start_ship": [spot[start["ship"]] for start in starts],
        }

    def _check_pips(self, board: Mapping[str, Any]) -> None:
        for start in board["start"]:
            pips = sum(self._pips(place) for place in (start["spaceport"], *start["colonies"]))
            require(
                pips == start["pips"], f"board: {start['colour']} starts with {pips} pips of 36, not {start['pips']}"
            )

    def _pips(self, place: str) -> int:
        """How many of the 36 rolls give a card to a colony here, in the beginner layout."""
        site = self.tables["site_at"][self.board.by_name[place]]
        area, notch = divmod(site - 45, 3)
        codes = [self.tables["greek_beginner"][area * 3 + planet % 3] for planet in (notch, notch + 1)]
        return sum(self.tables["pips"][code] for code in codes)

    def _numbers(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        stock, limits, points = parts["stock"], parts["limits"], parts["points"]
        balls = [parts["balls"]["values"][colour] for colour in parts["balls"]["colours"]]
        pairs = list(combinations(balls, 2))
        require(len(pairs) == 10, "components: a mothership has five balls")
        self.pairs = list(combinations(parts["balls"]["colours"], 2))
        self._check_numbers(parts, pairs)
        draws = parts["reserve_draw"]
        return {
            "cost": flat([parts["costs"][thing].get(kind, 0) for kind in RESOURCES] for thing in COSTS),
            "rate": [parts["rates"][kind] for kind in RESOURCES],
            "stock": [stock[kind] for kind in UPGRADES],
            "limit": [limits[kind] for kind in UPGRADES],
            "bonus": [parts["bonus_upgrades"][kind] for kind in UPGRADES],
            "fame_stock": stock["fame"],
            "per_resource": stock["cards_per_resource"],
            "per_pile": stock["reserve_per_resource"],
            "max_colonies": parts["pieces"]["colonies"],
            "max_stations": parts["pieces"]["stations"],
            "max_ports": parts["pieces"]["shipyards"],
            "hand_limit": parts["hand_limit"],
            "starting_cards": parts["starting_cards"],
            "starting_fame": parts["starting_fame"],
            "win": parts["points_to_win"],
            "points_colony": points["colony"],
            "points_port": points["spaceport"] - points["colony"],
            "points_marker": points["marker"],
            "points_token": points["token"],
            "fame_per_point": points["fame_pieces_per_point"],
            "draws": [next((cards for most, cards in draws if score <= most), 0) for score in range(64)],
            "pair_total": [one + other for one, other in pairs],
            "pair_black": [int("black" in pair) for pair in self.pairs],
            "pair_looks": [self.pairs.index(pair) for pair in self.pairs],
            "encounter_speed": parts["balls"]["encounter_speed"],
        }

    def _check_numbers(self, parts: Mapping[str, Any], pairs: list[tuple[int, int]]) -> None:
        """The state has room for so much and no more."""
        stock, pieces = parts["stock"], parts["pieces"]
        require(stock["reserve_per_resource"] <= 8, "components: at most 8 of each resource go into the reserve pile")
        require(stock["cards_per_resource"] <= 24, "components: at most 24 cards of each resource")
        require(stock["fame"] <= 60, "components: at most 60 fame pieces")
        require(pieces["transports"] == 3, "components: every player has 3 transports")
        require(pieces["colonies"] <= 20 and pieces["stations"] <= 20, "components: at most 20 colonies and stations")
        require(max(parts["limits"].values()) <= 8, "components: at most 8 upgrades of a kind on a mothership")
        rates = [*parts["rates"].values(), *(friend["rate"]["cards"] for friend in parts["friend"] if "rate" in friend)]
        costs = flat(cost.values() for cost in parts["costs"].values())
        require(max(*rates, *costs) <= 100, "components: costs and rates are at most 100 cards of a kind")
        require(parts["points"]["fame_pieces_per_point"] > 0, "components: fame_pieces_per_point is at least 1")
        require(all(0 <= one + other <= 5 for one, other in pairs), "components: two balls make 0 to 5")
        require(parts["balls"]["encounter_speed"] <= 5, "components: encounter_speed is at most 5")

    def _friends(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        friends = parts["friend"]
        require(
            len(friends) == 17 and sum(friend["copies"] for friend in friends) == 20,
            "components: 20 friendship cards of 17 kinds",
        )
        rates = {friend["rate"]["resource"]: i for i, friend in enumerate(friends) if "rate" in friend}
        more = {friend["more"]: i for i, friend in enumerate(friends) if "more" in friend}

        def the(key: str) -> int:
            return next(i for i, friend in enumerate(friends) if key in friend)

        return {
            "friend_people": [PEOPLES.index(friend["people"]) for friend in friends],
            "friend_copies": [friend["copies"] for friend in friends],
            "friend_boosters": [friend.get("boosters", 0) for friend in friends],
            "friend_cannons": [friend.get("cannons", 0) for friend in friends],
            "more_card": [more[kind] for kind in RESOURCES],
            "rate_card": [rates[kind] for kind in RESOURCES],
            "rate_cards": [friends[rates[kind]]["rate"]["cards"] for kind in RESOURCES],
            "rate_once": [int(friends[rates[kind]]["rate"]["once"]) for kind in RESOURCES],
            "tribute_card": the("hand_limit"),
            "tribute_limit": friends[the("hand_limit")]["hand_limit"],
            "fame_card": the("fame_for_sale"),
            "help_card": the("helping_hand"),
            "relief_card": the("relief_fund"),
        }


class Encounters:
    """The decision trees of the encounter cards as numbered nodes."""

    def __init__(self, data: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.options = options
        self.families = data["families"]
        self.nodes: list[list[int]] = []
        cards = sorted(data["card"], key=lambda card: card["number"])
        require([card["number"] for card in cards] == list(range(1, 33)), "encounters: there are cards 1 to 32")
        self.card_family = [self._family(card["family"]) for card in cards]
        self.narrowed: dict[int, int] = {}
        self.branches = [self._branches(card) for card in cards]
        require(len(self.families) <= 16, f"encounters: {len(self.families)} families, at most 16 fit")
        require(len(self.nodes) <= 160, f"encounters: {len(self.nodes)} text boxes, at most 160 fit")

    def _family(self, name: str) -> int:
        require(name in self.families, f"encounters: there is no family '{name}'")
        return list(self.families).index(name)

    def _branches(self, card: Mapping[str, Any]) -> list[int]:
        ask = self.families[card["family"]]["ask"]
        keys = {"amount": ["give0", "give1", "give2", "give3"], "yesno": ["no", "yes"], "nothing": ["any"]}[ask]
        found = [self._node(self._chosen(card, "any" if "any" in card else key), card["number"]) for key in keys]
        return found + [NONE] * (4 - len(found))

    def _chosen(self, table: Mapping[str, Any], key: str) -> Any:
        """The branch under this key, or its disputed alternative where the options ask for that."""
        for disputed in ("d1", "d2", "d3"):
            if self.options[disputed] == "alternative" and f"{key}_{disputed}" in table:
                return table[f"{key}_{disputed}"]
        return table[key]

    def _node(self, branch: Any, card: int) -> int:
        table: dict[str, Any] = {"effects": branch} if isinstance(branch, list) else branch
        effects = [self._effect(text) for text in table.get("effects", [])]
        require(len(effects) <= 4, f"encounters: card {card} has more than 4 effects in one box")
        last = EFFECTS.index("new_encounter")
        require(
            all(op != last for op, _ in effects[:-1]), f"encounters: on card {card} the next card does not come last"
        )
        require(
            len({op for op, _ in effects}) == len(effects), f"encounters: card {card} has an effect twice in one box"
        )
        check = next((name for name in CHECKS[1:] if name in table), "")
        following = [self._node(below, card) for below in self._following(table, check)]
        rival = RIVALS.index(table[check]) if check in ("combat", "speed", "flee") else 0
        family = self._family(table["ask"]) if check == "ask" else NONE
        if check == "ask":
            self.narrowed[family] = self.narrowed.get(family, 0) | 1 << (card - 1)
        pad = [(0, 0)] * (4 - len(effects))
        return self._numbered([
            len(effects), *(op for op, _ in effects + pad), *(arg for _, arg in effects + pad),
            CHECKS.index(check), rival, family, *following, *[NONE] * (6 - len(following)),
        ])  # fmt: skip

    def _numbered(self, node: list[int]) -> int:
        """The number of this node; equal boxes share one."""
        if node not in self.nodes:
            self.nodes.append(node)
        return self.nodes.index(node)

    def _following(self, table: Mapping[str, Any], check: str) -> list[Any]:
        if check == "roll":
            return by_total(self._chosen(table, "roll"))
        if check == "ask":
            return [self._chosen(table, "no"), self._chosen(table, "yes")]
        return [self._chosen(table, "lose"), self._chosen(table, "win")] if check else []

    def _effect(self, text: str) -> tuple[int, int]:
        name, *words = text.split()
        require(name in EFFECTS, f"encounters: there is no effect '{name}'")
        amount = int(words[-1])
        most = 9 if name in ("fame", "wear") else 3
        require(-most <= amount <= most, f"encounters: '{text}' is more than {most}")
        return EFFECTS.index(name), amount << 4 | RESOURCES.index(words[0]) if name == "gain" else amount

    def tables(self) -> dict[str, Any]:
        names = list(self.families)
        cards = [
            sum(1 << i for i, family in enumerate(self.card_family) if family == index) for index in range(len(names))
        ]
        return {
            "card_family": self.card_family,
            "branch": flat(self.branches),
            "family_ask": [ASKS.index(self.families[name]["ask"]) for name in names],
            "family_needs": [self.families[name].get("yes_needs", 0) for name in names],
            "family_cards": [self.narrowed.get(index, mask) for index, mask in enumerate(cards)],
            "nodes": self.nodes,
        }


def by_total(table: Mapping[str, Any]) -> list[Any]:
    """Branches for ball totals 0 to 5, out of keys like "1-2"."""
    found: dict[int, Any] = {0: []}
    for key, branch in table.items():
        low, _, high = key.partition("-")
        found.update(dict.fromkeys(range(int(low), int(high or low) + 1), branch))
    require(sorted(found) == list(range(6)), f"encounters: a roll names the totals 1 to 5, not {', '.join(table)}")
    return [found[total] for total in range(6)]
