"""The shapes of what /api/v1 answers, as JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": 100}
WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
MAYBE_NUMBER: Schema = {"type": ["number", "null"]}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
MAYBE: Schema = {"type": ["object", "null"]}
STRINGS: Schema = {"type": "array", "items": {"type": "string"}}
NUMBERS: Schema = {"type": "array", "items": {"type": "number"}}


@dataclass(frozen=True, slots=True)
class Parameter:
    """Of an address."""

    name: str
    where: str  # path or query
    schema: Schema
    meaning: str

    def described(self) -> dict[str, Any]:
        return {"name": self.name, "in": self.where, "required": self.where == "path", "schema": self.schema,
                "description": self.meaning}  # fmt: skip


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(name: str) -> Schema:
    return {"type": "array", "items": ref(name)}


def shape(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


NUMBER = Parameter("number", "path", WHOLE, "of a game or submission")
AFTER = Parameter("after", "query", WHOLE, "only games with larger numbers, in order")
FILTERS = (
    Parameter("bot", "query", TEXT, "only games of this bot"),
    Parameter("against", "query", TEXT, "only games against this one"),
    Parameter("event", "query", WHOLE, "only games of this event"),
    Parameter("place", "query", WHOLE, "in which the bot, or the seat, came in this place"),
    Parameter("seat", "query", WHOLE, "in which the bot sat here"),
    Parameter("fault", "query", TEXT, "with a fault of this kind, or any"),
    Parameter("least", "query", WHOLE, "decisions at least"),
    Parameter("most", "query", WHOLE, "decisions at most"),
    Parameter("before", "query", WHOLE, "only games with smaller numbers"),
    AFTER,
    Parameter("limit", "query", {**WHOLE, "minimum": 1}, "at most so many, up to 200"),
)

TABLE = shape(
    id={"type": "string"}, game={"type": "string"}, seat={"type": "integer"}, lineup=STRINGS,
    undo={"type": "boolean"}, decisions={"type": "integer"},
)
EVENT = shape(game={"type": "string"}, players={"type": "integer"})
SUMMARY = shape(
    kind={"type": "string"}, name={"type": "string"}, events={"type": "array", "items": EVENT},
    bots={"type": "integer"}, games={"type": "integer"}, total={"type": ["integer", "null"]}, last_game=MAYBE_NUMBER,
    closes=MAYBE_TEXT,
)  # fmt: skip
GAME = shape(
    number={"type": "integer"}, finished=MAYBE_NUMBER, block={"type": "integer"}, rotation={"type": "integer"},
    lineup=STRINGS, seed={"type": "integer"}, ranks=NUMBERS, scores=NUMBERS, decisions={"type": "integer"},
    faults={"type": "array", "items": {"type": "object"}}, think=NUMBERS, moves=NUMBERS, event={"type": "integer"},
    deal={"type": "integer"},
)  # fmt: skip
SUBMISSION = shape(
    id={"type": "integer"}, user={"type": "string"}, bot={"type": "string"}, file={"type": "string"}, ladders=STRINGS,
    state={"enum": ["queued", "checking", "failed", "entered"]}, version={"type": ["integer", "null"]},
    created={"type": "number"}, log={"type": "string"},
)  # fmt: skip
OBJECTS: Schema = {"type": "array", "items": {"type": "object"}}
COMPONENTS: dict[str, Schema] = {
    "Error": shape(error=shape(status={"type": "integer"}, message={"type": "string"})),
    "Game": shape(
        name={"type": "string"}, title={"type": "string"}, about={"type": "string"}, players=NUMBERS, options=OBJECTS
    ),
    "OneGame": {"allOf": [{"$ref": "#/components/schemas/Game"},
                          shape(rules=MAYBE_TEXT, picture={"type": "string"})]},
    "Summary": SUMMARY,
    "Place": {"allOf": [SUMMARY, shape(
        lineup=OBJECTS, epochs=OBJECTS, entries=OBJECTS, secret=MAYBE, contest=MAYBE, playing=OBJECTS,
        running={"type": ["boolean", "null"]}, games_per_second=MAYBE_NUMBER,
    )]},
    "Bot": shape(
        name={"type": "string"}, spec={"type": "string"}, version={"type": "string"}, isolation={"type": "string"},
        versions=OBJECTS, boards=OBJECTS, faulty=list_of("ListedGame"), logs={"type": ["array", "null"]},
    ),
    "Boards": shape(games={"type": "integer"}, boards=OBJECTS),
    "ListedGame": GAME,
    "Games": shape(games=list_of("ListedGame"), next={"type": ["object", "null"]}),
    "PlayedGame": {"allOf": [GAME, shape(actions=NUMBERS)]},
    "Analysis": {"type": "object"},
    "Submission": SUBMISSION,
    "SourceFile": shape(file={"type": "string"}, text={"type": "string"}),
    "Tables": shape(tables=list_of("TableName"), opponents=list_of("Opponent")),
    "Opponent": shape(spec={"type": "string"}, about={"type": "string"}),
    "TableName": TABLE,
    "Table": {"allOf": [TABLE, shape(
        picture=MAYBE_TEXT, board={"type": "string"}, mover={"type": ["integer", "null"]}, mine={"type": "boolean"},
        over={"type": "boolean"}, moves=list_of("Move"), told=OBJECTS, ranks=NUMBERS, scores=STRINGS,
        hint={"type": ["array", "null"]},
    )]},
    "Move": shape(action={"type": "integer"}, words={"type": "string"}, targets=STRINGS),
    "TableReplay": {"allOf": [TABLE, shape(seed={"type": "integer"}, actions=NUMBERS, analysis=MAYBE)]},
    "TournamentName": shape(name={"type": "string"}),
    "Tournament": shape(name={"type": "string"}, text={"type": "string"}, run=MAYBE_TEXT),
    "DocumentTitle": shape(name={"type": "string"}, title={"type": "string"}),
    "Document": shape(name={"type": "string"}, title={"type": "string"}, text={"type": "string"}),
}
ERROR: dict[str, Any] = {
    "description": "in one sentence",
    "content": {"application/json": {"schema": ref("Error")}},
}
SENT: Schema = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}$"},
        "file": {"type": "string", "format": "binary"},
        "ladder": STRINGS,
    },
    "required": ["name", "file"],
}
HAND_IN: dict[str, Any] = {
    "operationId": "hand_in",
    "summary": "Hand in a bot: a file, or an archive of a folder",
    "security": [{"token": []}],
    "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": SENT}}},
    "responses": {
        "201": {"description": "it waits", "content": {"application/json": {"schema": ref("Submission")}}},
        **dict.fromkeys(("400", "401", "403", "408", "413", "415", "422", "429"), ERROR),
    },
}
