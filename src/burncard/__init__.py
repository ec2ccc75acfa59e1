"""Burncard: the controller of an electronic poker table."""

__all__ = ["__version__"]


def __getattr__(name: str) -> str:
    """Looks the version up on first use: reading the package's metadata takes longer than most imports."""
    if name == "__version__":
        from importlib.metadata import version

        return version("burncard")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
