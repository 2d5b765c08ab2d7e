"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, settings

# Nothing is asserted about time: a busy machine must not make a law look broken.
settings.register_profile(
    "steady", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> Iterator[None]:
    """Small models are slower on many threads, and the machine may be busy with other things."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def exported_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole course as ``lesson-kit export`` writes it, made once for all tests."""
    from lesson_kit.app.command_line import main

    out = tmp_path_factory.mktemp("course") / "site"
    assert main(["export", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    """The system's Chromium."""
    from browsing import browser

    with browser() as driver:
        yield driver


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the course, served with the classroom model."""
    from course import served

    from lesson_kit.app import serve

    with served(serve.Settings(model="classroom-base", device="cpu")) as (address, warmup):
        assert warmup.wait(300).state == "ready", warmup.status.error
        yield address
