"""Burncard: the controller of an electronic poker table."""

from importlib.metadata import version

__version__ = version("burncard")
