"""Hints to the compiler (mypyc) about a class. They have no effect in plain Python.

`@mypyc_attr(allow_interpreted_subclasses=True)`: `__new__` gives an empty object of the compiled class, as it does of
the plain one, so that objects can be pickled. Otherwise the compiled class would call `__init__` there.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    Kind = TypeVar("Kind", bound=type)

    def mypyc_attr(**told: bool) -> Callable[[Kind], Kind]:
        """Leaves a class as it is."""
        return lambda kind: kind
