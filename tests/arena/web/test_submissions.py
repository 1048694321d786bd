"""Accounts, logging in, and handing in a bot: from the upload to the ladder."""

from __future__ import annotations

import io
import json
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest
from starlette.testclient import TestClient

from arena.process.program import BadProgram
from arena.process.sandbox import sandbox_problem
from arena.web import archives
from arena.web.accounts import ADMIN, PREFIX, AccountError, Accounts, Quota
from arena.web.app import create_app
from arena.web.archives import read_sent
from arena.web.home import Home
from arena.web.pages.submissions import LONGEST_SHOWN, shown_source
from arena.web.retirement import retire_bots
from arena.web.settings import Settings
from tests.arena.web.conftest import BASE
from tests.arena.web.test_ladders import small_ladder

BOT = b"""from bots import Bot


class First(Bot):
    games = ("airlock",)

    def choose(self, view, clock):
        return view.legal()[0]
"""
BROKEN = BOT.replace(b"view.legal()[0]", b"1 // 0")
MANIFEST = b'class = "bot.py"\n'


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def csrf_of(client: TestClient, path: str) -> str:
    return client.get(path).text.split('name="csrf" value="')[1].split('"')[0]


def log_in(client: TestClient, token: str) -> None:
    answer = client.post("/login", data={"csrf": csrf_of(client, "/login"), "token": token}, follow_redirects=False)
    assert answer.status_code == 303
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]


def hand_in(client: TestClient, token: str, name: str, content: bytes, file: str = "bot.py", **data: str) -> int:
    answer = client.post("/api/v1/submissions", headers=bearer(token), data={"name": name, **data},
                         files={"file": (file, content)})  # fmt: skip
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def outcome(client: TestClient, token: str, number: int) -> dict[str, object]:
    end = monotonic() + 100
    while True:
        found: dict[str, object] = client.get(f"/api/v1/submissions/{number}", headers=bearer(token)).json()
        if found["state"] not in ("queued", "checking"):
            return found
        assert monotonic() < end, found
        sleep(0.3)


# ---- accounts


def test_a_token_is_stored_as_a_hash_and_can_be_ended(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "accounts.db")
    token = accounts.add("ada")
    assert token.startswith(PREFIX)
    assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    user = accounts.user_of_token(token)
    assert user is not None
    assert user.name == "ada"
    cookie = accounts.log_in(token)
    assert cookie is not None
    assert accounts.user_of_session(cookie) == user
    assert accounts.revoke("ada") == 1
    assert accounts.user_of_token(token) is None
    assert accounts.user_of_session(cookie) is None


def test_a_token_may_expire(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "accounts.db")
    assert accounts.user_of_token(accounts.add("ada", days=1)) is not None
    assert accounts.user_of_token(accounts.add("ada", days=1e-9)) is None


def test_only_the_owner_adds_versions_and_keeps_to_the_quota(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "accounts.db")
    accounts.add("ada")
    accounts.add("bob")
    program = ("bot.py", "python", b"")
    accounts.hand_in("ada", "first", program, [], Quota(waiting=1))
    with pytest.raises(AccountError, match="belongs to somebody else"):
        accounts.hand_in("bob", "first", program, [], Quota())
    with pytest.raises(AccountError, match="still to be checked"):
        accounts.hand_in("ada", "first", program, [], Quota(waiting=1))
    with pytest.raises(AccountError, match="24 hours"):
        accounts.hand_in("ada", "first", program, [], Quota(per_day=1))
    accounts.finish(1, "failed", None, 100.0)
    with pytest.raises(AccountError, match="processor time"):
        accounts.hand_in("ada", "first", program, [], Quota(seconds_per_day=100))
    accounts.delete("ada")
    with pytest.raises(AccountError, match="belongs to somebody else"):
        accounts.hand_in("bob", "first", program, [], Quota())
    assert accounts.submissions() == []


def test_a_check_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "accounts.db")
    accounts.add("ada")
    accounts.hand_in("ada", "first", ("bot.py", "python", b""), [], Quota())
    assert accounts.next_to_check() is not None
    assert accounts.next_to_check() is None
    accounts.requeue()
    assert accounts.next_to_check() is not None


def test_bots_of_a_deleted_account_retire(tmp_path: Path) -> None:
    small_ladder(tmp_path)
    assert retire_bots(Home(tmp_path), "Ada <b>", ["dice", "greedy"]) == ["dice@1 on open"]


# ---- the pages


@pytest.fixture
def served(tmp_path: Path) -> tuple[TestClient, Callable[..., str]]:
    app = create_app(tmp_path, Settings(tmp_path))
    return TestClient(app, base_url=BASE), app.state.accounts.add


def test_logging_in_and_out(served: tuple[TestClient, Callable[..., str]]) -> None:
    client, add = served
    assert "log in" in client.get("/submit").text
    wrong = client.post("/login", data={"csrf": csrf_of(client, "/login"), "token": "arena_guess"})
    assert wrong.status_code == 403
    log_in(client, add("ada"))
    assert 'action="/submit"' in client.get("/submit").text
    client.post("/logout", data={"csrf": csrf_of(client, "/login")})
    assert 'action="/submit"' not in client.get("/submit").text


def test_a_source_is_seen_by_its_owner_and_the_admin_alone(served: tuple[TestClient, Callable[..., str]]) -> None:
    client, add = served
    ada, bob, admin = add("ada"), add("bob"), add("root", (ADMIN,))
    number = hand_in(client, ada, "first", BOT)
    for path in (f"/submissions/{number}", f"/submissions/{number}/source", f"/api/v1/submissions/{number}"):
        assert client.get(path).status_code in (401, 404)
        assert client.get(path, headers=bearer(bob)).status_code == 404
        assert client.get(path, headers=bearer(ada)).status_code == 200
        assert client.get(path, headers=bearer(admin)).status_code == 200
    assert "class First" in client.get(f"/submissions/{number}/source", headers=bearer(ada)).text


def test_what_cannot_be_a_bot_is_refused_in_a_sentence(served: tuple[TestClient, Callable[..., str]]) -> None:
    client, add = served
    headers = bearer(add("ada"))
    for name, file, content, words in (
        ("bad name!", "bot.py", BOT, "is no name for a bot"),
        ("good", "bot.txt", b"hello", "is no bot"),
        ("good", "bot.zip", b"hello", "cannot be unpacked"),
    ):
        sent = {"file": (file, content)}
        answer = client.post("/api/v1/submissions", headers=headers, data={"name": name}, files=sent)
        assert answer.status_code == 422
        assert words in answer.json()["error"]["message"]
    data = {"name": "a", "ladder": "../x"}
    answer = client.post("/api/v1/submissions", headers=headers, data=data, files={"file": ("b.py", BOT)})
    assert answer.status_code == 422


@pytest.mark.skipif(sandbox_problem() is not None, reason=f"needs a sandbox: {sandbox_problem()}")
def test_a_bot_goes_from_the_upload_to_the_ladder(tmp_path: Path) -> None:
    small_ladder(tmp_path)
    with TestClient(create_app(tmp_path, Settings(tmp_path, check_seconds=1.0)), base_url=BASE) as client:
        token = client.app.state.accounts.add("ada")  # type: ignore[attr-defined]
        good = outcome(client, token, hand_in(client, token, "first", BOT, ladder="open"))
        assert (good["state"], good["version"]) == ("entered", 1), good["log"]
        assert "entered the ladder open as first@1" in str(good["log"])
        assert "first@1" in client.get("/ladders/open").text
        bad = outcome(client, token, hand_in(client, token, "broken", BROKEN, ladder="open"))
        assert bad["state"] == "failed"
        assert "ZeroDivisionError" in str(bad["log"])
        assert str(tmp_path) not in str(good["log"]) + str(bad["log"])


# ---- archives


def zipped(files: dict[str, bytes], mode: int = stat.S_IFREG | 0o644) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def tarred(*entries: tuple[tarfile.TarInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for info, content in entries:
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def linked(kind: bytes, target: str) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo("mybot/link")
    info.type, info.linkname = kind, target
    return info, b""


def test_an_archive_of_a_folder_is_a_bot() -> None:
    files = {"mybot/bot.toml": MANIFEST, "mybot/bot.py": BOT, "mybot/__pycache__/x.pyc": b"x"}
    from_zip = read_sent("mybot.zip", zipped(files))
    from_tar = read_sent("mybot.tar.gz", tarred(*((tarfile.TarInfo(name), data) for name, data in files.items())))
    assert from_zip.digest == from_tar.digest
    assert from_zip.read("bot.py") == BOT
    assert [path for path, _, _ in from_zip.files()] == ["bot.py", "bot.toml"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.zip", zipped({"../bot.toml": MANIFEST}), "no name for a file"),
        ("a.zip", zipped({"/etc/bot.toml": MANIFEST}), "no name for a file"),
        ("a.zip", zipped({"a/../../bot.toml": MANIFEST}), "no name for a file"),
        ("a.zip", zipped({"c:/bot.toml": MANIFEST}), "no name for a file"),
        ("a.zip", zipped({"a\\..\\bot.toml": MANIFEST}), "no name for a file"),
        ("a.zip", zipped({"bot.toml": b"/etc/passwd"}, stat.S_IFLNK | 0o777), "link or a device"),
        ("a.zip", zipped({"bot.py": BOT}), "no bot.toml"),
        ("a.zip", zipped({f"{number}.py": b"" for number in range(1500)}), "more than 1000 files"),
        ("a.zip", zipped({"bot.toml": MANIFEST})[:-30], "cannot be unpacked"),
        ("a.tar.gz", tarred(linked(tarfile.SYMTYPE, "/etc/passwd")), "link or a device"),
        ("a.tar.gz", tarred(linked(tarfile.LNKTYPE, "../../x")), "link or a device"),
        ("a.tar.gz", tarred(linked(tarfile.CHRTYPE, "")), "link or a device"),
        ("a.tar.gz", tarred((tarfile.TarInfo("../bot.toml"), MANIFEST)), "no name for a file"),
        ("a.tar.gz", tarred((tarfile.TarInfo("bot.toml"), MANIFEST), (tarfile.TarInfo("bot.toml"), BOT)), "twice"),
        ("a.tar.gz", b"\x1f\x8b nonsense", "cannot be unpacked"),
        ("a.tar", b"", "cannot be unpacked"),
    ],
    ids=range(16),
)
def test_a_bad_archive_is_refused(name: str, content: bytes, words: str) -> None:
    with pytest.raises(BadProgram, match=words):
        read_sent(name, content)


def test_a_bomb_is_noticed_while_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST", 1_000_000)
    bomb = b"\0" * 5_000_000
    with pytest.raises(BadProgram, match="more than 1000000 bytes"):
        read_sent("a.zip", zipped({"bot.toml": MANIFEST, "big": bomb}))
    with pytest.raises(BadProgram, match="more than 1000000 bytes"):
        read_sent("a.tar.gz", tarred((tarfile.TarInfo("big"), bomb)))
    many = {f"part{number}": b"\0" * 300_000 for number in range(5)}
    with pytest.raises(BadProgram, match="more than 1000000 bytes"):
        read_sent("a.zip", zipped(many))


def test_the_answer_to_a_submission_is_json(served: tuple[TestClient, Callable[..., str]]) -> None:
    client, add = served
    token = add("ada")
    number = hand_in(client, token, "first", BOT)
    listed = client.get("/api/v1/submissions", headers=bearer(token))
    assert [it["id"] for it in json.loads(listed.text)] == [number]


def test_a_long_source_is_cut_and_what_is_no_text_is_said() -> None:
    long = "x" * (LONGEST_SHOWN + 1234)
    assert shown_source(long.encode()) == f"{long[:LONGEST_SHOWN]}\n... and 1,234 characters more"
    assert shown_source(b"\0" * 2000) == "2,000 bytes that are no text"
