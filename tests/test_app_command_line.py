"""The command line: what it says, where it says it, and the exit codes."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from course import taken_port

from lesson_kit import __version__
from lesson_kit.app import command_line, doctor, export
from lesson_kit.app.command_line import main
from lesson_kit.app.command_parts import quoted
from lesson_kit.app.progress import Bar, duration, megabytes
from lesson_kit.weights import fetch
from lesson_kit.weights.errors import FetchError

COMMANDS = ("serve", "export", "fetch", "train", "doctor")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_it_does_with_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert f"example:\n  lesson-kit {command}" in said
    assert any("一" <= char <= "鿿" for char in said)


def test_version_and_the_list_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert __version__ in capsys.readouterr().out
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert all(f"\n    {command} " in said for command in COMMANDS)


@pytest.mark.parametrize(
    "argv",
    [[], ["dance"], ["serve", "--port", "x"], ["serve", "--port", "70000"], ["fetch"],
     ["serve", "--lang", "fr"], ["train", "classroom-base", "--steps", "0"], ["fetch", "gpt-9"]],
)  # fmt: skip
def test_a_wrong_call_is_exit_code_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_an_error_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    with taken_port() as holder:
        port = holder.getsockname()[1]
        assert main(["serve", "--no-browser", "--port", str(port)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"port {port} is in use; try --port" in said.err


def test_a_model_folder_that_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "nowhere"
    assert main(["serve", "--no-browser", "--model", str(missing)]) == 1
    assert f"there is no model folder {missing}" in capsys.readouterr().err


def test_a_password_file_must_hold_a_password(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    empty = tmp_path / "password"
    empty.write_text("\n", encoding="utf-8")
    assert main(["serve", "--no-browser", "--token-password-file", str(empty)]) == 1
    assert "holds no password" in capsys.readouterr().err


def test_fetch_draws_its_progress_and_says_where_the_model_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path))
    downloading, saving = {"zh": "下载", "en": "Downloading"}, {"zh": "保存", "en": "Saving"}
    steps = [
        fetch.Progress(0, 700_000_000, downloading),
        fetch.Progress(50_000_000, 700_000_000, downloading),
        fetch.Progress(700_000_000, 700_000_000, saving),
    ]
    monkeypatch.setattr(fetch, "fetch", lambda name: iter(steps))
    assert main(["fetch", "smollm2-135m"]) == 0
    said = capsys.readouterr()
    assert "1 of 2: downloading, 0.0 MB of 9" in said.err
    assert "100%  2 of 2: saving, no more network" in said.err
    assert str(tmp_path) in said.out


def test_a_fetch_that_fails_or_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_network(name: str):
        raise FetchError(zh="没有网络。", en="There is no network.")

    monkeypatch.setattr(fetch, "fetch", no_network)
    assert main(["fetch", "smollm2-135m"]) == 1
    assert capsys.readouterr().err == "lesson-kit fetch: There is no network. · 没有网络。\n"

    def stopped(name: str):
        raise KeyboardInterrupt

    monkeypatch.setattr(fetch, "fetch", stopped)
    assert main(["fetch", "smollm2-135m"]) == 1
    assert capsys.readouterr().err == "stopped\n"


def test_doctor_for_people_and_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert code == (0 if report["ok"] else 1)
    names = [finding["name"] for finding in report["findings"]]
    assert {"Python", "torch", "marimo", "gguf", "browser for tests"} <= set(names)
    assert all(f["ok"] or f["fix"] for f in report["findings"])
    main(["doctor"])
    text = capsys.readouterr().out
    assert all(name in text for name in names)


def test_doctor_names_what_is_missing_and_how_to_mend_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor, "_NEEDED", ("marimo", "no-such-package"))
    findings = doctor.examine()
    wrong = [finding for finding in findings if not finding.ok and not finding.optional]
    assert [finding.name for finding in wrong] == ["no-such-package"]
    assert "-> python -m pip install no-such-package" in doctor.as_text(findings)


def test_no_text_browser_is_started_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not command_line._has_window()
    monkeypatch.setenv("DISPLAY", ":0")
    assert command_line._has_window()


@pytest.mark.parametrize(("seconds", "text"), [(5, "0:05"), (75, "1:15"), (4000, "1:06:40")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_bar_in_a_file_is_lines_and_on_a_terminal_one_line() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream in (io.StringIO(), Terminal()):
        with Bar("x", stream) as bar:
            bar.show(0, 10)
            bar.show(10, 10, note=megabytes(2_500_000))
        text = stream.getvalue()
        assert "100%" in text and "2.5 MB" in text
        assert ("\r" in text) == stream.isatty()
        assert text.endswith("\n")


def test_a_bar_tells_the_time_left() -> None:
    stream = io.StringIO()
    with Bar("x", stream) as bar:
        bar.show(1, 10, seconds_left=75)
    assert "1:15 left" in stream.getvalue()


def test_serve_says_in_the_terminal_that_the_model_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from lesson_kit.app import serve
    from lesson_kit.app.warm import Status
    from lesson_kit.weights.errors import DamagedModelError

    def run(settings: object, *, on_start: object, on_trouble: Callable[[Status], None]) -> None:
        on_trouble(Status("failed", error=DamagedModelError(zh="坏了。", en="It is damaged.")))

    monkeypatch.setattr(serve, "run", run)
    assert main(["serve"]) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "It is damaged." in said and "Ctrl-C" in said


def test_doctor_says_how_to_mend_a_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from lesson_kit.weights import registry
    from lesson_kit.weights.errors import DamagedModelError

    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path))

    def broken(name: str) -> Path:
        raise DamagedModelError(zh="坏了。", en=f"{name} is damaged.")

    monkeypatch.setattr(registry, "folder_of", broken)
    fixes = {one.name: one.fix for one in doctor.examine() if one.name.startswith("model ")}
    assert "assets/models/classroom-base" in fixes["model classroom-base"]
    assert fixes["model smollm2-135m"] == "lesson-kit fetch smollm2-135m"


def test_a_model_of_no_known_name_is_refused_before_anything_starts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for command in (["serve", "--no-browser"], ["export", str(tmp_path / "site")]):
        assert main([*command, "--model", "nosuch"]) == 1
        said = capsys.readouterr()
        assert said.out == "" and said.err.count("\n") == 1
        assert "nosuch" in said.err and "classroom-chat" in said.err
        assert "no such folder" in said.err and "可用的名字" in said.err
    assert not (tmp_path / "site").exists()


def test_what_the_system_says_comes_with_what_it_is_about(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "no-such-file"
    (tmp_path / "file").touch()
    for argv, about in (
        (["serve", "--token-password-file", str(missing)], str(missing)),
        (["serve", "--host", "192.0.2.1", "--port", "0"], "192.0.2.1"),
        (["export", str(tmp_path / "file" / "site")], str(tmp_path / "file" / "site")),
    ):
        assert main([*argv, "--no-browser"] if argv[0] == "serve" else argv) == 1
        said = capsys.readouterr().err
        assert about in said and "[Errno" not in said and said.count("\n") == 1


@pytest.mark.parametrize("chapter", ["5", "05", "05_attention", "attention"])
def test_a_chapter_is_known_by_number_or_name_and_the_hint_can_be_pasted(
    chapter: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def written(settings: export.Settings, **_: object) -> None:
        asked.extend(settings.notebooks)
        settings.out.mkdir()

    monkeypatch.setattr(export, "export", written)
    out = tmp_path / "my site"
    assert main(["export", str(out), "--lang", "en", "--chapter", chapter]) == 0
    assert asked == ["05_attention"]
    said = capsys.readouterr().out
    assert said.startswith("1 page, ")
    hint = said.rsplit("To look at it: ", 1)[1]
    assert hint == f"python -m http.server --directory {quoted(out)} --bind 127.0.0.1\n"
    if sys.platform != "win32":
        assert shlex.split(hint)[4] == str(out)
