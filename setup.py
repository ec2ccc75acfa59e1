"""Builds the package. With BURNCARD_COMPILE=1 mypyc compiles the engine of the rules, which otherwise stays Python.

MYPYC_OPT_LEVEL, 0 to 3, is how far the C compiler optimises it (3 if missing).
"""

import os
from pathlib import Path

from setuptools import setup

SOURCE = Path("src/burncard")
COMPILED = (
    *("rules/cards.py", "rules/table.py", "rules/betting", "rules/dealing", "rules/hand", "rules/play"),
    *("rules/rulings/rulings.py", "rules/showdown", "simulator/dealer.py", "simulator/pack.py"),
    *("simulator/mistakes.py", "simulator/every_mistake.py", "simulator/played_hand.py"),
)
"""What is compiled, but for the files that declare msgspec structs: mypyc would drop how they are declared. The book
speaks up only when something is wrong."""


def engine() -> list[str]:
    """The files to compile, as paths from here."""
    files: list[Path] = []
    for name in COMPILED:
        files += [SOURCE / name] if name.endswith(".py") else (SOURCE / name).rglob("*.py")
    return sorted(str(file) for file in files if is_compiled(file))


def is_compiled(file: Path) -> bool:
    """Whether mypyc compiles a file of the engine."""
    return file.name != "__init__.py" and "(msgspec.Struct" not in file.read_text(encoding="utf-8")


def extensions() -> list[object]:
    """The extension modules: none, unless they are asked for."""
    if os.environ.get("BURNCARD_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    return list(
        mypycify(["--config-file", "pyproject.toml", *engine()], opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"))
    )


setup(ext_modules=extensions())
