"""The same notebooks opened in other ways: plain marimo, the editor, and a wheel anywhere."""

from __future__ import annotations

import json
import os
import re
import signal
import site
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from browsing import fits, learner, settle
from course import ask, wait_for

from lesson_kit.app import serve
from lesson_kit.places import notebooks_dir
from lesson_kit.show.words import next_chapter

ROOT = Path(__file__).parents[1]


@contextmanager
def running(command: list[str], cwd: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program of our own in the background, stopped at the end; its output goes to ``log``."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "LESSON_KIT_"))}
    environment = {**clean, "PYTHONUTF8": "1", "MARIMO_SKIP_UPDATE_CHECK": "1"}
    with log.open("wb") as output:
        program = subprocess.Popen(
            command, cwd=cwd, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            yield program
        finally:
            program.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
            try:
                program.wait(timeout=20)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()


def _answers(address: str) -> bool:
    try:
        return ask(address)[0] < 500
    except OSError:
        return False


@contextmanager
def marimo(tmp_path: Path, *arguments: str) -> Iterator[str]:
    """`marimo ...` in the checkout, with a free port; yields its address."""
    port = serve.free_port("127.0.0.1", 23000 + os.getpid() % 1000)
    command = [sys.executable, "-m", "marimo", "--yes", *arguments, "--headless", "--no-token"]
    log = tmp_path / "marimo.log"
    with running([*command, "--port", str(port)], ROOT, log) as program:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: program.poll() is not None or _answers(address), seconds=120)
        assert program.poll() is None, log.read_text(encoding="utf-8", errors="replace")
        yield address


@pytest.mark.browser
@pytest.mark.slow
def test_plain_marimo_run_on_the_folder(chrome: Any, tmp_path: Path) -> None:
    with (
        marimo(tmp_path, "run", str(notebooks_dir())) as address,
        learner(chrome, address, locale="en-US", color_scheme="dark") as page,
    ):
        page.goto(f"{address}/?file=00_overview.py")
        settle(page)
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.evaluate("document.body.classList.contains('dark')")
        page.get_by_test_id("lang-zh").click()
        page.wait_for_function("document.documentElement.lang === 'zh-Hans'")
        settle(page)
        page.locator("a.lk-next").click()
        page.locator("div.lk-title").wait_for()
        settle(page)
        after = next_chapter("00", built_only=True)
        assert after and f"file={after.file}.py" in page.url
        assert page.evaluate("document.documentElement.lang") == "zh-Hans"
        assert fits(page)


@pytest.mark.browser
@pytest.mark.slow
def test_the_editor_opens_with_no_error_and_switches_language(chrome: Any, tmp_path: Path) -> None:
    with (
        marimo(tmp_path, "edit", str(notebooks_dir() / "05_attention.py")) as address,
        learner(chrome, address, locale="en-US") as page,
    ):
        page.goto(f"{address}/")
        settle(page)
        assert page.title().startswith("05 Attention")
        page.get_by_test_id("lang-zh").click()
        page.wait_for_function("document.documentElement.lang === 'zh-Hans'")
        settle(page)
        assert page.title().startswith("05 注意力")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment into which our wheel alone was installed.

    The libraries are those of the environment that runs the tests: reached through a path file,
    they cost no second download, and our own editable install there is not followed.
    """
    where = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(where), "."],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    wheel = next(where.glob("lesson_kit-*.whl"))
    venv.create(where / "env", with_pip=False)
    scripts = where / "env" / ("Scripts" if os.name == "nt" else "bin")
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    libraries = subprocess.run(
        [str(scripts / "python"), "-c", asked], check=True, capture_output=True, text=True
    ).stdout.strip()
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "install", "--no-deps",
         "--no-index", "--quiet", str(wheel)],
        check=True,
    )  # fmt: skip
    paths = "\n".join(path for path in site.getsitepackages() if Path(path).is_dir())
    (Path(libraries) / "libraries.pth").write_text(paths, encoding="utf-8")
    return scripts


@pytest.mark.slow
def test_a_wheel_serves_the_course_from_any_folder(installed: Path, tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    command = [str(installed / "lesson-kit"), "serve", "--no-browser", "--port", "0"]
    with running([*command, "--device", "cpu"], tmp_path, log) as program:

        def address() -> str:
            found = re.search(r"http://\S+:\d+/", log.read_text(encoding="utf-8"))
            return found[0] if found else ""

        wait_for(lambda: program.poll() is not None or address(), seconds=120)
        assert program.poll() is None, log.read_text(encoding="utf-8")
        wait_for(lambda: _answers(address()), seconds=120)
        body = ask(address() + "?lang=en")[2]
        for path in notebooks_dir().glob("*.py"):
            assert f'href="{path.stem}/?lang=en"' in body
            code, _, chapter = ask(f"{address()}{path.stem}/")
            assert code == 200 and '"theme": "system"' in chapter

        def status() -> dict[str, Any]:
            return json.loads(ask(address() + "status.json?lang=en")[2])

        wait_for(lambda: status()["ready"], seconds=300)
        assert status()["state"] == "ready", status()["sentence"]


@pytest.mark.slow
def test_the_wheel_holds_every_file_that_the_course_reads(installed: Path) -> None:
    """Code with its scripts and styles, notebooks, and all of assets but the README's pictures."""
    with ZipFile(next(installed.parents[1].glob("lesson_kit-*.whl"))) as wheel:
        packed = set(wheel.namelist())
    places = {"lesson_kit": "", "notebooks": "lesson_kit/_course/", "assets": "lesson_kit/_course/"}
    for folder, inside in places.items():
        there = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert there
        for path in there:
            name = path.relative_to(ROOT).as_posix()
            if "__pycache__" in name or "__marimo__" in name or name.startswith("assets/pictures/"):
                continue
            assert inside + name in packed, f"{name} does not travel in the wheel"


@pytest.mark.slow
def test_the_wheel_knows_its_own_files_and_none_of_the_checkouts(
    installed: Path, tmp_path: Path
) -> None:
    program = (
        "import lesson_kit, lesson_kit.places as p\n"
        "from pathlib import Path\n"
        "root = Path(lesson_kit.__file__).parent\n"
        "assert p.course_dir() == root / '_course', p.course_dir()\n"
        "assert p.asset('models', 'classroom-base', 'card.json').is_file()\n"
        "print(root)\n"
    )
    done = subprocess.run(
        [str(installed / "python"), "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert not Path(done.stdout.strip()).is_relative_to(ROOT)
