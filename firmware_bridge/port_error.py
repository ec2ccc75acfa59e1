"""Errors of a port, classified by what a person can do about them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PortError(Exception):
    """A port cannot be used. `code` names the reason, `path` the port."""

    code: str
    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"
