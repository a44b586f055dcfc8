"""The button that shows the data folder: the system's opener gets it, and where there is none it is told."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scenes import folder
from scenes.pages.controls import Button
from scenes.pages.notice import Notice
from scenes.scene import Kit, Push
from tests.scenes.test_pages import kit, made, press  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("screen")


def opened(kit: Kit) -> Any:  # noqa: F811 - a fixture's name
    """Press the button of the data folder."""
    page = made(kit, "settings")
    button = next(one for one in page._controls.all if isinstance(one, Button) and one.name == "Data folder")
    return press(page, button)


def test_the_opener_gets_the_folder(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """It is started beside the game, without the libraries that the packaged program brings for itself."""
    started: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "Popen", lambda command, env, **_: started.append((command, env)))
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/tefuda/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/lib/mine")
    assert opened(kit) is None
    ((command, environment),) = started
    assert command == ["/usr/bin/xdg-open", str(kit.store.folder)]
    assert environment["LD_LIBRARY_PATH"] == "/usr/lib/mine"
    assert "LD_LIBRARY_PATH_ORIG" not in environment


def test_without_an_opener_the_place_is_told(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Also where the opener cannot be started, or the folder is not there."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    command = opened(kit)
    assert isinstance(command, Push)
    assert isinstance(command.scene, Notice)
    assert str(kit.store.folder) in command.scene._text

    def broken(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(shutil, "which", lambda _name: "/usr/bin/xdg-open")
    monkeypatch.setattr(subprocess, "Popen", broken)
    assert not folder.show(Path("/"))
    assert not folder.show(Path("/no/such/folder"))
