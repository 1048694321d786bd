"""Reads the TOML files, checks them, and lays them out as the flat tables the rules work on."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from core.errors import BadComponents
from core.fields import Field

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
AMOUNTS = ["0", *(f"{sign}{n}" for n in range(1, 10) for sign in ("", "-"))]
TOTALS = ["1", "2", "3", "4", "5"]
CORNERS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
LEAN = [(1, -1), (-1, 1), (1, 1), (-1, -1)]  # of the odd neighbour: to which side, how many places further
NONE, NOWHERE = 0xFF, 0xFFFF
PIRATE, ICE, FROM_RESERVE = 0x10, 0x20, 0x40
DOUBLE_DISCS = {"3/12": 13, "2/11": 14}

Corner = tuple[int, int]


def own_file(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


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


DISCS = [str(n) for n in range(2, 13)] + list(DOUBLE_DISCS) + TOKENS
DISC_NAMES = {disc_code(text): text for text in DISCS + [f"r{n}" for n in range(2, 13)]}


class Board:
    """Intersections and connections out of the hexes, and the role of each intersection."""

    def __init__(self, data: Field) -> None:
        self.data = data
        columns = [column.numbers(3, -1, 20) for column in data["columns"].entries()]
        hexes = [(col, row) for col, low, high in columns for row in range(low, high + 1)]
        self.corners_of = {(col, row): [corner(col, row, step) for step in CORNERS] for col, row in hexes}
        self.corners = sorted({spot for spots in self.corners_of.values() for spot in spots})
        self.index = {spot: i for i, spot in enumerate(self.corners)}
        self.names = [f"v{x}_{y}" for x, y in self.corners]
        self.by_name = {name: i for i, name in enumerate(self.names)}
        self.neighbours = self._connect()
        self._check_size()
        areas = [*data["area"].entries(15, 15), *data["system"].entries(4, 4)]
        self.area_ids = [area["id"].text() for area in areas]
        self.trefoils = [self._trefoil(area["hexes"]) for area in areas]
        self.areas = [area.value for area in areas]
        self._check_areas(areas)

    def _connect(self) -> list[list[int]]:
        linked: list[set[int]] = [set() for _ in self.corners]
        for spots in self.corners_of.values():
            for here, there in zip(spots, spots[1:] + spots[:1], strict=True):
                linked[self.index[here]].add(self.index[there])
                linked[self.index[there]].add(self.index[here])
        return [sorted(links) for links in linked]

    def _trefoil(self, hexes: Field) -> tuple[int, list[int], list[list[int]]]:
        """Centre, notches (the k-th between hexes k and k + 1), and the corners of each hex but the centre."""
        corners = [self._corners(place) for place in hexes.entries(3, 3)]
        common = corners[0] & corners[1] & corners[2]
        hexes.require(len(common) == 1, "three hexes around one corner are needed")
        (centre,) = common
        notches = [next(iter(corners[k] & corners[(k + 1) % 3] - {centre})) for k in range(3)]
        return centre, notches, [sorted(spots - {centre}) for spots in corners]

    def _corners(self, place: Field) -> set[int]:
        col, row = place.numbers(2, -1, 20)
        place.require((col, row) in self.corners_of, f"[{col}, {row}] is not a hex of the board")
        return {self.index[spot] for spot in self.corners_of[col, row]}

    def _check_size(self) -> None:
        links = sum(map(len, self.neighbours)) / 2
        columns, spots = self.data["columns"], len(self.corners)
        columns.require(spots == self.data["intersections"].value == 320, f"{spots} intersections, not 320")
        columns.require(links == self.data["connections"].value == 454, f"{links:g} connections, not 454")

    def _check_areas(self, areas: list[Field]) -> None:
        reach = [set(flat(planets)) for _, _, planets in self.trefoils]
        apart = all(not one & other for one, other in combinations(reach, 2))
        self.data["area"].require(apart, "two areas share a corner")
        for area, (centre, notches, _) in zip(areas, self.trefoils, strict=True):
            alone = sorted(notches) == self.neighbours[centre]
            area.require(alone, "a centre leads to the three notches and nowhere else")
            open_ = all(len(self.neighbours[notch]) == 3 for notch in notches)
            area.require(open_, "a notch has three connections")

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
        self._check_columns(columns, place)
        return {
            "bit_of": [64 * (column % 8) + 20 * (column // 8) + row for column, row in place],
            "ring": [[spot for spot, at in enumerate(area_at) if at == area] for area in range(len(self.areas))],
            "planet_ring": [[spot for spot, near in enumerate(planets_at) if planet in near] for planet in range(57)],
        }

    def _check_columns(self, columns: list[int], place: list[Corner]) -> None:
        given = self.data["columns"]
        fits = len(columns) == 24 and all(0 <= row < 16 for _, row in place)
        given.require(fits, "24 columns of at most 16 intersections are needed")
        whole = all(after in ((column, row + 1), (column + 1, after[1])) for (column, row), after in pairwise(place))
        given.require(whole, "a column of intersections has a gap")
        for spot, links in enumerate(self.neighbours):
            expected = neighbours_in_columns(*place[spot]) & set(place)
            found = {place[other] for other in links}
            given.require(found == expected, "neighbours are not where the columns have them")


def corner(col: int, row: int, step: Corner) -> Corner:
    return 3 * col + step[0], 2 * row + col % 2 + step[1]


def neighbours_in_columns(column: int, row: int) -> set[tuple[int, int]]:
    side, lean = LEAN[column % 4]
    return {(column - 1, row), (column + 1, row), (column + side, row + lean)}


class Components:
    """Everything the game is made of, checked, as names for people and as flat tables for the rules."""

    def __init__(self, options: Mapping[str, Any], players: int) -> None:
        self.options = options
        board, parts, cards = (
            Field(options[name] or own_file(name), name, BadComponents).table()
            for name in ("board", "components", "encounters")
        )
        self.board = Board(board)
        self.sectors = [sector["id"].text() for sector in parts["sector"].entries(16, 16)]
        self.friends = [friend["id"].text() for friend in parts["friend"].entries(17, 17)]
        self.families = list(cards["families"].table().value)
        self.tables: dict[str, Any] = {
            **self.board.tables(),
            **self._sectors(board, parts),
            **self._discs(board, parts),
            **self._starts(board),
            **self._numbers(parts),
            **self._balls(parts["balls"]),
            **self._friends(parts),
            **Encounters(cards, options).tables(),
        }
        self._check_pips(board)

    def _sectors(self, board: Field, parts: Field) -> dict[str, Any]:
        sectors, areas = parts["sector"].entries(), board["area"].entries()
        kinds = [sector["kind"].index(SECTOR_KINDS) for sector in sectors]
        right = kinds.count(0) == 8 and kinds.count(1) == 4
        parts["sector"].require(right, "8 systems, 4 outposts and 4 empties are needed")
        outposts = [sector for sector, kind in zip(sectors, kinds, strict=True) if kind == 1]
        planets = [planet.entries(2, 2) for sector in sectors
                   for planet in sector.get("planets", [["ore", "triangle1"]] * 3).entries(3, 3)]  # fmt: skip
        stars = [area["stars"].number(1, 2) for area in areas]
        board["area"].require(stars.count(1) == 8, "8 near areas and 7 far ones are needed")
        return {
            "sector_kind": kinds,
            "sector_stars": [sector["stars"].number(1, 2) for sector in sectors],
            "sector_people": [sector["people"].index(PEOPLES) if "people" in sector else NONE for sector in sectors],
            "sector_resource": [resource.index(RESOURCES) for resource, _ in planets],
            "sector_icon": [icon.index(ICONS) for _, icon in planets],
            "area_stars": stars,
            "beginner_sector": [area["beginner"].index(self.sectors) for area in areas],
            "box": parts["box"].index(self.sectors),
            "docks": min(sector["docks"].number(1, 9) for sector in outposts),
        }

    def _discs(self, board: Field, parts: Field) -> dict[str, Any]:
        groups = [codes(parts["discs"][icon].entries(0, 5)) for icon in [*ICONS, "reserve"]]
        self._check_discs(parts, groups)
        systems = board["system"].entries()
        shown, beginner = ([codes(system[key].entries(3, 3)) for system in systems] for key in ("discs", "beginner"))
        for system, some, others in zip(systems, shown, beginner, strict=True):
            system.require(sorted(some) == sorted(others), "discs and beginner are not the same discs")
        rolls = [0] * 256
        for code, text in DISC_NAMES.items():
            rolls[code] = disc_rolls(text)
        return {
            "fronts": flat(group + [NONE] * (5 - len(group)) for group in groups),
            "front_count": list(map(len, groups)),
            "token_disc": list(map(disc_code, TOKENS)),
            "rolls": rolls,
            "pips": list(map(pips, rolls)),
            "greek_resource": [
                planet.index(RESOURCES) for system in systems for planet in system["planets"].entries(3, 3)
            ],
            "greek_disc": flat(shown),
            "greek_beginner": flat(beginner),
        }

    def _check_discs(self, parts: Field, groups: list[list[int]]) -> None:
        discs = parts["discs"]
        enough = sum(map(len, groups)) == 29 and len(groups[6]) == 5
        discs.require(enough, "24 discs with icons and 5 in reserve are needed")
        specials = sorted(code for group in groups for code in group if code >= PIRATE)
        discs.require(specials == sorted(map(disc_code, TOKENS)), "the specials are pirates 4, 5, 6 and ice 3, 4")
        discs["reserve"].require(all(code <= 12 for code in groups[6]), "reserve discs show one number")
        planets = [icon for sector in parts["sector"].value for _, icon in sector.get("planets", [])]
        for icon, group in zip(ICONS, groups, strict=False):
            discs[icon].require(planets.count(icon) == len(group), "there are as many discs as planets with this icon")

    def _starts(self, board: Field) -> dict[str, Any]:
        starts = board["start"].entries(4, 4)
        for start, colour in zip(starts, COLOURS, strict=True):
            start["colour"].require(start["colour"].value == colour, f"{colour} should stand here")
        ships = [start["ship"].choice(self.board.by_name) for start in starts]
        return {
            "start_port": [self._site(start["spaceport"]) for start in starts],
            "start_colony": [self._site(colony) for start in starts for colony in start["colonies"].entries(2, 2)],
            "start_ship": [self.board.by_name[ship] for ship in ships],
        }

    def _site(self, place: Field) -> int:
        spot = self.board.by_name[place.choice(self.board.by_name)]
        for area, (_, notches, _) in enumerate(self.board.trefoils):
            if spot in notches:
                return 3 * area + notches.index(spot)
        place.is_not("a colony site")

    def _check_pips(self, board: Field) -> None:
        for start in board["start"].entries():
            pips = sum(self._pips(place) for place in (start["spaceport"], *start["colonies"].entries()))
            wanted = start["pips"]
            wanted.require(pips == wanted.value, f"{start['colour'].value} has {pips} pips of 36, not {wanted.value}")

    def _pips(self, place: Field) -> int:
        """How many of the 36 rolls give a card to a colony here, in the beginner layout."""
        area, notch = divmod(self._site(place) - 45, 3)
        place.require(area >= 0, "players start in the Catanian systems")
        codes = [self.tables["greek_beginner"][area * 3 + planet % 3] for planet in (notch, notch + 1)]
        return sum(self.tables["pips"][code] for code in codes)

    def _numbers(self, parts: Field) -> dict[str, Any]:
        stock, points, pieces, costs = parts["stock"], parts["points"], parts["pieces"], parts["costs"]
        pieces["transports"].number(3, 3)
        colony = points["colony"].number(0, 99)
        draws = [draw.numbers(2, 0, 99) for draw in parts["reserve_draw"].entries()]
        return {
            "cost": flat(costs[thing].counts(RESOURCES, 100) for thing in COSTS),
            "rate": [parts["rates"][kind].number(0, 100) for kind in RESOURCES],
            "stock": [stock[kind].number(0, 200) for kind in UPGRADES],
            "limit": [parts["limits"][kind].number(0, 8) for kind in UPGRADES],
            "bonus": [parts["bonus_upgrades"][kind].number(0, 9) for kind in UPGRADES],
            "fame_stock": stock["fame"].number(0, 60),
            "per_resource": stock["cards_per_resource"].number(0, 24),
            "per_pile": stock["reserve_per_resource"].number(0, 8),
            "max_colonies": pieces["colonies"].number(0, 20),
            "max_stations": pieces["stations"].number(0, 20),
            "max_ports": pieces["shipyards"].number(0, 20),
            "hand_limit": parts["hand_limit"].number(0, 99),
            "starting_cards": parts["starting_cards"].number(0, 99),
            "starting_fame": parts["starting_fame"].number(0, 60),
            "win": parts["points_to_win"].number(1, 99),
            "points_colony": colony,
            "points_port": points["spaceport"].number(colony, 99) - colony,
            "points_marker": points["marker"].number(0, 99),
            "points_token": points["token"].number(0, 99),
            "fame_per_point": points["fame_pieces_per_point"].number(1, 99),
            "draws": [next((cards for most, cards in draws if score <= most), 0) for score in range(64)],
        }

    def _balls(self, balls: Field) -> dict[str, Any]:
        values = [balls["values"][ball.text()].number(0, 5) for ball in balls["colours"].entries(5, 5)]
        self.pairs = list(combinations(balls["colours"].value, 2))
        totals = [one + other for one, other in combinations(values, 2)]
        balls["values"].require(max(totals) <= 5, "two balls make 0 to 5")
        return {
            "pair_total": totals,
            "pair_black": [int("black" in pair) for pair in self.pairs],
            "pair_looks": [self.pairs.index(pair) for pair in self.pairs],
            "encounter_speed": balls["encounter_speed"].number(0, 5),
        }

    def _friends(self, parts: Field) -> dict[str, Any]:
        friends = parts["friend"].entries()
        copies = [friend["copies"].number(1, 4) for friend in friends]
        parts["friend"].require(sum(copies) == 20, f"{sum(copies)} friendship cards, there should be 20")
        dealers = {i: friend["rate"] for i, friend in enumerate(friends) if "rate" in friend}
        rates = {rate["resource"].choice(RESOURCES): i for i, rate in dealers.items()}
        more = {friend["more"].choice(RESOURCES): i for i, friend in enumerate(friends) if "more" in friend}
        for given, what in ((rates, "rate"), (more, "more")):
            parts["friend"].require(len(given) == len(RESOURCES), f"there is one card with {what} for each resource")

        def the(key: str) -> int:
            found = [i for i, friend in enumerate(friends) if key in friend]
            parts["friend"].require(len(found) == 1, f"there is one card with {key}")
            return found[0]

        tribute = the("hand_limit")
        return {
            "friend_people": [friend["people"].index(PEOPLES) for friend in friends],
            "friend_copies": copies,
            "friend_boosters": [friend.get("boosters", 0).number(0, 9) for friend in friends],
            "friend_cannons": [friend.get("cannons", 0).number(0, 9) for friend in friends],
            "more_card": [more[kind] for kind in RESOURCES],
            "rate_card": [rates[kind] for kind in RESOURCES],
            "rate_cards": [dealers[rates[kind]]["cards"].number(0, 100) for kind in RESOURCES],
            "rate_once": [int(dealers[rates[kind]]["once"].flag()) for kind in RESOURCES],
            "tribute_card": tribute,
            "tribute_limit": friends[tribute]["hand_limit"].number(0, 99),
            "fame_card": the("fame_for_sale"),
            "help_card": the("helping_hand"),
            "relief_card": the("relief_fund"),
        }


def codes(discs: Iterable[Field]) -> list[int]:
    return [disc_code(disc.choice(DISCS)) for disc in discs]


class Encounters:
    """The decision trees of the encounter cards as numbered nodes."""

    def __init__(self, data: Field, options: Mapping[str, Any]) -> None:
        self.options = options
        self.families = data["families"].table()
        self.names = list(self.families.value)
        self.nodes: list[list[int]] = []
        cards = sorted(data["card"].entries(), key=lambda card: card["number"].number(1, 32))
        found = [card["number"].value for card in cards]
        data["card"].require(found == list(range(1, 33)), "there are cards 1 to 32")
        self.families.require(len(self.names) <= 16, f"{len(self.names)} families, at most 16 fit")
        self.card_family = [card["family"].index(self.names) for card in cards]
        self.narrowed: dict[int, int] = {}
        self.branches = [self._branches(card) for card in cards]
        data["card"].require(len(self.nodes) <= 160, f"{len(self.nodes)} text boxes, at most 160 fit")

    def _branches(self, card: Field) -> list[int]:
        ask = self.families[card["family"].text()]["ask"].choice(ASKS)
        keys = {"amount": ["give0", "give1", "give2", "give3"], "yesno": ["no", "yes"], "nothing": ["any"]}[ask]
        number = card["number"].number(1, 32)
        found = [self._node(self._chosen(card, "any" if "any" in card else key), number) for key in keys]
        return found + [NONE] * (4 - len(found))

    def _chosen(self, table: Field, key: str) -> Field:
        """The branch under this key, or its disputed alternative where the options ask for that."""
        for disputed in ("d1", "d2", "d3"):
            if self.options[disputed] == "alternative" and f"{key}_{disputed}" in table:
                return table[f"{key}_{disputed}"]
        return table[key]

    def _node(self, branch: Field, card: int) -> int:
        if isinstance(branch.value, list):
            branch = Field({"effects": branch.value}, branch.path, branch.error)
        effects = self._effects(branch.get("effects", []))
        check = next((name for name in CHECKS[1:] if name in branch), "")
        following = [self._node(below, card) for below in self._following(branch, check)]
        rival = branch[check].index(RIVALS) if check in ("combat", "speed", "flee") else 0
        family = branch["ask"].index(self.names) if check == "ask" else NONE
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

    def _following(self, branch: Field, check: str) -> list[Field]:
        if check == "roll":
            return by_total(self._chosen(branch, "roll"))
        if check == "ask":
            return [self._chosen(branch, "no"), self._chosen(branch, "yes")]
        return [self._chosen(branch, "lose"), self._chosen(branch, "win")] if check else []

    def _effects(self, box: Field) -> list[tuple[int, int]]:
        effects = [self._effect(effect) for effect in box.entries(0, 4)]
        ops = [op for op, _ in effects]
        box.require(EFFECTS.index("new_encounter") not in ops[:-1], "the next card comes last")
        box.require(len(set(ops)) == len(ops), "an effect is there twice")
        return effects

    def _effect(self, effect: Field) -> tuple[int, int]:
        name, *words = effect.text().split() or [""]
        effect.require(name in EFFECTS, f"there is no effect {name!r}")
        kinds = [RESOURCES.index(word) for word in words[:-1] if word in RESOURCES]
        most = 9 if name in ("fame", "wear") else 3
        shape = (int(name == "gain"), int(name == "gain") + 1)
        if (len(kinds), len(words)) != shape or words[-1] not in AMOUNTS[: 2 * most + 1]:
            effect.is_not(f"an effect with{' a resource and' if name == 'gain' else ''} a number up to {most}")
        return EFFECTS.index(name), int(words[-1]) << 4 | kinds[0] if kinds else int(words[-1])

    def tables(self) -> dict[str, Any]:
        cards = [sum(1 << i for i, family in enumerate(self.card_family) if family == index)
                 for index in range(len(self.names))]  # fmt: skip
        families = [family for _, family in self.families.items()]
        return {
            "card_family": self.card_family,
            "branch": flat(self.branches),
            "family_ask": [family["ask"].index(ASKS) for family in families],
            "family_needs": [family.get("yes_needs", 0).number(0, 9) for family in families],
            "family_cards": [self.narrowed.get(index, mask) for index, mask in enumerate(cards)],
            "nodes": self.nodes,
        }


def by_total(table: Field) -> list[Field]:
    """Branches for ball totals 0 to 5, out of keys like "1-2"."""
    found = {0: Field([], table.path, table.error)}
    for key, branch in table.items():
        low, _, high = key.partition("-")
        table.require(low in TOTALS and (high or low) in TOTALS, f"{key!r} is not a total such as '3' or '4-5'")
        found.update(dict.fromkeys(range(int(low), int(high or low) + 1), branch))
    table.require(sorted(found) == list(range(6)), f"a roll names the totals 1 to 5, not {', '.join(table.value)}")
    return [found[total] for total in range(6)]
