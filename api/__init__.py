"""What people and programs use: the local API, the dealer's console, the command line."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burncard.api.desk import Desk

__all__ = ["Desk"]


def __getattr__(name: str) -> Any:
    """Imports `Desk` on first use: it brings a web server, and most commands start without one."""
    if name == "Desk":
        from burncard.api.desk import Desk

        return Desk
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
