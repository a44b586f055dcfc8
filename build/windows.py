"""What Windows tells of the program in its properties: the version resource, made from the one version there is."""

from __future__ import annotations

from typing import Any

from build.packing import VERSION

_ENGLISH, _UNICODE = 0x0409, 0x04B0
_WINDOWS_NT, _APPLICATION = 0x40004, 1


def texts() -> dict[str, str]:
    """Return the texts of the resource by the names that Windows knows."""
    return {
        "CompanyName": "The Tefuda authors",
        "FileDescription": "Tefuda",
        "FileVersion": VERSION,
        "InternalName": "tefuda",
        "LegalCopyright": "The Tefuda authors, MIT licence",
        "OriginalFilename": "tefuda.exe",
        "ProductName": "Tefuda",
        "ProductVersion": VERSION,
    }


def version_resource() -> Any:  # noqa: ANN401  # PyInstaller, whose type it is, carries no types
    """Return the version resource as PyInstaller writes it into the program."""
    from PyInstaller.utils.win32 import versioninfo

    major, minor, patch = (int(number) for number in VERSION.split("."))
    four = (major, minor, patch, 0)
    table = versioninfo.StringTable(
        f"{_ENGLISH:04x}{_UNICODE:04x}", [versioninfo.StringStruct(name, text) for name, text in texts().items()]
    )
    return versioninfo.VSVersionInfo(
        ffi=versioninfo.FixedFileInfo(filevers=four, prodvers=four, OS=_WINDOWS_NT, fileType=_APPLICATION),
        kids=[
            versioninfo.StringFileInfo([table]),
            versioninfo.VarFileInfo([versioninfo.VarStruct("Translation", [_ENGLISH, _UNICODE])]),
        ],
    )
