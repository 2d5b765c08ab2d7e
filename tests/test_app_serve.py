"""`lesson-kit serve` as a browser sees it, asked with plain HTTP requests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import marimo
import pytest
from course import ask, served, taken_port, tiny_model, wait_for

from lesson_kit.app import serve
from lesson_kit.app.index import chapter_files, index_page
from lesson_kit.app.warm import Status, Warmup, self_test
from lesson_kit.weights.errors import ModelNotFoundError
from lesson_kit.weights.registry import load


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def site(model: Path) -> Iterator[str]:
    with served(serve.Settings(model=str(model))) as (address, warmup):
        assert warmup.wait(120).state == "ready", warmup.status.error
        yield address


def test_the_index_lists_every_chapter_that_exists(site: str) -> None:
    status, headers, body = ask(f"{site}/?lang=en")
    assert status == 200
    assert '<html lang="en">' in body
    assert "The Journey of a Message" in body
    for name in chapter_files():
        assert f'href="{name}/?lang=en"' in body
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "Tiny is ready; all 3 self-tests passed" in body
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", body)


def test_the_index_speaks_the_browsers_language_else_chinese(site: str) -> None:
    assert '<html lang="en">' in ask(f"{site}/", accept_language="en-US,en;q=0.9")[2]
    assert '<html lang="zh-Hans">' in ask(f"{site}/", accept_language="fr")[2]
    assert '<html lang="zh-Hans">' in ask(f"{site}/?lang=zh", accept_language="en")[2]


def test_status_for_the_waiting_page(site: str) -> None:
    answer = json.loads(ask(f"{site}/status.json?lang=zh")[2])
    assert answer["ready"] and answer["state"] == "ready"
    assert "自检全部通过" in answer["sentence"]
    assert "model-picker" in answer["menu"]


def test_a_chapter_has_a_clean_address_that_keeps_its_query(site: str) -> None:
    name = next(iter(chapter_files()))
    status, headers, _ = ask(f"{site}/{name}?lang=en")
    assert status == 307
    assert headers["location"] == f"{name}/?lang=en"
    status, headers, body = ask(f"{site}/{name}/?lang=en")
    assert status == 200
    assert '"theme": "system"' in body
    assert "../_marimo/assets/" in body
    assert "connect-src 'self'" in headers["content-security-policy"]


def test_the_front_end_is_shared_and_kept_by_the_browser(site: str) -> None:
    name = next(iter(chapter_files()))
    body = ask(f"{site}/{name}/")[2]
    script = re.search(r'src="\.\./(_marimo/assets/[^"]+\.js)"', body)
    assert script
    status, headers, _ = ask(f"{site}/{script[1]}")
    assert status == 200
    assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/99_none/", "/_marimo/../pyproject.toml", "/_marimo/%2e%2e/%2e%2e/x"]
)
def test_what_is_not_there_is_not_found(site: str, path: str) -> None:
    assert ask(site + path)[0] == 404


@pytest.mark.parametrize("path", ["api/kernel/run", "api/files/list_files", "api/terminal/ws"])
def test_a_visitor_cannot_run_code_or_read_files(site: str, path: str) -> None:
    name = next(iter(chapter_files()))
    assert ask(f"{site}/{name}/{path}", data=b"{}", content_type="application/json")[0] >= 400


def test_the_first_page_is_there_while_the_model_loads() -> None:
    gate = threading.Event()

    def slow() -> object:
        gate.wait(60)
        raise ModelNotFoundError(zh="没有这个模型。", en="There is no such model.")

    warmup = Warmup(slow)  # type: ignore[arg-type]
    warmup.start()
    assert warmup.status.state == "loading"
    page = index_page("en", query={}, status=warmup.status.sentence("en"), ready=False)
    assert "is loading" in page and "status.json" in page
    gate.set()
    assert warmup.wait(60).state == "failed"
    assert warmup.status.sentence("zh") == "没有这个模型。"


def test_a_broken_model_leaves_the_index_standing(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "tampered")
    with (folder / "model.safetensors").open("r+b") as file:
        file.seek(-1, 2)
        last = file.read(1)
        file.seek(-1, 2)
        file.write(bytes([last[0] ^ 1]))
    with served(serve.Settings(model=str(folder))) as (address, warmup):
        assert warmup.wait(120).state == "failed"
        status, _, body = ask(f"{address}/?lang=en")
    assert status == 200
    assert "model.safetensors is not the file its card describes" in body


def test_a_healthy_model_passes_and_a_sick_one_is_named(model: Path) -> None:
    checks = self_test(load(model, device="cpu"))
    assert len(checks) == 3 and all(check.holds for check in checks)
    from dataclasses import replace

    sick = (replace(checks[0], holds=False), *checks[1:])
    said = Status("ready", checks=sick).sentence("en")
    assert "failed" in said and checks[0].name.en in said


def test_a_port_in_use_is_said_with_a_free_one() -> None:
    with taken_port() as holder:
        port = holder.getsockname()[1]
        with pytest.raises(serve.PortInUseError, match=f"port {port} is in use; try --port") as e:
            serve.listen("127.0.0.1", port)
        with serve.listen("127.0.0.1", e.value.free) as other:
            assert other.getsockname()[1] == e.value.free != port


def test_a_password_stands_before_everything(model: Path) -> None:
    settings = serve.Settings(model=str(model), password="开门 open")
    name = next(iter(chapter_files()))
    with served(settings) as (address, _):
        for path in ("/", "/status.json", f"/{name}/", "/_marimo/index.html"):
            status, _, body = ask(address + path)
            assert status == 401 and 'type="password"' in body, path
        status, headers, _ = ask(f"{address}/enter?to=/&lang=en", data=b"password=wrong")
        assert status == 401 and "set-cookie" not in headers
        right = b"password=%E5%BC%80%E9%97%A8+open"
        status, headers, _ = ask(f"{address}/enter?to=//evil.example/&lang=en", data=right)
        assert status == 303 and headers["location"] == "/?lang=en"
        cookie = headers["set-cookie"].split(";")[0]
        assert "httponly" in headers["set-cookie"].lower()
        assert ask(f"{address}/", cookie=cookie)[0] == 200
        assert ask(f"{address}/", cookie="lesson_kit_pass=guess")[0] == 401


def test_two_first_readers_at_once_load_one_model(model: Path) -> None:
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(load(model, device="cpu"))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    wait_for(lambda: len(found) == 4)
    assert len({id(one) for one in found}) == 1


def test_a_tampered_model_is_refused_in_words_on_the_index_and_to_whoever_started_it(
    tmp_path: Path,
) -> None:
    folder = tiny_model(tmp_path / "tampered")
    weights = folder / "model.safetensors"
    whole = bytearray(weights.read_bytes())
    whole[-1] ^= 1
    weights.write_bytes(whole)
    with served(serve.Settings(model=str(folder))) as (address, warmup):
        assert warmup.wait(120).state == "failed"
        for lang, said in (("zh", "与卡片记录的不一致"), ("en", "is not the file its card")):
            answer = json.loads(ask(f"{address}/status.json?lang={lang}")[2])
            assert answer["ready"] and answer["state"] == "failed" and said in answer["sentence"]
            page = ask(f"{address}/?lang={lang}")[2]
            assert said in page and 'data-ready="true"' in page and "status.json?" not in page
    told: list[Status] = []
    warmup = Warmup(lambda: load(str(folder), device="cpu"), told.append)
    warmup.start()
    wait_for(lambda: told)
    assert "is not the file its card" in told[0].sentence("en")


def test_a_healthy_model_troubles_nobody(model: Path) -> None:
    told: list[Status] = []
    warmup = Warmup(lambda: load(str(model), device="cpu"), told.append)
    warmup.start()
    assert warmup.wait(120).state == "ready" and not told


def test_the_server_listens_before_torch_is_there() -> None:
    """Torch takes seconds to import; the address must be printed, and a page served, before."""
    program = "import sys, lesson_kit.app.serve\nassert 'torch' not in sys.modules\n"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_front_end_is_sent_whole_as_what_it_is_and_kept(site: str) -> None:
    page = ask(f"{site}/{next(iter(chapter_files()))}/")[2]
    scripts = re.findall(r"_marimo/(assets/[^\"]+\.js)", page)
    assert scripts
    status, headers, body = ask(f"{site}/_marimo/{scripts[0]}")
    assert status == 200 and headers["content-type"].startswith("text/javascript")
    assert "immutable" in headers["cache-control"]
    static = Path(marimo.__file__).parent / "_static"
    assert body == (static / scripts[0]).read_text(encoding="utf-8")
    for path in ("assets/none.js", "assets/../../__init__.py", "assets/%2e%2e/%2e%2e/__init__.py"):
        assert ask(f"{site}/_marimo/{path}")[0] == 404


@pytest.mark.parametrize("path", ["/nope", "/99/", "/04_positions/", "/05_attention.html", "/en/"])
def test_an_unknown_page_is_told_in_both_languages_with_the_way_home(site: str, path: str) -> None:
    status, headers, body = ask(site + path)
    assert status == 404 and headers["content-type"].startswith("text/html")
    assert "课程里没有这个地址" in body and "no such address" in body
    assert 'href="/"' in body


def test_without_scripts_a_chapter_says_so_and_leads_home(site: str) -> None:
    body = ask(f"{site}/{next(iter(chapter_files()))}/")[2]
    said = re.findall(r"<noscript>(.*?)</noscript>", body, re.DOTALL)
    assert len(said) == 1 and said[0].count('href="../"') == 2
    assert "打开 JavaScript" in said[0] and "switched off" in said[0]
