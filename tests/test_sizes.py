"""Code stays small enough to read: files, functions and classes have a limit, and every module has a name of its own.

Whatever goes over is split, not excused. The tests' own files are held to the length of a file only.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("api", "camera", "controller", "firmware_bridge", "hardware", "rules", "simulator")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
CLASS_PUBLIC_MEMBERS_MAX = 25

Function = ast.FunctionDef | ast.AsyncFunctionDef


def too_large(text: str) -> Iterator[str]:
    """What goes over a limit in the text of one module, in words."""
    lines = len(text.splitlines())
    if lines > FILE_LINES_MAX:
        yield f"the file has {lines} lines, at most {FILE_LINES_MAX} are allowed"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES_MAX:
                yield f"{node.name}() has {lines} lines, at most {FUNCTION_LINES_MAX} are allowed"
        elif isinstance(node, ast.ClassDef):
            members = sorted(name for name in members_of(node) if not name.startswith("_"))
            if len(members) > CLASS_PUBLIC_MEMBERS_MAX:
                names = ", ".join(members)
                yield f"{node.name} has {len(members)} public members, at most {CLASS_PUBLIC_MEMBERS_MAX}: {names}"


def members_of(node: ast.ClassDef) -> set[str]:
    """The methods, properties and fields that a class defines, and the attributes its methods set on `self`."""
    names: set[str] = set()
    for statement in node.body:
        if isinstance(statement, Function):
            names.add(statement.name)
            names |= {attribute for target in targets_in(statement) if (attribute := own_attribute(target))}
        elif not is_enumeration(node):
            names |= {target.id for target in targets_in(statement) if isinstance(target, ast.Name)}
    return names


def is_enumeration(node: ast.ClassDef) -> bool:
    """Whether a class lists values: those are no members to learn one by one."""
    return any(ast.unparse(base).endswith("Enum") for base in node.bases)


def targets_in(statement: ast.stmt) -> Iterator[ast.expr]:
    """What is assigned to within a statement."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from target.elts if isinstance(target, ast.Tuple) else (target,)
        elif isinstance(node, ast.AnnAssign):
            yield node.target


def own_attribute(target: ast.expr) -> str | None:
    """The name of an attribute of `self`."""
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
        return target.attr
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_within_the_limits(path: Path) -> None:
    found = [f"{path.relative_to(ROOT)}: {words}" for words in too_large(path.read_text(encoding="utf-8"))]
    assert found == [], "split what is too large:\n" + "\n".join(found)


def test_a_long_file_is_found() -> None:
    assert list(too_large("x = 1\n" * (FILE_LINES_MAX + 1))) == ["the file has 401 lines, at most 400 are allowed"]
    assert list(too_large("x = 1\n" * FILE_LINES_MAX)) == []


def test_a_long_function_is_found() -> None:
    body = "    x = 1\n" * FUNCTION_LINES_MAX
    assert list(too_large(f"async def f():\n{body}")) == ["f() has 61 lines, at most 60 are allowed"]


def test_a_class_of_many_members_is_found() -> None:
    fields = "".join(f"    a{number}: int\n" for number in range(23))
    small = f"class C:\n{fields}    _hidden: int = 0\n    def m(self):\n        self.b, self._c = 1, 2\n"
    assert list(too_large(small)) == []
    (words,) = too_large(small + "    B = 2\n")
    assert words.startswith("C has 26 public members, at most 25: B, a0, a1")


def test_the_values_of_an_enumeration_are_not_counted() -> None:
    values = "".join(f"    A{number} = {number}\n" for number in range(30))
    assert list(too_large(f"class C(IntEnum):\n{values}")) == []


def names_of_two(paths: Iterable[Path]) -> list[str]:
    """The names that more than one of these modules has."""
    names = Counter(path.name for path in paths if not path.name.startswith("__"))
    return sorted(name for name, count in names.items() if count > 1)


def test_no_two_modules_share_a_name() -> None:
    """Somebody who looks for a module by its name finds one."""
    assert names_of_two(FILES) == []


def test_a_name_of_two_modules_is_found() -> None:
    paths = [Path("rules/pots.py"), Path("api/pots.py"), Path("rules/__init__.py"), Path("api/__init__.py")]
    assert names_of_two(paths) == ["pots.py"]


def test_no_file_of_the_tests_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "tests").rglob("*.py")}
    assert {path for path, lines in lengths.items() if lines > FILE_LINES_MAX} == set()
