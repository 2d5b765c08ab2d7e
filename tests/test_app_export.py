"""`lesson-kit export`: the pages, the folder they go to, and what happens when something fails."""

from __future__ import annotations

import errno
import hashlib
import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import learner, settle
from course import wait_for
from exported import plain_web_server
from npm_tools import esbuild

from lesson_kit.app import export_place
from lesson_kit.app.command_line import main
from lesson_kit.app.export import ExportError, Settings, export
from lesson_kit.app.export_front import FOLDER, files_needed
from lesson_kit.app.export_handout import EsbuildError, make_handout
from lesson_kit.app.export_page import CellFailedError, Marks, finish_page
from lesson_kit.app.export_place import STAMP, PlaceError, check_place, staged
from lesson_kit.app.index import chapter_files
from lesson_kit.app.recorded import read_recorded
from lesson_kit.app.ways import Way
from lesson_kit.weights.registry import load

_TINY = """
import marimo

app = marimo.App()

with app.setup:
    import marimo as mo

    from lesson_kit.app.frame import PageMark
    from lesson_kit.app.guard import Guard


@app.cell
def prose():
    mo.md("# </script><!-- 一句话 & \\u2028 " + str(mo.cli_args().get("lang")))
    return


@app.cell
def widget():
    PageMark(html_lang="en", title="from the widget")
    return


@app.cell
def last_cell():
    BODY
    return


if __name__ == "__main__":
    app.run()
"""


def tiny_notebook(folder: Path, body: str = "print('noise')", name: str = "90_tiny") -> Path:
    path = folder / f"{name}.py"
    path.write_text(_TINY.replace("BODY", body), encoding="utf-8")
    return path


def export_tiny(out: Path, notebook: Path, **more: Any) -> list[tuple[int, int, str]]:
    told: list[tuple[int, int, str]] = []
    export(
        Settings(out=out, notebooks={notebook.stem: notebook}, jobs=2, **more),
        on_page=lambda *at: told.append(at),
    )
    return told


def content(out: Path) -> dict[str, str]:
    """Every file of an export but the stamp, as a hash."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != STAMP
    }


def recorded_on(page: str) -> bool:
    """Whether a page names the machine of the recording that it shows."""
    on = read_recorded(load("classroom-base", device="cpu"))["on"]["zh"]
    return on in page


@pytest.fixture(scope="module")
def tiny_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    out = folder / "site"
    told = export_tiny(out, tiny_notebook(folder))
    assert told[0] == (0, 2, "") and [at[:2] for at in told[1:]] == [(1, 2), (2, 2)]
    assert {at[2] for at in told[1:]} == {"90_tiny zh", "90_tiny en"}
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []
    return out


def test_the_site_has_its_parts_and_no_address_outside(tiny_site: Path) -> None:
    parts = {path.name for path in tiny_site.iterdir()}
    assert parts == {"index.html", "zh", "en", FOLDER, STAMP}
    assert json.loads((tiny_site / STAMP).read_text(encoding="utf-8"))["parts"] == sorted(
        parts - {STAMP}
    )
    for path in tiny_site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        addresses = re.findall(r"""(?:src|href)=["']([^"']*)["']""", text)
        assert addresses
        for address in addresses:
            assert not re.match(r"https?:|//", address), f"{path.name} asks for {address}"
            if not address.startswith("data:"):
                there = (path.parent / address.split("?")[0]).resolve()
                assert there.is_file(), f"{path.name} leads to {address}, which is not there"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_page_holds_what_the_cells_made_and_no_code(tiny_site: Path, lang: str) -> None:
    text = (tiny_site / lang / "90_tiny.html").read_text(encoding="utf-8")
    assert f'<html lang="{ {"zh": "zh-Hans", "en": "en"}[lang] }"' in text
    assert text.count("</script>") == len(re.findall(r"<script\b", text))  # prose ended none
    session = re.search(r'"session": (\{.*\}),\n', text)
    assert session
    cells = json.loads(session[1])["cells"]
    prose = next(str(cell["outputs"]) for cell in cells if "一句话" in str(cell["outputs"]))
    assert lang in prose
    assert "noise" not in text
    assert "from lesson_kit.app.guard" not in text and "PageMark(" not in text
    modules = list((tiny_site / lang / "@file").iterdir())
    assert len(modules) == 1 and f"./@file/{modules[0].name}" in text
    assert "export default" in modules[0].read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_without_scripts_a_page_says_so_and_leads_to_the_list(tiny_site: Path, lang: str) -> None:
    page = (tiny_site / lang / "90_tiny.html").read_text("utf-8")
    body = page[page.index("<body>") : page.index("</noscript>")]
    assert "打开 JavaScript" in body and "switched off" in body
    assert body.count('href="index.html"') == 2
    listed = (tiny_site / lang / "index.html").read_text("utf-8")
    assert "<h1>" in listed and "<script" not in listed  # the list itself needs none


def test_the_same_export_twice_has_the_same_bytes(tiny_site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    export_tiny(again, tiny_notebook(tmp_path))
    assert content(again) == content(tiny_site)


@pytest.mark.slow
def test_chapters_that_show_times_have_the_same_bytes_twice(tmp_path: Path) -> None:
    """They measure on a live page; an export shows what was recorded."""
    timed = {k: v for k, v in chapter_files().items() if k[:2] in ("00", "10")}
    assert len(timed) == 2
    sites = [tmp_path / "one", tmp_path / "two"]
    for site in sites:
        export(Settings(out=site, notebooks=timed, langs=("zh",)), on_page=lambda *at: None)
    assert content(sites[0]) == content(sites[1])
    for name in timed:
        page = (sites[0] / "zh" / f"{name}.html").read_text(encoding="utf-8")
        assert recorded_on(page), f"{name} does not say where its times were recorded"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("1 / 0", "division by zero"),
        ('with Guard("en"):\n        raise ValueError("a < b")', "Something unexpected"),
        ("nowhere_defined", "nowhere_defined"),
    ],
    ids=["raises", "guarded", "name"],
)
def test_a_failing_cell_fails_the_export_and_leaves_the_old_one(
    tmp_path: Path, body: str, said: str
) -> None:
    out = tmp_path / "site"
    with staged(out, {}) as site:
        (site / "index.html").write_text("old", encoding="utf-8")
    with pytest.raises(ExportError, match=r"91_broken\.py \(zh\), cell last_cell") as failed:
        export_tiny(out, tiny_notebook(tmp_path, body, "91_broken"), langs=("zh",))
    assert said in str(failed.value)
    assert (out / "index.html").read_text(encoding="utf-8") == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"site", "91_broken.py"}


def test_a_page_of_an_unknown_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown shape"):
        finish_page("<html><head></head></html>", Marks("en", "t", "a"))


def _raw(outputs: list[dict[str, Any]]) -> str:
    """A page as marimo writes it, with these outputs in its one cell."""
    notebook = {"cells": [{"id": "a", "name": "first", "code": "secret = 1"}]}
    session = {"cells": [{"id": "a", "console": ["x"], "outputs": outputs}]}
    return (
        '<!DOCTYPE html>\n<html lang="en">\n  <head>\n<title>x</title>\n<script data-marimo="true">'
        'files: Object.freeze({}),\nmodelNotifications: Object.freeze([]),\nnotebookCode: "c",\n'
        '            "view": {"showAppCode": true},\n'
        f'            "notebook": {json.dumps(notebook)},\n            "session": '
        f'{json.dumps(session)},\n</script></head><body><marimo-code hidden="">c</marimo-code>'
        "</body></html>"
    )


def test_a_stopped_cell_counts_as_failed_but_the_cause_is_named_first() -> None:
    stopped = {"type": "error", "ename": "ancestor-stopped", "evalue": "stopped above"}
    with pytest.raises(CellFailedError, match="cell first: stopped above"):
        finish_page(_raw([stopped]), Marks("en", "t", "a"))
    cause = {"type": "error", "ename": "exception", "evalue": "boom"}
    with pytest.raises(CellFailedError, match="boom"):
        finish_page(_raw([stopped, cause]), Marks("en", "t", "a"))


def test_nothing_in_an_output_can_end_the_script_or_break_the_page() -> None:
    nasty = "</script><script>alert(1)</script><!-- \u2028 \ud800 <ScRiPt> 猫"
    page = finish_page(
        _raw([{"type": "data", "data": {"text/html": nasty}}]), Marks("zh-Hans", "<t>", '"a"')
    ).html
    assert page.count("</script>") == 1 and len(re.findall("<script", page, re.IGNORECASE)) == 1
    assert "&lt;t&gt;" in page and "&quot;a&quot;" in page and "secret" not in page
    found = re.search(r'"session": (\{.*\}),\n', page)
    assert found
    kept = json.loads(found[1])["cells"][0]["outputs"][0]["data"]["text/html"]
    assert kept == nasty
    page.encode("utf-8")


# -- the folder ------------------------------------------------------------------------------------


def test_a_new_or_empty_folder_is_taken_and_an_old_export_replaced_whole(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    with staged(out, {"version": "1"}) as site:
        (site / "stale.html").write_text("x", encoding="utf-8")
        assert not out.exists()
    check_place(out)
    with staged(out, {"version": "2"}) as site:
        (site / "new.html").write_text("x", encoding="utf-8")
        assert (out / "stale.html").exists()
    assert {path.name for path in out.iterdir()} == {"new.html", STAMP}
    assert [path.name for path in out.parent.iterdir()] == ["site"]
    empty = tmp_path / "empty"
    empty.mkdir()
    with staged(empty, {}) as site:
        (site / "a").touch()
    assert (empty / "a").exists()


def test_foreign_files_are_never_lost(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(PlaceError, match=r"thesis\.txt"), staged(tmp_path, {}):
        pytest.fail("the folder was taken")
    out = tmp_path / "site"
    with staged(out, {}) as site:
        (site / "a").touch()
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(PlaceError, match=r"notes\.txt"):
        check_place(out)
    with pytest.raises(PlaceError, match="is a file"):
        check_place(tmp_path / "thesis.txt")
    (out / "notes.txt").unlink()
    with pytest.raises(PlaceError, match=r"late\.txt"), staged(out, {}) as site:
        (out / "late.txt").touch()  # it came while the pages were being made
    assert (out / "late.txt").exists() and (out / "a").exists()


def test_a_forged_stamp_owns_nothing(tmp_path: Path) -> None:
    (tmp_path / STAMP).write_text("[]", encoding="utf-8")
    (tmp_path / "x").touch()
    with pytest.raises(PlaceError):
        check_place(tmp_path)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "is full"),
        (PermissionError(errno.EACCES, "denied"), "cannot be written"),
        (OSError(errno.EROFS, "read-only"), "cannot be written"),
    ],
)
def test_a_full_or_read_only_disk_is_one_sentence(
    tmp_path: Path, error: OSError, said: str
) -> None:
    out = tmp_path / "site"
    with staged(out, {}) as site:
        (site / "old").touch()
    with pytest.raises(PlaceError, match=said), staged(out, {}) as site:
        (site / "new").touch()
        raise error
    assert (out / "old").exists() and not (out / "new").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_ctrl_c_leaves_the_old_export(tmp_path: Path) -> None:
    out = tmp_path / "site"
    with staged(out, {}) as site:
        (site / "old").touch()
    with pytest.raises(KeyboardInterrupt), staged(out, {}) as site:
        (site / "new").touch()
        raise KeyboardInterrupt
    assert {path.name for path in out.iterdir()} == {"old", STAMP}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_when_the_last_move_fails_the_old_export_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    with staged(out, {}) as site:
        (site / "old").touch()
    rename = Path.rename

    def fails_for_the_new(self: Path, target: Path) -> Path:
        if self.name == "site" and target.name == "site":
            raise OSError(errno.EBUSY, "busy")
        return rename(self, target)

    monkeypatch.setattr(export_place.Path, "rename", fails_for_the_new)
    with pytest.raises(PlaceError, match="cannot be replaced"), staged(out, {}) as site:
        (site / "new").touch()
    assert (out / "old").exists() and not (out / "new").exists()


# -- command line, links, front end ----------------------------------------------------------------


def test_the_command_line_says_no_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").touch()
    assert main(["export", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "mine.txt" in said
    for wrong in (["--lang", "fr"], ["--lang", ""], ["--chapter", "99"], ["--chapter", "x"]):
        with pytest.raises(SystemExit) as left:
            main(["export", str(tmp_path / "new"), *wrong])
        assert left.value.code == 2
    assert not (tmp_path / "new").exists()


def test_an_export_links_only_to_what_it_holds() -> None:
    way = Way("static", "en", "05_attention", pages=frozenset({"05_attention"}), langs=("en",))
    assert way.chapter("05") == "05_attention.html" and way.chapter("00") is None
    assert way.language("zh") is None and way.language("en") == "../en/05_attention.html"
    assert way.home() == "index.html"


def test_the_front_end_is_closed_and_small() -> None:
    import marimo

    static = Path(marimo.__file__).parent / "_static"
    names = files_needed(static)
    assert len(names) == len(set(names)) > 100
    assert not [name for name in names if name.endswith((".ttf", ".woff"))]
    for name in names:  # what a needed script imports outright is needed; the rest is on demand
        if name.endswith(".js"):
            text = (static / "assets" / name).read_text("utf-8")
            imported = set(re.findall(r"""(?:from|import)\s*["']\./([\w.@-]+\.js)["']""", text))
            assert imported <= set(names), (name, imported - set(names))
    entry = re.search(r'src="\./assets/([^"]+\.js)"', (static / "index.html").read_text("utf-8"))
    assert entry and entry[1] in names
    size = sum((static / "assets" / name).stat().st_size for name in names)
    assert size < 15_000_000
    assert set(names) < set(files_needed(static, ["marimo-plotly"]))


def test_a_handout_without_esbuild_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LESSON_KIT_ESBUILD", raising=False)
    assert main(["export", str(tmp_path / "new"), "--handout"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "npm install --global esbuild" in said
    assert not (tmp_path / "new").exists()


def test_an_esbuild_that_fails_is_said_and_nothing_else_happens(
    tiny_site: Path, tmp_path: Path
) -> None:
    with pytest.raises(EsbuildError, match="could not be started"):
        make_handout(_copied(tiny_site, tmp_path / "one"), str(tmp_path / "nowhere"))
    with pytest.raises(EsbuildError, match="esbuild:"):
        make_handout(_copied(tiny_site, tmp_path / "other"), sys.executable)


def _copied(site: Path, to: Path) -> Path:
    shutil.copytree(site, to)
    return to


# -- the real course, in a browser -----------------------------------------------------------------


CHAPTERS = list(chapter_files())


@pytest.fixture(scope="module")
def course(exported_course: Path) -> Path:
    return exported_course


@pytest.mark.slow
def test_pages_are_small_and_both_languages_hold_the_same_pictures(course: Path) -> None:
    for name in CHAPTERS:
        texts = [(course / lang / f"{name}.html").read_text("utf-8") for lang in ("zh", "en")]
        for text in texts:
            assert len(text.encode("utf-8")) <= 3_000_000, name
        for element in ("<marimo-anywidget", "application/vnd.vegalite", "<svg"):
            assert texts[0].count(element) == texts[1].count(element), (name, element)
    assert sum(path.stat().st_size for path in course.rglob("*") if path.is_file()) <= 60_000_000


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_ctrl_c_in_the_middle_leaves_the_old_export_and_no_process(tmp_path: Path) -> None:
    out = tmp_path / "site"
    with staged(out, {}) as site:
        (site / "index.html").write_text("old", encoding="utf-8")
    command = [sys.executable, "-m", "lesson_kit", "export", str(out), "--chapter", "00"]
    with _hearing_ctrl_c(), subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr
        program.stderr.read(1)  # the bar is there: the pages are being made
        wait_for(lambda: _children(program.pid))
        workers = _children(program.pid)
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=120) == 1
    wait_for(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])
    assert (out / "index.html").read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@contextmanager
def _hearing_ctrl_c() -> Iterator[None]:
    """What is started in here hears Ctrl-C, as from a terminal. A shell that runs these tests in
    the background has it ignored, and that passes on to children; a handler of ours does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _children(pid: int) -> list[int]:
    """The processes a process has started."""
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text().split()]


@pytest.mark.slow
@pytest.mark.browser
def test_the_knobs_of_a_picture_work_and_links_lead_on(chrome: Any, course: Path) -> None:
    with plain_web_server(course) as address, learner(chrome, address, locale="en-US") as page:
        page.goto(f"{address}/")
        page.wait_for_url(f"{address}/en/index.html")
        page.locator('a[href="05_attention.html"]').last.click()
        settle(page)
        picture = page.locator(".av").first
        canvas = picture.locator("canvas").first
        before = canvas.evaluate("canvas => canvas.toDataURL()")
        heads = picture.get_by_role("group", name="Head", exact=True)
        chosen = heads.locator("[aria-pressed=true]").inner_text()
        heads.get_by_role("button", name="1" if chosen != "1" else "2", exact=True).click()
        after = canvas.evaluate("canvas => canvas.toDataURL()")
        assert after != before
        pick = picture.locator(".av-pick")
        pick.select_option(index=1)
        assert canvas.evaluate("canvas => canvas.toDataURL()") != after
        page.get_by_test_id("lang-zh").click()
        page.wait_for_url(f"{address}/zh/05_attention.html")
        settle(page)
        page.locator(".lk-steps a").last.click()
        page.wait_for_url(f"{address}/zh/index.html")
        assert "导出的页面" in page.locator("#status").inner_text()


@pytest.mark.slow
def test_an_address_leads_to_its_heading_and_the_switch_to_the_same_cell(
    chrome: Any, course: Path
) -> None:
    at_the_top = "id => Math.abs(document.getElementById(id)?.getBoundingClientRect().top) < 5"
    with plain_web_server(course) as address, learner(chrome, address, locale="en-US") as page:
        page.goto(f"{address}/en/05_attention.html#who-may-look-at-whom")
        settle(page)
        page.wait_for_function(at_the_top, arg="who-may-look-at-whom")
        cell = page.evaluate(
            "() => document.getElementById('who-may-look-at-whom').closest('[id^=cell-]').id"
        )
        page.evaluate("() => document.querySelector('[data-testid=lang-zh]').click()")
        page.wait_for_url(f"{address}/zh/05_attention.html#{cell}")
        settle(page)
        page.wait_for_function(at_the_top, arg=cell)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_handout_opens_by_double_click_without_any_network(
    chrome: Any, course: Path, tmp_path: Path, lang: str
) -> None:
    site = _copied(course, tmp_path / "site")
    make_handout(site, esbuild())
    start = (site / "index.html").as_uri()
    with learner(
        chrome, "file:", offline=True, locale={"zh": "zh-CN", "en": "en-US"}[lang]
    ) as page:
        page.goto(start)
        page.wait_for_url(f"**/{lang}/index.html")
        page.locator('a[href="05_attention.html"]').last.click()
        settle(page)
        picture = page.locator(".av").first
        canvas = picture.locator("canvas").first
        before = canvas.evaluate("canvas => canvas.toDataURL()")
        picture.locator(".av-pick").select_option(index=1)
        assert canvas.evaluate("canvas => canvas.toDataURL()") != before
        other = {"zh": "en", "en": "zh"}[lang]
        page.get_by_test_id(f"lang-{other}").click()
        page.wait_for_url(f"**/{other}/05_attention.html")
        settle(page)
        assert page.evaluate("document.documentElement.lang")[:2] == other
        page.locator(".lk-steps a").last.click()  # the list of chapters, then another of them
        page.wait_for_url(f"**/{other}/index.html")
        page.locator('a[href="00_overview.html"]').last.click()
        settle(page)
